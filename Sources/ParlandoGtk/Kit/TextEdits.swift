import CGtk
import CGtkShim

/// Tells the user's edits in a text buffer from the program's.
@MainActor final class TextEdits {
    /// Whether there are edits that the state of the view cannot know yet.
    private(set) var isUntold = false
    private let buffer: Reference
    private var isRendering = false
    private var tell: (@MainActor () -> Void)?

    init(_ buffer: Reference) {
        self.buffer = buffer
    }

    /// Both closures must capture their owner weakly.
    ///
    /// - Parameters:
    ///   - change: called at once for each change by the user.
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
                // Deferred: GTK is in the middle of an edit or undo, when the buffer must not change again.
                Task { [weak self] in self?.flush() }
            }
        }
    }

    func flush() {
        if isUntold {
            isUntold = false
            tell?()
        }
    }

    /// The change is not the user's, and cannot be undone.
    func render(_ body: (UnsafeMutablePointer<GtkTextBuffer>) -> Void) {
        isRendering = true
        gtk_text_buffer_begin_irreversible_action(buffer.cast())
        body(buffer.cast())
        gtk_text_buffer_end_irreversible_action(buffer.cast())
        isRendering = false
    }
}

extension UnsafeMutablePointer<GtkTextBuffer> {
    @MainActor var text: String {
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_bounds(self, &from, &to)
        return text(&from, &to)
    }

    @MainActor func text(_ from: inout GtkTextIter, _ to: inout GtkTextIter) -> String {
        guard let text = gtk_text_buffer_get_text(self, &from, &to, 1) else {
            return ""
        }
        defer { g_free(text) }
        return String(cString: text)
    }

    @MainActor func truncate(at offset: Int) {
        delete(offset, -1)
    }

    /// Offsets are in characters; -1 is the end.
    @MainActor func delete(_ start: Int, _ end: Int) {
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(self, &from, Int32(start))
        gtk_text_buffer_get_iter_at_offset(self, &to, Int32(end))
        gtk_text_buffer_delete(self, &from, &to)
    }
}

@MainActor enum TextArea {
    /// Scrolls to a range, and returns its rectangle in another widget's coordinates; of several lines, that of the
    /// first character.
    static func area(
        from start: GtkTextIter, to end: GtkTextIter, in view: any Widget, of other: any Widget
    ) -> GdkRectangle {
        var (start, end) = (start, end)
        gtk_text_view_scroll_to_iter(view.reference.cast(), &start, 0.05, 0, 0, 0)
        var (first, last) = (GdkRectangle(), GdkRectangle())
        gtk_text_view_get_iter_location(view.reference.cast(), &start, &first)
        gtk_text_view_get_iter_location(view.reference.cast(), &end, &last)
        if last.y == first.y {
            // From right to left, the end is on the left.
            first.x = min(first.x, last.x)
            first.width = max(1, max(last.x, first.x + first.width) - first.x)
        }
        var (x, y) = (Int32(0), Int32(0))
        gtk_text_view_buffer_to_window_coords(
            view.reference.cast(), GTK_TEXT_WINDOW_WIDGET, first.x, first.y, &x, &y)
        var (left, top) = (0.0, 0.0)
        gtk_widget_translate_coordinates(view.widget, other.widget, Double(x), Double(y), &left, &top)
        (first.x, first.y) = (Int32(left), Int32(top))
        return first
    }
}
