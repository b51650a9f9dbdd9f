import CGtk

/// Finds where a range of text is shown in a text view.
@MainActor enum TextArea {
    /// Scrolls a text view to a range of text, and returns the range's rectangle in the coordinates of another widget.
    /// If the range is on more than one line, the rectangle is that of its first character only.
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
