import CGtk
import CVte

/// VTE's widget on the page, looked at from outside. The only file of this target that knows VTE.
@MainActor struct Terminal {
    let widget: UnsafeMutablePointer<GtkWidget>

    init?(below root: UnsafeMutablePointer<GtkWidget>) {
        guard let found = Self.find("VteTerminal", below: root) else {
            return nil
        }
        widget = found
    }

    /// The first widget of a type.
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

    /// Returns at the next change for which `condition` holds.
    func change(until condition: @escaping @MainActor () -> Bool) async {
        let (changes, door) = AsyncStream.makeStream(of: Void.self)
        let watch = Watch { condition() ? door.finish() : () }
        let handler = g_signal_connect_data(
            widget, "contents-changed", unsafeBitCast(Watch.callback, to: GCallback.self),
            Unmanaged.passUnretained(watch).toOpaque(), nil, GConnectFlags(rawValue: 0))
        for await _ in changes {}
        g_signal_handler_disconnect(widget, handler)
        withExtendedLifetime(watch) {}
    }

    /// What can be seen, without spaces and line breaks: where a line is broken is the terminal's business.
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

/// Runs something whenever VTE says that its contents have changed.
@MainActor private final class Watch {
    private let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) {
        self.body = body
    }

    static let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
        // GTK calls a handler on the main thread only.
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated {
            if let data {
                Unmanaged<Watch>.fromOpaque(data).takeUnretainedValue().body()
            }
        }
    }
}
