import CGtk
import CVte

/// The VTE widget of the terminal page, observed from outside the page. The only file of this target that uses VTE.
@MainActor struct Terminal {
    let widget: UnsafeMutablePointer<GtkWidget>

    init?(below root: UnsafeMutablePointer<GtkWidget>) {
        guard let found = Self.find("VteTerminal", below: root) else {
            return nil
        }
        widget = found
    }

    /// Returns the first widget of a type among a widget and its descendants, or nil if there is none.
    static func find(_ type: String, below widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>?
    {
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        if let name = g_type_name_from_instance(instance), String(cString: name) == type {
            return widget
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            if let found = find(type, below: next) {
                return found
            }
            child = gtk_widget_get_next_sibling(next)
        }
        return nil
    }

    /// Checks `condition` at each change of the terminal's content. Once it holds and VTE has drawn that content,
    /// returns the time at which the frame was complete.
    func picture(of condition: @escaping @MainActor () -> Bool) async -> ContinuousClock.Instant {
        let watch = Watch(condition)
        let clock = UnsafeMutableRawPointer(gtk_widget_get_frame_clock(widget))
        let changes = connect(watch, to: widget, "contents-changed", Watch.changed)
        let frames = connect(watch, to: clock, "after-paint", Watch.painted)
        Drawing.watch(widget) { watch.didDraw() }
        let end = await watch.end()
        Drawing.observer = nil
        g_signal_handler_disconnect(widget, changes)
        g_signal_handler_disconnect(clock, frames)
        return end
    }

    private func connect(
        _ watch: Watch, to object: UnsafeMutableRawPointer?, _ signal: String, _ callback: Watch.Callback
    ) -> gulong {
        g_signal_connect_data(
            object, signal, unsafeBitCast(callback, to: GCallback.self), Unmanaged.passUnretained(watch).toOpaque(),
            nil, GConnectFlags(rawValue: 0))
    }

    /// The visible text without spaces and line breaks, because line breaks depend on the terminal's width.
    var letters: String {
        let terminal = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: VteTerminal.self)
        guard let text = vte_terminal_get_text(terminal, nil, nil, nil) else {
            return ""
        }
        defer { g_free(text) }
        let bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
        return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
    }
}

/// Waits for the first frame that shows the terminal's content after the content meets a condition.
@MainActor private final class Watch {
    typealias Callback = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

    private enum Stage { case awaited, arrived, drawn }

    private var stage = Stage.awaited
    private let condition: @MainActor () -> Bool
    private let (ends, door) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)

    init(_ condition: @escaping @MainActor () -> Bool) {
        self.condition = condition
    }

    func end() async -> ContinuousClock.Instant {
        for await end in ends {
            return end
        }
        return .now
    }

    private func didChange() {
        if stage == .awaited, condition() {
            stage = .arrived
        }
    }

    func didDraw() {
        stage = stage == .arrived ? .drawn : stage
    }

    private func didPaint() {
        if stage == .drawn {
            door.yield(.now)
        }
    }

    static let changed: Callback = { _, watch in on(watch) { $0.didChange() } }
    static let painted: Callback = { _, watch in on(watch) { $0.didPaint() } }

    private nonisolated static func on(_ watch: UnsafeMutableRawPointer?, _ body: @MainActor (Watch) -> Void) {
        // GTK calls a handler on the main thread only.
        nonisolated(unsafe) let watch = watch
        MainActor.assumeIsolated {
            if let watch {
                body(Unmanaged<Watch>.fromOpaque(watch).takeUnretainedValue())
            }
        }
    }
}

/// Reports when VTE draws. GTK has no signal for this, so the `snapshot` method of the widget's class is wrapped.
@MainActor private enum Drawing {
    static var observer: (@MainActor () -> Void)?
    private static var draw: (@convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void)?

    static func watch(_ widget: UnsafeMutablePointer<GtkWidget>, _ observer: @escaping @MainActor () -> Void) {
        self.observer = observer
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        guard Drawing.draw == nil, let parts = instance.pointee.g_class else {
            return
        }
        let type = UnsafeMutableRawPointer(parts).assumingMemoryBound(to: GtkWidgetClass.self)
        Drawing.draw = type.pointee.snapshot
        type.pointee.snapshot = { widget, snapshot in
            // GTK draws on the main thread only.
            nonisolated(unsafe) let widget = widget
            nonisolated(unsafe) let snapshot = snapshot
            MainActor.assumeIsolated {
                Drawing.draw?(widget, snapshot)
                Drawing.observer?()
            }
        }
    }
}
