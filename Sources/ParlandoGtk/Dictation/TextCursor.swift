import CGtk

/// Reads and moves the cursor of a text buffer. A position is stored as the distance from the end of its line, so it
/// stays right when text before it in the same line changes.
@MainActor struct TextCursor {
    struct Place {
        let line: Int32
        /// Number of characters from the cursor to the end of its line.
        let charactersLeft: Int32
    }

    let buffer: Reference

    var place: Place {
        var cursor = GtkTextIter()
        let buffer: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
        gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer))
        let line = gtk_text_iter_get_line(&cursor)
        let offset = gtk_text_iter_get_line_offset(&cursor)
        Self.moveToLineEnd(&cursor)
        return Place(line: line, charactersLeft: gtk_text_iter_get_line_offset(&cursor) - offset)
    }

    func move(to place: Place) {
        var cursor = GtkTextIter()
        let buffer: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
        gtk_text_buffer_get_iter_at_line(buffer, &cursor, place.line)
        Self.moveToLineEnd(&cursor)
        let length = gtk_text_iter_get_line_offset(&cursor)
        gtk_text_iter_set_line_offset(&cursor, max(0, length - place.charactersLeft))
        gtk_text_buffer_place_cursor(buffer, &cursor)
    }

    /// Moves the cursor to an offset in characters, and scrolls a text view of the buffer there.
    func move(toOffset offset: Int, in view: Reference) {
        var cursor = GtkTextIter()
        let buffer: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
        gtk_text_buffer_get_iter_at_offset(buffer, &cursor, Int32(offset))
        gtk_text_buffer_place_cursor(buffer, &cursor)
        gtk_text_view_scroll_mark_onscreen(view.cast(), gtk_text_buffer_get_insert(buffer))
    }

    private static func moveToLineEnd(_ iter: inout GtkTextIter) {
        if gtk_text_iter_ends_line(&iter) == 0 {
            gtk_text_iter_forward_to_line_end(&iter)
        }
    }
}
