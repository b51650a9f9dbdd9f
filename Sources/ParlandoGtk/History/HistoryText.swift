import CGtk
import CGtkShim
import ParlandoPresenters

/// The text of an entry. A press on a word, or Enter, plays the recording from there or offers other readings, unless
/// the text is being edited. Offsets are in characters.
@MainActor final class HistoryText: Widget {
    let reference: Reference
    private let buffer: Reference
    private let heard: UnsafeMutablePointer<GtkTextTag>
    private let doubtful: UnsafeMutablePointer<GtkTextTag>
    private let edits: TextEdits
    private var marked: Range<Int>?
    private var presses: TextPress?
    private var edited: (@MainActor (String) -> Void)?
    private var pressed: (@MainActor (Int) -> Void)?
    private var asked: (@MainActor (Int) -> Void)?
    private var shownDoubtful: [Range<Int>] = []

    init(name: String) {
        reference = Reference(gtk_text_view_new())
        buffer = Reference(gtk_text_view_get_buffer(reference.cast()))
        heard = parlando_heard_tag(buffer.cast())
        doubtful = parlando_doubtful_tag(buffer.cast())
        edits = TextEdits(buffer)
        setClass("transcript")
        setAccessibleLabel(name)
        let view: UnsafeMutablePointer<GtkTextView> = reference.cast()
        gtk_text_view_set_wrap_mode(view, GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(view, 0)
        gtk_text_view_set_left_margin(view, 18)
        gtk_text_view_set_right_margin(view, 18)
        gtk_text_view_set_top_margin(view, 6)
        gtk_text_view_set_bottom_margin(view, 18)
        gtk_text_view_set_pixels_inside_wrap(view, 4)
        gtk_text_view_set_pixels_below_lines(view, 10)
        edits.watch {
        } tell: { [weak self] in
            self?.tell()
        }
        // The text view has already moved the cursor to where the user has clicked.
        presses = TextPress(on: self) { [weak self] _ in self?.tellClick() }
        onEvent(GTK_PHASE_CAPTURE) { [weak self] event in self?.handle(event) ?? false }
        followTheme()
    }

    func onEdit(_ body: @escaping @MainActor (String) -> Void) {
        edited = body
    }

    /// `body` gets the offset of the pressed word.
    func onPress(_ body: @escaping @MainActor (Int) -> Void) {
        pressed = body
    }

    /// Runs `body` with the offset of the cursor whenever the user asks for other readings.
    func onAsk(_ body: @escaping @MainActor (Int) -> Void) {
        asked = body
    }

    // MARK: Showing

    func show(_ text: String) {
        // This state was made before the presenter received the latest edits; a newer state will follow.
        guard !edits.isUntold, text != content else {
            return
        }
        edits.render { gtk_text_buffer_set_text($0, text, -1) }
        marked = nil
        shownDoubtful = []
        measureAgain()
    }

    /// A text view knows the height of its lines only after it has been laid out at its width, and then requests no
    /// layout by itself: the end of a text would be cut off until the window is resized.
    private func measureAgain() {
        var frames = 3
        onTick { [weak self] _ in
            guard let self else {
                return false
            }
            gtk_widget_queue_resize(widget)
            frames -= 1
            return frames > 0
        }
    }

    var isEditable: Bool {
        get { gtk_text_view_get_editable(reference.cast()) != 0 }
        set {
            gtk_text_view_set_editable(reference.cast(), newValue.gboolean)
            gtk_text_buffer_set_enable_undo(buffer.cast(), newValue.gboolean)
        }
    }

    func show(isRightToLeft: Bool) {
        parlando_set_right_to_left(widget, isRightToLeft)
    }

    func show(doubtful ranges: [Range<Int>]) {
        guard ranges != shownDoubtful else {
            return
        }
        shownDoubtful = ranges
        mark(ranges, with: doubtful)
    }

    private func mark(_ ranges: [Range<Int>], with tag: UnsafeMutablePointer<GtkTextTag>) {
        let text: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_bounds(text, &from, &to)
        gtk_text_buffer_remove_tag(text, tag, &from, &to)
        for range in ranges {
            (from, to) = (place(of: range.lowerBound), place(of: range.upperBound))
            gtk_text_buffer_apply_tag(text, tag, &from, &to)
        }
    }

    /// Scrolls to a range. Returns its rectangle relative to another widget, or that of its first character if the
    /// range is on several lines.
    func area(of range: Range<Int>, in other: any Widget) -> GdkRectangle {
        TextArea.area(from: place(of: range.lowerBound), to: place(of: range.upperBound), in: self, of: other)
    }

    private func place(of position: Int) -> GtkTextIter {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer.cast(), &place, Int32(clamping: position))
        return place
    }

    /// Marks the word that is being played, and scrolls to it.
    func show(marked range: Range<Int>?) {
        guard range != marked else {
            return
        }
        marked = range
        mark(range.map { [$0] } ?? [], with: heard)
        if let range {
            var end = place(of: range.upperBound)
            gtk_text_view_scroll_to_iter(reference.cast(), &end, 0.1, 0, 0, 0)
        }
    }

    // MARK: Input

    func tellEdits() {
        edits.flush()
    }

    private func tell() {
        edited?(content)
    }

    private var content: String {
        let buffer: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
        return buffer.text
    }

    private func tellClick() {
        if !isEditable {
            tell(pressed)
        }
    }

    /// Handles Enter and Ctrl+. while the text cannot be edited. Returns whether the event was used up.
    private func handle(_ event: OpaquePointer) -> Bool {
        guard !isEditable, gdk_event_get_event_type(event) == GDK_KEY_PRESS else {
            return false
        }
        if Self.isEnter(event) {
            tell(pressed)
            return true
        }
        if Self.isControlPeriod(event) {
            tell(asked)
            return true
        }
        return false
    }

    private static func isEnter(_ event: OpaquePointer) -> Bool {
        [GDK_KEY_Return, GDK_KEY_KP_Enter].contains(Int32(bitPattern: gdk_key_event_get_keyval(event)))
    }

    private static func isControlPeriod(_ event: OpaquePointer) -> Bool {
        gdk_key_event_get_keyval(event) == guint(GDK_KEY_period)
            && gdk_event_get_modifier_state(event).rawValue & GDK_CONTROL_MASK.rawValue != 0
    }

    /// Does nothing if text is selected.
    private func tell(_ news: (@MainActor (Int) -> Void)?) {
        let text: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
        guard gtk_text_buffer_get_has_selection(text) == 0 else {
            return
        }
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(text, &place, gtk_text_buffer_get_insert(text))
        news?(Int(gtk_text_iter_get_offset(&place)))
    }

    // MARK: Colours

    private func followTheme() {
        let style = Reference(adw_style_manager_get_default())
        for signal in ["notify::dark", "notify::high-contrast"] {
            style.connect(signal) { [weak self] in self?.mix() }
        }
        reference.connect("realize") { [weak self] in self?.mix() }
    }

    private func mix() {
        var colour = GdkRGBA(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
        let accent = "accent_bg_color"  // colour of libadwaita's palette
        gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), accent, &colour)
        colour.alpha *= 0.35
        parlando_tag_set_background(heard, &colour)
        let warning = "warning_color"  // colour of libadwaita's palette
        gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), warning, &colour)
        parlando_tag_set_underline(doubtful, &colour)
    }
}
