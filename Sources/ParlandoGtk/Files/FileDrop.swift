import CGtk
import ParlandoPresenters

/// Widget that accepts dropped files anywhere in its area. While files are dragged over it, a sign says that they can
/// be dropped. The widget's owner must retain it.
@MainActor final class FileDrop: Widget {
    let reference: Reference
    private let sign = Box.column(spacing: 12, classes: ["drop-sign"])
    private var target: Reference?

    /// - Parameter child: what the widget contains.
    init(_ child: any Widget) {
        let overlay = Element(gtk_overlay_new())
        reference = overlay.reference
        gtk_overlay_set_child(overlay.opaque, child.widget)
        let icon = Element(gtk_image_new_from_icon_name("document-open-symbolic"))
        gtk_image_set_pixel_size(icon.opaque, 64)
        let label = Label(tr("Drop Files to Transcribe"), classes: ["title-2"])
        label.wrap()
        gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
        let middle = Box.column(spacing: 12)
        middle.append(icon, label)
        middle.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        middle.expand(vertical: true)
        sign.append(middle)
        sign.isVisible = false
        gtk_widget_set_can_target(sign.widget, 0)
        gtk_overlay_add_overlay(overlay.opaque, sign.widget)
    }

    /// Runs `body` with the files whenever the user drops some. Call only once.
    func onFiles(_ body: @escaping @MainActor (FileList) -> Void) {
        let target = onDrop(body)
        target.connect("notify::current-drop") { [weak self] in self?.showSign() }
        self.target = target
    }

    private func showSign() {
        if let target {
            sign.isVisible = gtk_drop_target_get_current_drop(target.opaque) != nil
        }
    }
}
