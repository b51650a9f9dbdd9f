import CGtk
import CGtkShim

/// Puts text onto the clipboard for a while, then gives the former content back.
@MainActor final class LentClipboard {
    /// The common types only: the clipboard's owner makes each on request, which takes time.
    private static let types = [
        "text/plain;charset=utf-8", "text/html", "text/uri-list", "x-special/gnome-copied-files", "image/png",
    ]
    /// Seconds for reading all types. Programs answer within milliseconds; one that hangs must not delay the dictated
    /// text.
    private static let timeoutSeconds = 1.0

    private let clipboard: OpaquePointer
    private var before: Reference?
    /// Of what is on the clipboard now; nil if it is not being read.
    private var reading: Task<Reference?, Never>?
    /// What this program has put there; nil if there is nothing to take back.
    private var own: UnsafeMutablePointer<GdkContentProvider>?

    /// - Parameter widget: any on the display.
    init(of widget: any Widget) {
        clipboard = gtk_widget_get_clipboard(widget.widget)
        parlando_answer_clipboard_hint(clipboard)
        Reference(clipboard).connect("changed") { [weak self] in self?.reading = nil }
    }

    /// Begins to read what `lend` will give back, so that the text need not wait for that.
    func prepare() {
        reading = Task { await content() }
    }

    func lend(to text: String) async {
        before = if let reading { await reading.value } else { await content() }
        gdk_clipboard_set_text(clipboard, text)
        own = gdk_clipboard_get_content(clipboard)
    }

    /// Does nothing if something else has been copied since.
    func giveBack() {
        if let own, gdk_clipboard_get_content(clipboard) == own {
            gdk_clipboard_set_content(clipboard, before?.cast())
        }
        (before, own) = (nil, nil)
    }

    /// Returns the content in a form that outlives its owner; nil if nothing could be read.
    private func content() async -> Reference? {
        if let local = gdk_clipboard_get_content(clipboard) {
            return Reference(UnsafeMutableRawPointer(local))
        }
        let formats = gdk_clipboard_get_formats(clipboard)
        var providers: [UnsafeMutablePointer<GdkContentProvider>?] = []
        let end = ContinuousClock.now + .seconds(Self.timeoutSeconds)
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
        // content always asks that; a history has stored it before if it was allowed to.
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

    private final class Answer {
        private let continuation: CheckedContinuation<OpaquePointer?, Never>

        init(_ continuation: CheckedContinuation<OpaquePointer?, Never>) {
            self.continuation = continuation
        }

        func give(_ bytes: OpaquePointer?) {
            // GBytes is immutable and reference-counted; the receiver takes this reference.
            nonisolated(unsafe) let held = bytes.map { g_bytes_ref($0) } ?? nil
            continuation.resume(returning: held)
        }
    }
}
