import CGtk

/// Receives a message when the program gains or loses the keyboard focus.
@MainActor public protocol WindowFocusDelegate: AnyObject {
    /// Called when a window of the program has got the keyboard focus, or when none has it any more.
    ///
    /// - Parameter isActive: whether a window has the focus.
    func windowFocus(_ focus: WindowFocus, didChange isActive: Bool)
}

/// Observes whether any window of the program has the keyboard focus.
@MainActor public final class WindowFocus {
    /// Receives each change. A new delegate immediately receives the present state.
    public weak var delegate: (any WindowFocusDelegate)? {
        didSet {
            delegate?.windowFocus(self, didChange: isActive)
        }
    }

    private static let mark = "parlando-watches-focus"
    private let windows = gtk_window_get_toplevels().map { Reference($0) }
    private var isActive = false

    /// Watches the windows that exist, and those that are created later.
    public init() {
        windows?.connect("items-changed") { [weak self] in self?.watch() }
        watch()
    }

    private func watch() {
        for window in all where g_object_get_data(window.cast(), Self.mark) == nil {
            g_object_set_data(window.cast(), Self.mark, window.pointer)
            window.connect("notify::is-active") { [weak self] in self?.look() }
        }
        look()
    }

    private func look() {
        let now = all.contains { gtk_window_is_active($0.cast()) != 0 }
        if now != isActive {
            isActive = now
            delegate?.windowFocus(self, didChange: now)
        }
    }

    private var all: [Reference] {
        guard let windows else {
            return []
        }
        return (0..<g_list_model_get_n_items(windows.opaque)).map { index in
            Reference(owned: OpaquePointer(g_list_model_get_item(windows.opaque, index)))
        }
    }
}
