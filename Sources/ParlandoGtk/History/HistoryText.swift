import CGtk
import CGtkShim
import ParlandoPresenters

/// The text of an entry. A press on a word, or Enter, plays the recording from there or offers other readings, unless
/// the text is being edited. Offsets are in characters.
@MainActor final class HistoryText: Widget {
    var onEdit: (@MainActor (String) -> Void)?
    /// With the offset of the pressed word.
    var onPressWord: (@MainActor (Int) -> Void)?
    /// The user asks for other readings at an offset.
    var onAsk: (@MainActor (Int) -> Void)?

    private let view = EditedText("transcript", horizontal: 18, top: 6, bottom: 18, inside: 4, below: 10)
    private let heard: UnsafeMutablePointer<GtkTextTag>
    private let doubtful: UnsafeMutablePointer<GtkTextTag>
    let found: FoundMarks
    private var marked: Range<Int>?
    private var presses: TextPress?
    private var shownDoubtful: [Range<Int>] = []

    var reference: Reference { view.reference }

    init(name: String) {
        heard = parlando_heard_tag(view.buffer)
        doubtful = parlando_doubtful_tag(view.buffer)
        found = FoundMarks(view)
        setAccessibleLabel(name)
        isEditable = false
        view.onEdit = { [weak self] in
            if let self {
                onEdit?(view.content)
            }
        }
        // The text view has already moved the cursor to where the user has clicked.
        presses = TextPress(on: self) { [weak self] _ in self?.tellClick() }
        onEvent(GTK_PHASE_CAPTURE) { [weak self] event in self?.handle(InputEvent(event)) ?? false }
        view.onTheme { [weak self] in self?.mix() }
    }

    // MARK: Showing

    func show(_ text: String) {
        // This state was made before the presenter received the latest edits; a newer state will follow.
        guard !view.isUntold, text != view.content else {
            return
        }
        view.render { gtk_text_buffer_set_text($0, text, -1) }
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
        get { view.isEditable }
        set { view.setEditable(newValue, showsCursor: true, undoes: newValue) }
    }

    func show(isRightToLeft: Bool) {
        parlando_set_right_to_left(widget, isRightToLeft)
    }

    func show(doubtful ranges: [Range<Int>]) {
        guard ranges != shownDoubtful else {
            return
        }
        shownDoubtful = ranges
        view.mark(ranges, with: doubtful)
    }

    /// Scrolls to a range. Returns its rectangle relative to another widget, or that of its first character if the
    /// range is on several lines.
    func area(of range: Range<Int>, in other: any Widget) -> GdkRectangle {
        view.area(from: view.place(of: range.lowerBound), to: view.place(of: range.upperBound), in: other)
    }

    /// Marks the word that is being played, and scrolls to it.
    func show(marked range: Range<Int>?) {
        guard range != marked else {
            return
        }
        marked = range
        view.mark(range.map { [$0] } ?? [], with: heard)
        if let range {
            var end = view.place(of: range.upperBound)
            gtk_text_view_scroll_to_iter(reference.cast(), &end, 0.1, 0, 0, 0)
        }
    }

    // MARK: Input

    func tellEdits() {
        view.tellEdits()
    }

    private func tellClick() {
        if !isEditable {
            tell(onPressWord)
        }
    }

    /// Handles Enter and Ctrl+. while the text cannot be edited. Returns whether the event was used up.
    private func handle(_ event: InputEvent) -> Bool {
        guard !isEditable, event.kind == .keyDown else {
            return false
        }
        if event.isEnter {
            tell(onPressWord)
            return true
        }
        if event.value == GDK_KEY_period, event.isControlHeld {
            tell(onAsk)
            return true
        }
        return false
    }

    /// Does nothing if text is selected.
    private func tell(_ news: (@MainActor (Int) -> Void)?) {
        var place = view.cursor
        if !view.hasSelection {
            news?(Int(gtk_text_iter_get_offset(&place)))
        }
    }

    private func mix() {
        var colour = GdkRGBA(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
        let accent = "accent_bg_color"  // colour of libadwaita's palette
        gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), accent, &colour)
        colour.alpha *= 0.35
        parlando_tag_set_colour(heard, "background-rgba", &colour)
        let warning = "warning_color"  // colour of libadwaita's palette
        gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), warning, &colour)
        parlando_tag_set_colour(doubtful, "underline-rgba", &colour)
    }
}
