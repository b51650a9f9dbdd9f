import CGtk
import CGtkShim

/// Puts text onto the clipboard temporarily, then restores the previous content.
@MainActor final class LentClipboard {
    /// MIME types whose data is saved from another program's clipboard. Only the most common ones are saved, because
    /// the other program produces the data for each on request, which takes time.
    private static let types = [
        "text/plain;charset=utf-8", "text/html", "text/uri-list", "x-special/gnome-copied-files", "image/png",
    ]
    /// Timeout for reading all types from the clipboard's owner, in seconds. Programs answer within milliseconds; a
    /// program that hangs must not delay the dictated text.
    private static let patience = 2.0

    private let clipboard: OpaquePointer
    private var before: Reference?
    /// Content that this program put onto the clipboard, or nil if there is none to take back.
    private var own: UnsafeMutablePointer<GdkContentProvider>?

    /// - Parameter widget: any widget on the display whose clipboard is used.
    init(of widget: any Widget) {
        clipboard = gtk_widget_get_clipboard(widget.widget)
        parlando_answer_clipboard_hint(clipboard)
    }

    /// Saves the content of the clipboard, then puts a text onto the clipboard.
    func lend(to text: String) async {
        before = await content()
        gdk_clipboard_set_text(clipboard, text)
        own = gdk_clipboard_get_content(clipboard)
    }

    /// Restores the previous content, unless something else has been copied since.
    func giveBack() {
        if let own, gdk_clipboard_get_content(clipboard) == own {
            gdk_clipboard_set_content(clipboard, before?.cast())
        }
        (before, own) = (nil, nil)
    }

    /// Returns the clipboard's content in a form that remains valid after its owner exits, or nil if nothing could be
    /// read.
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
        // GDK does not tell whether a password manager asked clipboard histories not to store its text. So restored
        // content always carries that hint: a history has already stored it from its owner if that was allowed.
        providers.append(parlando_clipboard_hint())
        // The union takes ownership of the providers.
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

    /// Pending request for bytes from the clipboard.
    private final class Answer {
        private let continuation: CheckedContinuation<OpaquePointer?, Never>

        init(_ continuation: CheckedContinuation<OpaquePointer?, Never>) {
            self.continuation = continuation
        }

        func give(_ bytes: OpaquePointer?) {
            // GBytes is immutable and reference-counted; the reference taken here is passed to the receiver of the
            // answer.
            nonisolated(unsafe) let held = bytes.map { g_bytes_ref($0) } ?? nil
            continuation.resume(returning: held)
        }
    }
}
