import CGtk

/// Text view that tells the user's edits from the program's. Offsets are in characters.
@MainActor final class EditedText: Widget {
    /// Called at once for each change by the user.
    var onChange: (@MainActor () -> Void)?
    /// Called once for all changes since its last call.
    var onEdit: (@MainActor () -> Void)?

    let reference = Reference(gtk_text_view_new())
    /// Whether there are edits that the state of the view cannot know yet.
    private(set) var isUntold = false

    /// Lengths are in application pixels.
    ///
    /// - Parameters:
    ///   - inside: distance of the lines of a paragraph.
    ///   - below: distance of paragraphs.
    init(_ style: String, horizontal: Int32, top: Int32, bottom: Int32, inside: Int32, below: Int32) {
        let view: UnsafeMutablePointer<GtkTextView> = reference.cast()
        setClass(style)
        gtk_text_view_set_wrap_mode(view, GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(view, 0)
        gtk_text_view_set_left_margin(view, horizontal)
        gtk_text_view_set_right_margin(view, horizontal)
        gtk_text_view_set_top_margin(view, top)
        gtk_text_view_set_bottom_margin(view, bottom)
        gtk_text_view_set_pixels_inside_wrap(view, inside)
        gtk_text_view_set_pixels_below_lines(view, below)
        Reference(buffer).connectUser("changed") { [weak self] in self?.didEdit() }
        // Unless its command is disabled, the window takes this shortcut first. GTK would add a line.
        onEvent(GTK_PHASE_CAPTURE) { event in
            let event = InputEvent(event)
            return event.kind == .keyDown && event.isEnter && event.isControlHeld
        }
    }

    private func didEdit() {
        onChange?()
        if !isUntold {
            isUntold = true
            // Deferred: GTK is in the middle of an edit or undo, when the buffer must not change again.
            Task { [weak self] in self?.tellEdits() }
        }
    }

    /// Reports edits that are still unreported.
    func tellEdits() {
        if isUntold {
            isUntold = false
            onEdit?()
        }
    }

    /// The change is not the user's, and cannot be undone.
    func render(_ body: (UnsafeMutablePointer<GtkTextBuffer>) -> Void) {
        Rendering.run {
            gtk_text_buffer_begin_irreversible_action(buffer)
            body(buffer)
            gtk_text_buffer_end_irreversible_action(buffer)
        }
    }

    var buffer: UnsafeMutablePointer<GtkTextBuffer> {
        gtk_text_view_get_buffer(reference.cast())
    }

    var content: String {
        buffer.text
    }

    var isEditable: Bool {
        gtk_text_view_get_editable(reference.cast()) != 0
    }

    /// - Parameter undoes: whether the text view itself undoes typing.
    func setEditable(_ isEditable: Bool, showsCursor: Bool, undoes: Bool) {
        gtk_text_view_set_editable(reference.cast(), isEditable.gboolean)
        gtk_text_view_set_cursor_visible(reference.cast(), showsCursor.gboolean)
        gtk_text_buffer_set_enable_undo(buffer, undoes.gboolean)
    }

    func place(of offset: Int) -> GtkTextIter {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &place, Int32(clamping: offset))
        return place
    }

    func mark(_ ranges: [Range<Int>], with tag: UnsafeMutablePointer<GtkTextTag>) {
        var (from, to) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &from, &to)
        gtk_text_buffer_remove_tag(buffer, tag, &from, &to)
        for range in ranges {
            (from, to) = (place(of: range.lowerBound), place(of: range.upperBound))
            gtk_text_buffer_apply_tag(buffer, tag, &from, &to)
        }
    }

    var cursor: GtkTextIter {
        var cursor = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer))
        return cursor
    }

    var hasSelection: Bool {
        gtk_text_buffer_get_has_selection(buffer) != 0
    }

    /// Scrolls to a range, and returns its rectangle in another widget's coordinates; of several lines, that of the
    /// first character.
    func area(from start: GtkTextIter, to end: GtkTextIter, in other: any Widget) -> GdkRectangle {
        var (start, end) = (start, end)
        gtk_text_view_scroll_to_iter(reference.cast(), &start, 0.05, 0, 0, 0)
        var (first, last) = (GdkRectangle(), GdkRectangle())
        gtk_text_view_get_iter_location(reference.cast(), &start, &first)
        gtk_text_view_get_iter_location(reference.cast(), &end, &last)
        if last.y == first.y {
            // From right to left, the end is on the left.
            first.x = min(first.x, last.x)
            first.width = max(1, max(last.x, first.x + first.width) - first.x)
        }
        var (x, y) = (Int32(0), Int32(0))
        gtk_text_view_buffer_to_window_coords(reference.cast(), GTK_TEXT_WINDOW_WIDGET, first.x, first.y, &x, &y)
        var (left, top) = (0.0, 0.0)
        gtk_widget_translate_coordinates(widget, other.widget, Double(x), Double(y), &left, &top)
        (first.x, first.y) = (Int32(left), Int32(top))
        return first
    }

    /// Runs `body`, which mixes colours, when the widget is realised and whenever the theme changes.
    func onTheme(_ body: @escaping @MainActor () -> Void) {
        let style = Reference(adw_style_manager_get_default())
        style.connect("notify::dark", body)
        style.connect("notify::high-contrast", body)
        reference.connect("realize", body)
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
