import CGio
import Foundation

/// Thread that receives signals of the portal until this object is released.
final class PortalEar {
    private let bus: PortalBus
    private let loop: OpaquePointer?
    private let context: OpaquePointer?
    private var subscriptions: [guint] = []

    /// - Parameters:
    ///   - interface: the interface whose signals are received.
    ///   - heard: called with each signal, on the receiving thread.
    init(_ bus: PortalBus, interface: String, _ heard: @escaping @Sendable (PortalSignal) -> Void) {
        self.bus = bus
        context = g_main_context_new()
        loop = g_main_loop_new(context, 0)
        let listener = PortalListener(heard)
        // GLib delivers signals to the context that is the thread's default at the time of the subscription.
        g_main_context_push_thread_default(context)
        subscriptions = [
            bus.subscribe(listener, interface: interface),
            bus.subscribe(listener, interface: "org.freedesktop.portal.Session", signal: "Closed"),
            bus.subscribeToOwner(listener),
        ]
        g_main_context_pop_thread_default(context)
        run()
    }

    private func run() {
        // The thread releases both when the loop has ended.
        nonisolated(unsafe) let (loop, context) = (loop, context)
        let thread = Thread {
            g_main_loop_run(loop)
            // Listeners are released in one of the next iterations.
            while g_main_context_iteration(context, 0) != 0 {}
            g_main_loop_unref(loop)
            g_main_context_unref(context)
        }
        thread.name = "parlando.portal"
        thread.start()
    }

    deinit {
        subscriptions.forEach(bus.unsubscribe)
        // Quit from within the loop, because a call before the loop has started has no effect.
        let source = g_idle_source_new()
        g_source_set_callback(
            source,
            { loop in
                g_main_loop_quit(loop.map { OpaquePointer($0) })
                return 0
            }, loop.map { UnsafeMutableRawPointer($0) }, nil)
        g_source_attach(source, context)
        g_source_unref(source)
    }
}

/// Receiver of the portal's signals, passed through C as a pointer.
final class PortalListener: Sendable {
    let heard: @Sendable (PortalSignal) -> Void

    init(_ heard: @escaping @Sendable (PortalSignal) -> Void) {
        self.heard = heard
    }
}
