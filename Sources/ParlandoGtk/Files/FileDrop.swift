import CGtk
import ParlandoPresenters

/// Accepts dropped files anywhere in its area, and says so while files are dragged over it. The owner must retain it.
@MainActor final class FileDrop: Widget {
    let reference: Reference
    private let sign = Box.column(spacing: 12, classes: ["drop-sign"])
    private var target: Reference?

    init(_ child: any Widget) {
        let overlay = Element(gtk_overlay_new())
        reference = overlay.reference
        gtk_overlay_set_child(overlay.opaque, child.widget)
        let icon = Element(gtk_image_new_from_icon_name("document-open-symbolic"))
        gtk_image_set_pixel_size(icon.opaque, 64)
        let label = Label.centred("title-2", text: tr("Drop Files to Transcribe"))
        let middle = Box.column(spacing: 12)
        middle.append(icon, label)
        middle.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        middle.expand(vertical: true)
        sign.append(middle)
        sign.isVisible = false
        gtk_widget_set_can_target(sign.widget, 0)
        gtk_overlay_add_overlay(overlay.opaque, sign.widget)
    }

    /// Call only once.
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

/// The files outside their window: a button in the header bar of every page, and a notification when they are done.
@MainActor final class FilesMark {
    private static let notification = "files"

    let button = Button(icon: "view-list-symbolic", tooltip: tr("Files"))
    private let application: Application
    private var isNotified = false

    init(_ application: Application) {
        self.application = application
        button.isVisible = false
        button.setAction("win.files")
    }

    /// - Parameter summary: one sentence for the button; nil to hide it.
    func show(_ summary: String?) {
        button.isVisible = summary != nil
        if let summary {
            button.setTooltip(summary)
        }
    }

    func notify(_ title: String, _ text: String) {
        let notification = Reference(owned: g_notification_new(title))
        g_notification_set_body(notification.opaque, text)
        g_notification_set_default_action(notification.opaque, "app.files")
        g_application_send_notification(application.reference.cast(), Self.notification, notification.opaque)
        isNotified = true
    }

    func withdraw() {
        if isNotified {
            isNotified = false
            g_application_withdraw_notification(application.reference.cast(), Self.notification)
        }
    }
}
