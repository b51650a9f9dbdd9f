import CGtk
import CGtkShim
import ParlandoPresenters

/// Text view of a history entry. The text can be edited if the state allows it. Otherwise a press on a word, or Enter,
/// plays the recording from that word, or offers other readings if the word is doubtful.
@MainActor final class HistoryText: Widget {
    /// Maximum distance in application pixels between press and release of a click.
    private static let slip = 6.0

    let reference: Reference
    private let buffer: Reference
    private let heard: UnsafeMutablePointer<GtkTextTag>
    private let doubtful: UnsafeMutablePointer<GtkTextTag>
    private let edits: TextEdits
    private var marked: Range<Int>?
    private var press: (x: Double, y: Double)?
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
        onEvent(GTK_PHASE_CAPTURE) { [weak self] event in self?.handle(event) ?? false }
        followTheme()
    }

    /// Runs `body` with the whole text when the user has changed it.
    func onEdit(_ body: @escaping @MainActor (String) -> Void) {
        edited = body
    }

    /// Runs `body` whenever the user presses a word. `body` gets the offset of the press in the text, in characters.
    func onPress(_ body: @escaping @MainActor (Int) -> Void) {
        pressed = body
    }

    /// Runs `body` whenever the user asks for other readings of the word at the cursor. `body` gets the cursor's offset
    /// in the text, in characters.
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

    /// Requests a new layout in each of the next three frames. A text view knows the height of its lines only after it
    /// has been laid out at its width, and then requests no layout by itself: the end of a text would be cut off until
    /// the window is resized.
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

    /// Marks words that were recognised with a low probability.
    ///
    /// - Parameter ranges: ranges of the words in the text, in characters.
    func show(doubtful ranges: [Range<Int>]) {
        guard ranges != shownDoubtful else {
            return
        }
        shownDoubtful = ranges
        let text: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_bounds(text, &from, &to)
        gtk_text_buffer_remove_tag(text, doubtful, &from, &to)
        for range in ranges {
            (from, to) = (place(of: range.lowerBound), place(of: range.upperBound))
            gtk_text_buffer_apply_tag(text, doubtful, &from, &to)
        }
    }

    /// Scrolls to a range of the text, in characters. Returns the range's rectangle relative to another widget, or that
    /// of its first character if the range is on several lines.
    func area(of range: Range<Int>, in other: any Widget) -> GdkRectangle {
        TextArea.area(from: place(of: range.lowerBound), to: place(of: range.upperBound), in: self, of: other)
    }

    private func place(of position: Int) -> GtkTextIter {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer.cast(), &place, Int32(clamping: position))
        return place
    }

    /// Marks the word that is being played, and scrolls to it. Nil removes the mark.
    func show(marked range: Range<Int>?) {
        guard range != marked else {
            return
        }
        let text: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_bounds(text, &from, &to)
        gtk_text_buffer_remove_tag(text, heard, &from, &to)
        marked = range
        guard let range else {
            return
        }
        gtk_text_buffer_get_iter_at_offset(text, &from, Int32(clamping: range.lowerBound))
        gtk_text_buffer_get_iter_at_offset(text, &to, Int32(clamping: range.upperBound))
        gtk_text_buffer_apply_tag(text, heard, &from, &to)
        gtk_text_view_scroll_to_iter(reference.cast(), &to, 0.1, 0, 0, 0)
    }

    // MARK: Input

    /// Reports the user's edits to the owner if any are still unreported.
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

    /// Handles clicks, Enter and Ctrl+. while the text cannot be edited; drags that select text are ignored. Returns
    /// whether the event was used up. When a click ends, the text view has already moved the cursor there.
    private func handle(_ event: OpaquePointer) -> Bool {
        guard !isEditable else {
            return false
        }
        switch gdk_event_get_event_type(event) {
        case GDK_BUTTON_PRESS where gdk_button_event_get_button(event) == 1:
            press = Self.place(of: event)
        case GDK_BUTTON_RELEASE:
            if let press, let place = Self.place(of: event), abs(place.x - press.x) < Self.slip,
                abs(place.y - press.y) < Self.slip
            {
                tell(pressed)
            }
            press = nil
        case GDK_KEY_PRESS where Self.isEnter(event):
            tell(pressed)
            return true
        case GDK_KEY_PRESS where Self.isControlPeriod(event):
            tell(asked)
            return true
        default: break
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

    private static func place(of event: OpaquePointer) -> (x: Double, y: Double)? {
        var place = (x: 0.0, y: 0.0)
        return gdk_event_get_position(event, &place.x, &place.y) != 0 ? place : nil
    }

    /// Calls `news` with the offset of the cursor in characters, unless text is selected.
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
