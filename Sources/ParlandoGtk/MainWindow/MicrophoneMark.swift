import CGtk
import CGtkShim
import ParlandoPresenters

/// Button in the header bar that leads to the page or preference for which the microphone is open, and a notification while the window is hidden.
@MainActor final class MicrophoneMark {
    private static let notification = "microphone"
    /// GDK_TOPLEVEL_STATE_SUSPENDED, from GTK 4.12 on: no part of the window is visible.
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

    /// Call after the window is presented.
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

    /// Otherwise the notification would outlive the program.
    private func withdraw() {
        // A window that is closed is hidden too; the bus could no longer be used then.
        surface = nil
        guard isNotified, let bus = g_application_get_dbus_connection(application.reference.cast()) else {
            return
        }
        render(MicrophoneViewState())
        // Without a flush, the program may end before the queued message is sent.
        g_dbus_connection_flush_sync(bus, nil, nil)
    }

    private func notify() {
        let isWanted = state.isOpen && isHidden
        guard isWanted != isNotified else {
            return
        }
        isNotified = isWanted
        guard isWanted else {
            takeAway()
            takeAwayOnceShown()
            return
        }
        let notification = Reference(owned: g_notification_new(state.title))
        g_notification_set_body(notification.opaque, state.text)
        // A notification without an action shows the window when clicked.
        g_application_send_notification(application.reference.cast(), Self.notification, notification.opaque)
    }

    private func takeAway() {
        g_application_withdraw_notification(application.reference.cast(), Self.notification)
    }

    /// GLib takes away only what it knows the number of, and does not know it before the desktop has answered. A desktop
    /// answers in order: after an answer to a later call, the number is there.
    private func takeAwayOnceShown() {
        guard let bus = g_application_get_dbus_connection(application.reference.cast()) else {
            return
        }
        let name = "org.freedesktop.Notifications"
        g_dbus_connection_call(
            bus, name, "/org/freedesktop/Notifications",
            name, "GetServerInformation", nil, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, answered,
            Unmanaged.passRetained(self).toOpaque())
    }

    fileprivate func didAnswer() {
        if !isNotified {
            takeAway()
        }
    }
}

/// GLib calls it exactly once for each call, on the main thread.
private let answered: GAsyncReadyCallback = { bus, result, context in
    guard let bus, let result, let context else {
        return
    }
    if let answer = g_dbus_connection_call_finish(OpaquePointer(bus), result, nil) {
        g_variant_unref(answer)
    }
    // GLib calls only on the main thread, so the pointer never crosses threads.
    nonisolated(unsafe) let held = context
    MainActor.assumeIsolated {
        Unmanaged<MicrophoneMark>.fromOpaque(held).takeRetainedValue().didAnswer()
    }
}
