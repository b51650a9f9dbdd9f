import CGtk
import CGtkShim

/// The text of a buffer that the program and the user write, and what the user has typed there.
@MainActor final class TextEdits {
    /// Whether what the user typed is still to be told: a state that comes meanwhile knows nothing of it.
    private(set) var isUntold = false
    private let buffer: Reference
    private var isRendering = false
    private var tell: (@MainActor () -> Void)?

    init(_ buffer: Reference) {
        self.buffer = buffer
    }

    /// - Parameters:
    ///   - change: called at once for each change by the user.
    ///   - tell: called once for all changes until then; both take their owner weakly.
    func watch(change: @escaping @MainActor () -> Void, tell: @escaping @MainActor () -> Void) {
        self.tell = tell
        buffer.connect("changed") { [weak self] in
            guard let self, !isRendering else {
                return
            }
            change()
            if !isUntold {
                isUntold = true
                // Not at once: GTK is in the middle of the user's action or of undoing one, where nothing else may
                // change.
                Task { [weak self] in self?.flush() }
            }
        }
    }

    /// Tells what the user typed, unless that is done.
    func flush() {
        if isUntold {
            isUntold = false
            tell?()
        }
    }

    /// Changes the buffer without the change being taken for the user's, or being undone by the user.
    func render(_ body: (UnsafeMutablePointer<GtkTextBuffer>) -> Void) {
        isRendering = true
        gtk_text_buffer_begin_irreversible_action(buffer.cast())
        body(buffer.cast())
        gtk_text_buffer_end_irreversible_action(buffer.cast())
        isRendering = false
    }
}

extension UnsafeMutablePointer<GtkTextBuffer> {
    /// The whole text.
    @MainActor var text: String {
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_bounds(self, &from, &to)
        return text(&from, &to)
    }

    /// The text between two places.
    @MainActor func text(_ from: inout GtkTextIter, _ to: inout GtkTextIter) -> String {
        guard let text = gtk_text_buffer_get_text(self, &from, &to, 1) else {
            return ""
        }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Takes away everything from a place on, counted in characters.
    @MainActor func truncate(at offset: Int) {
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(self, &from, Int32(offset))
        gtk_text_buffer_get_end_iter(self, &to)
        gtk_text_buffer_delete(self, &from, &to)
    }
}
