import CGtk
import CGtkShim

/// Tracks user edits in a text buffer that the program also writes to.
@MainActor final class TextEdits {
    /// Whether user edits are still unreported. A view state that arrives in the meantime does not include these edits.
    private(set) var isUntold = false
    private let buffer: Reference
    private var isRendering = false
    private var tell: (@MainActor () -> Void)?

    init(_ buffer: Reference) {
        self.buffer = buffer
    }

    /// Starts observing the buffer. Both closures must capture their owner weakly.
    ///
    /// - Parameters:
    ///   - change: called immediately for each change by the user.
    ///   - tell: called once for all changes since its last call.
    func watch(change: @escaping @MainActor () -> Void, tell: @escaping @MainActor () -> Void) {
        self.tell = tell
        buffer.connect("changed") { [weak self] in
            guard let self, !isRendering else {
                return
            }
            change()
            if !isUntold {
                isUntold = true
                // Deferred: GTK is in the middle of the user's edit or undo, when the buffer must not change again.
                Task { [weak self] in self?.flush() }
            }
        }
    }

    /// Reports the user's edits if any are still unreported.
    func flush() {
        if isUntold {
            isUntold = false
            tell?()
        }
    }

    /// Changes the buffer so that the change neither counts as the user's nor can be undone.
    func render(_ body: (UnsafeMutablePointer<GtkTextBuffer>) -> Void) {
        isRendering = true
        gtk_text_buffer_begin_irreversible_action(buffer.cast())
        body(buffer.cast())
        gtk_text_buffer_end_irreversible_action(buffer.cast())
        isRendering = false
    }
}

extension UnsafeMutablePointer<GtkTextBuffer> {
    /// The whole text of the buffer.
    @MainActor var text: String {
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_bounds(self, &from, &to)
        return text(&from, &to)
    }

    /// Returns the text between two positions.
    @MainActor func text(_ from: inout GtkTextIter, _ to: inout GtkTextIter) -> String {
        guard let text = gtk_text_buffer_get_text(self, &from, &to, 1) else {
            return ""
        }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Removes everything from a character offset to the end.
    @MainActor func truncate(at offset: Int) {
        delete(offset, -1)
    }

    /// Removes the text between two character offsets; -1 is the end.
    @MainActor func delete(_ start: Int, _ end: Int) {
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(self, &from, Int32(start))
        gtk_text_buffer_get_iter_at_offset(self, &to, Int32(end))
        gtk_text_buffer_delete(self, &from, &to)
    }
}
