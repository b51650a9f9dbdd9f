import CGtk
import ParlandoPresenters

/// Row at the end of a page of the preferences, which resets the page to its defaults.
@MainActor final class ResetRow: Widget {
    let reference: Reference
    private let button = Button(label: tr("Reset"))

    init() {
        reference = Reference(adw_action_row_new())
        reference.setRowTitle(tr("Reset Preferences"))
        reference.setRowSubtitle(tr("Restore the defaults on this page"))
        button.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(reference.cast(), button.widget)
    }

    func onReset(_ body: @escaping @MainActor () -> Void) {
        button.onClick(body)
    }

    func show(canReset: Bool) {
        button.isSensitive = canReset
    }
}
