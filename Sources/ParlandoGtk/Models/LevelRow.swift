import CGtk

/// Row with a bar that shows the sound level at the microphone.
@MainActor final class LevelRow: Widget {
    let reference = Reference(adw_action_row_new())
    private let bar = Element(gtk_level_bar_new())

    init(_ title: String) {
        reference.setRowTitle(title)
        bar.setAccessibleLabel(title)
        gtk_widget_set_size_request(bar.widget, 96, -1)
        bar.align(nil, GTK_ALIGN_CENTER)
        // The default colours would mark a low value as a warning, as for a battery that is nearly empty.
        for offset in [GTK_LEVEL_BAR_OFFSET_LOW, GTK_LEVEL_BAR_OFFSET_HIGH, GTK_LEVEL_BAR_OFFSET_FULL] {
            gtk_level_bar_remove_offset_value(bar.opaque, offset)
        }
        adw_action_row_add_suffix(reference.cast(), bar.widget)
    }

    /// Shows a sound level from 0 to 1.
    func show(_ level: Double) {
        gtk_level_bar_set_value(bar.opaque, level)
    }

    /// Shows a note about the sound level. It appears below the title.
    func show(note: String) {
        reference.setRowSubtitle(note)
    }
}
