import CGtk
import CGtkShim
import ParlandoPresenters

/// Microphone indicator: a button in the header bar that leads to the page using the microphone, and a notification
/// while the window is hidden. `MainWindow` shows and hides the button.
@MainActor final class MicrophoneMark {
    private static let notification = "microphone"
    /// GDK_TOPLEVEL_STATE_SUSPENDED, available from GTK 4.12: no part of the window is visible.
    private static let suspended: UInt32 = 1 << 16

    let button = Button(icon: "microphone-sensitivity-high-symbolic", tooltip: "", classes: ["microphone-mark"])
    private let window: Reference
    private let application: Application
    private var state = MicrophoneViewState()
    private var isNotified = false
    private var surface: Reference?

    init(of window: Reference, _ application: Application) {
        self.window = window
        self.application = application
        button.isVisible = false
    }

    /// Starts observing whether the window is hidden or visible. Call after the window is presented.
    func follow() {
        guard surface == nil, let made = gtk_native_get_surface(window.opaque) else {
            return
        }
        let surface = Reference(made)
        surface.connect("notify::state") { [weak self] in self?.notify() }
        self.surface = surface
        application.reference.connect("shutdown") { [weak self] in self?.withdraw() }
    }

    func render(_ state: MicrophoneViewState) {
        self.state = state
        button.setTooltip(state.text)
        notify()
    }

    private var isHidden: Bool {
        guard let surface else {
            return false
        }
        let state = gdk_toplevel_get_state(surface.opaque).rawValue
        return state & (GDK_TOPLEVEL_STATE_MINIMIZED.rawValue | Self.suspended) != 0
    }

    /// Withdraws the notification when the program ends; otherwise it would remain.
    private func withdraw() {
        // A window that is closed is hidden too, and would be notified of when the bus can no longer be used.
        surface = nil
        guard isNotified, let bus = g_application_get_dbus_connection(application.reference.cast()) else {
            return
        }
        render(MicrophoneViewState())
        // The message is only queued; without a flush the program may end before it is sent.
        g_dbus_connection_flush_sync(bus, nil, nil)
    }

    private func notify() {
        let isWanted = state.user != nil && isHidden
        guard isWanted != isNotified else {
            return
        }
        isNotified = isWanted
        guard isWanted else {
            return g_application_withdraw_notification(application.reference.cast(), Self.notification)
        }
        let notification = Reference(owned: g_notification_new(state.title))
        g_notification_set_body(notification.opaque, state.text)
        // A notification without an action shows the window when clicked.
        g_application_send_notification(application.reference.cast(), Self.notification, notification.opaque)
    }
}
