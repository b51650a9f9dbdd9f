import CGtk
import CGtkShim

/// Uses the clipboard for a moment, and gives back what was on it.
@MainActor final class LentClipboard {
    /// What is kept of other programs' clipboards, the forms that programs read most. The more there are, the longer it
    /// takes: each is made by the other program when it is asked for.
    private static let types = [
        "text/plain;charset=utf-8", "text/html", "text/uri-list", "x-special/gnome-copied-files", "image/png",
    ]
    /// Seconds that the owner of the clipboard has for all of it. Programs answer within milliseconds; one that hangs
    /// must not keep the dictated text back.
    private static let patience = 2.0

    private let clipboard: OpaquePointer
    private var before: Reference?
    /// What this program put onto it.
    private var own: UnsafeMutablePointer<GdkContentProvider>?

    /// - Parameter widget: says on which display.
    init(of widget: any Widget) {
        clipboard = gtk_widget_get_clipboard(widget.widget)
        parlando_answer_clipboard_hint(clipboard)
    }

    /// Puts a text onto the clipboard, and keeps what was on it.
    func lend(to text: String) async {
        before = await content()
        gdk_clipboard_set_text(clipboard, text)
        own = gdk_clipboard_get_content(clipboard)
    }

    /// Puts back what was on it; not where somebody has copied something since.
    func giveBack() {
        if let own, gdk_clipboard_get_content(clipboard) == own {
            gdk_clipboard_set_content(clipboard, before?.cast())
        }
        (before, own) = (nil, nil)
    }

    /// What is on the clipboard, in a form that outlives its owner's; nil: nothing that could be had.
    private func content() async -> Reference? {
        if let local = gdk_clipboard_get_content(clipboard) {
            return Reference(UnsafeMutableRawPointer(local))
        }
        let formats = gdk_clipboard_get_formats(clipboard)
        var providers: [UnsafeMutablePointer<GdkContentProvider>?] = []
        let end = ContinuousClock.now + .seconds(Self.patience)
        for type in Self.types where gdk_content_formats_contain_mime_type(formats, type) != 0 {
            let rest = (end - .now) / .milliseconds(1)
            guard rest >= 1 else {
                break
            }
            if let bytes = await bytes(as: type, milliseconds: UInt32(rest)) {
                providers.append(gdk_content_provider_new_for_bytes(type, bytes))
                g_bytes_unref(bytes)
            }
        }
        guard !providers.isEmpty else {
            return nil
        }
        // GDK does not tell whether a password manager had asked for its text not to be kept. What is given back is kept by
        // nobody: a history of the clipboard has it from its owner already, if it was allowed to.
        providers.append(parlando_clipboard_hint())
        // It takes the providers over.
        return Reference(owned: OpaquePointer(gdk_content_provider_new_union(&providers, gsize(providers.count))))
    }

    private func bytes(as type: String, milliseconds: UInt32) async -> OpaquePointer? {
        await withCheckedContinuation { (answer: CheckedContinuation<OpaquePointer?, Never>) in
            parlando_read_clipboard(
                clipboard, type, milliseconds, Unmanaged.passRetained(Answer(answer)).toOpaque()
            ) {
                Unmanaged<Answer>.fromOpaque($0).takeRetainedValue().give($1)
            }
        }
    }

    /// Somebody who waits for bytes.
    private final class Answer {
        private let continuation: CheckedContinuation<OpaquePointer?, Never>

        init(_ continuation: CheckedContinuation<OpaquePointer?, Never>) {
            self.continuation = continuation
        }

        func give(_ bytes: OpaquePointer?) {
            // Bytes never change and count their holders; this one is handed over with the answer.
            nonisolated(unsafe) let held = bytes.map { g_bytes_ref($0) } ?? nil
            continuation.resume(returning: held)
        }
    }
}
