import CGtk
import ParlandoPresenters

/// Indicator of file transcription outside the files window: a button in the header bar of every page, and a
/// notification when the files are done.
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

    /// Shows the button with a one-sentence summary as its tooltip, or hides it if `summary` is nil.
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
