import CGtk
import CGtkShim
import ParlandoPresenters

@MainActor protocol TranscriptTextDelegate: AnyObject {
    func transcriptText(_ text: TranscriptText, didEdit content: String)
    /// Called when the user clicks a doubtful word. `position` is the offset of the click in the text without
    /// timestamps, in characters.
    func transcriptText(_ text: TranscriptText, didPressDoubtfulWordAt position: Int)
}

extension TranscriptTextDelegate {
    func transcriptText(_ text: TranscriptText, didPressDoubtfulWordAt position: Int) {}
}

/// Text view of the transcript. The text can be selected, and edited if the state allows it.
///
/// An update replaces only the changed part of the buffer. It therefore takes hardly longer after an hour than in the
/// first minute, and a selection in unchanged text is kept.
@MainActor final class TranscriptText: Widget {
    typealias Run = DictationViewState.Run

    weak var delegate: (any TranscriptTextDelegate)?

    let reference: Reference
    private let buffer: Reference
    private let tags: TranscriptTags
    private var shown: [[Run]] = []
    /// Offset of each shown paragraph in the buffer, in characters.
    private var starts: [Int] = []
    private let edits: TextEdits
    private var presses: TextPress?
    /// Whether the buffer differs from `shown` because the user typed.
    private var isEdited = false
    /// Whether GTK keeps an undo history of what the user types. GTK clears it whenever the program changes the text.
    private let hasOwnUndo: Bool
    /// Whether the cursor moves to the next change of the text, because the user requested that change, such as by
    /// Undo.
    private var followsChange = false

    /// - Parameters:
    ///   - name: accessible name of the text view.
    ///   - margin: margin on all sides, in application pixels.
    ///   - hasOwnUndo: whether the text view itself undoes typing; otherwise the page does.
    init(name: String = tr("Transcript"), margin: Int32 = 28, hasOwnUndo: Bool = false) {
        self.hasOwnUndo = hasOwnUndo
        reference = Reference(gtk_text_view_new())
        buffer = Reference(gtk_text_view_get_buffer(reference.cast()))
        tags = TranscriptTags(buffer: buffer)
        edits = TextEdits(buffer)
        setUp(name, margin)
        tags.follow(self)
        presses = TextPress(on: self) { [weak self] place in self?.press(at: place) }
        edits.watch { [weak self] in
            self?.isEdited = true
        } tell: { [weak self] in
            self?.tell()
        }
    }

    private func setUp(_ name: String, _ margin: Int32) {
        let view: UnsafeMutablePointer<GtkTextView> = reference.cast()
        setClass("transcript")
        setAccessibleLabel(name)
        gtk_text_view_set_wrap_mode(view, GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_cursor_visible(view, 0)
        gtk_text_view_set_accepts_tab(view, 0)
        gtk_text_view_set_left_margin(view, margin)
        gtk_text_view_set_right_margin(view, margin)
        gtk_text_view_set_top_margin(view, margin)
        gtk_text_view_set_bottom_margin(view, margin)
        gtk_text_view_set_pixels_inside_wrap(view, 5)
        gtk_text_view_set_pixels_below_lines(view, margin / 2)
        isEditable = false
    }

    var isEditable: Bool {
        get { gtk_text_view_get_editable(reference.cast()) != 0 }
        set {
            gtk_text_view_set_editable(reference.cast(), newValue.gboolean)
            gtk_text_view_set_cursor_visible(reference.cast(), newValue.gboolean)
            gtk_text_buffer_set_enable_undo(buffer.cast(), (newValue && hasOwnUndo).gboolean)
        }
    }

    func show(_ paragraphs: [[Run]]) {
        if edits.isUntold {
            // This state was made before the presenter received the latest edits; a newer state will follow.
            return
        }
        if isEdited, tags.text() == Self.text(of: paragraphs) {
            // The presenter has accepted the user's edits, so the buffer already shows this text.
            adopt(paragraphs)
        } else if isEdited, isShowing(paragraphs) {
            // Only timestamps are missing or out of date. Inserting them would clear the user's undo history.
            return
        } else if isEdited {
            replaceAll(with: paragraphs)
        } else if let diff = TranscriptDiff(from: shown, to: paragraphs) {
            replace(diff, of: paragraphs)
        }
        followsChange = false
    }

    /// Makes the next change of the text move the cursor to the end of the changed part and scroll there.
    func followNextChange() {
        followsChange = true
    }

    // MARK: Replacing what has changed

    /// Replaces the changed paragraphs. The paragraphs after them stay, so a cursor or selection in them is kept.
    private func replace(_ diff: TranscriptDiff, of paragraphs: [[Run]]) {
        if diff.keptParagraphs > 0 {
            replaceMiddle(diff, of: paragraphs)
        } else {
            replaceEnd(diff, of: paragraphs)
        }
        if followsChange {
            let last = max(diff.paragraph, paragraphs.count - diff.keptParagraphs - 1)
            let end = last + 1 < starts.count ? starts[last + 1] - 1 : end()
            cursor.move(toOffset: end, in: reference)
        }
    }

    private func replaceMiddle(_ diff: TranscriptDiff, of paragraphs: [[Run]]) {
        let oldKept = shown.count - diff.keptParagraphs
        let newKept = paragraphs.count - diff.keptParagraphs
        let (from, to) = (starts[diff.paragraph], starts[oldKept])
        var newStarts: [Int] = []
        edits.render { buffer in
            buffer.delete(from, to)
            var place = from
            for paragraph in paragraphs[diff.paragraph..<newKept] {
                newStarts.append(place)
                place = insert(paragraph + [Run("\n", .final)], buffer, at: place)
            }
            let shift = place - to
            starts = Array(starts[..<diff.paragraph]) + newStarts + starts[oldKept...].map { $0 + shift }
        }
        shown = paragraphs
    }

    private func replaceEnd(_ diff: TranscriptDiff, of paragraphs: [[Run]]) {
        edits.render { buffer in
            if diff.keptCharacters > 0 {
                buffer.truncate(at: starts[diff.paragraph] + diff.keptCharacters)
                starts.removeSubrange((diff.paragraph + 1)...)
                insert(diff.tail, buffer)
                append(paragraphs.dropFirst(diff.paragraph + 1), buffer)
            } else {
                drop(from: diff.paragraph, buffer)
                append(paragraphs.dropFirst(diff.paragraph), buffer)
            }
        }
        shown = paragraphs
    }

    /// Replaces all text. The cursor keeps its line and its distance from the line's end, because timestamps before it
    /// may appear or disappear.
    private func replaceAll(with paragraphs: [[Run]]) {
        let place = cursor.place
        edits.render { buffer in
            buffer.truncate(at: 0)
            starts = []
            append(paragraphs[...], buffer)
        }
        cursor.move(to: place)
        isEdited = false
        shown = paragraphs
    }

    /// Removes a paragraph, the newline before it and everything after it.
    ///
    /// - Parameter paragraph: index of the paragraph.
    private func drop(from paragraph: Int, _ buffer: UnsafeMutablePointer<GtkTextBuffer>) {
        guard paragraph < starts.count else {
            return
        }
        buffer.truncate(at: max(0, starts[paragraph] - 1))
        starts.removeSubrange(paragraph...)
    }

    private func append(_ paragraphs: ArraySlice<[Run]>, _ buffer: UnsafeMutablePointer<GtkTextBuffer>) {
        for paragraph in paragraphs {
            if !starts.isEmpty {
                insert([Run("\n", .final)], buffer)
            }
            starts.append(end())
            insert(paragraph, buffer)
        }
    }

    private func insert(_ runs: [Run], _ buffer: UnsafeMutablePointer<GtkTextBuffer>) {
        _ = insert(runs, buffer, at: end())
    }

    /// Inserts text at an offset in characters, and returns the offset after the inserted text.
    private func insert(_ runs: [Run], _ buffer: UnsafeMutablePointer<GtkTextBuffer>, at place: Int) -> Int {
        var to = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &to, Int32(place))
        for run in runs {
            let offset = gtk_text_iter_get_offset(&to)
            gtk_text_buffer_insert(buffer, &to, run.text, -1)
            guard let tag = tags.tag(for: run.style) else {
                continue
            }
            var from = GtkTextIter()
            gtk_text_buffer_get_iter_at_offset(buffer, &from, offset)
            gtk_text_buffer_apply_tag(buffer, tag, &from, &to)
        }
        return Int(gtk_text_iter_get_offset(&to))
    }

    private func end() -> Int {
        Int(gtk_text_buffer_get_char_count(buffer.cast()))
    }

    // MARK: Editing by hand

    /// Reports the user's edits to the delegate if any are still unreported.
    func tellEdits() {
        edits.flush()
    }

    private func tell() {
        delegate?.transcriptText(self, didEdit: tags.textWithoutTimestamps())
    }

    /// Whether the buffer differs from these paragraphs only in timestamps, and has timestamps only at line starts.
    private func isShowing(_ paragraphs: [[Run]]) -> Bool {
        let words = paragraphs.map { $0.filter { $0.style != .timestamp } }
        return words != paragraphs && tags.areTimesAtLineStarts && tags.textWithoutTimestamps() == Self.text(of: words)
    }

    private func adopt(_ paragraphs: [[Run]]) {
        isEdited = false
        let diff = TranscriptDiff(from: shown, to: paragraphs)
        shown = paragraphs
        starts = []
        var offset = 0
        for paragraph in paragraphs {
            starts.append(offset)
            offset += paragraph.reduce(1) { $0 + $1.text.unicodeScalars.count }
        }
        if let diff {
            for index in diff.paragraph..<max(diff.paragraph, paragraphs.count - diff.keptParagraphs) {
                tags.markDoubtful(paragraphs[index], from: starts[index])
            }
        }
    }

    // MARK: Words

    /// Position of the cursor in the text without timestamps, in characters.
    var position: Int {
        let text: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(text, &place, gtk_text_buffer_get_insert(text))
        return tags.position(of: place)
    }

    /// Puts the cursor at a position in the text without timestamps, in characters.
    func placeCursor(at position: Int) {
        var place = tags.place(of: position)
        gtk_text_buffer_place_cursor(buffer.cast(), &place)
    }

    /// Scrolls to a range of the text without timestamps, in characters. Returns the range's rectangle relative to
    /// another widget, or that of its first character if the range is on several lines.
    func area(of range: Range<Int>, in other: any Widget) -> GdkRectangle {
        TextArea.area(
            from: tags.place(of: range.lowerBound), to: tags.place(of: range.upperBound), in: self, of: other)
    }

    private func press(at place: (x: Double, y: Double)) {
        var (x, y) = (Int32(0), Int32(0))
        gtk_text_view_window_to_buffer_coords(
            reference.cast(), GTK_TEXT_WINDOW_WIDGET, Int32(place.x), Int32(place.y), &x, &y)
        var word = GtkTextIter()
        let isText = gtk_text_view_get_iter_at_location(reference.cast(), &word, x, y) != 0
        if isText, gtk_text_buffer_get_has_selection(buffer.cast()) == 0, tags.isDoubtful(at: word) {
            delegate?.transcriptText(self, didPressDoubtfulWordAt: tags.position(of: word))
        }
    }

    private var cursor: TextCursor {
        TextCursor(buffer: buffer)
    }

    private static func text(of paragraphs: [[Run]]) -> String {
        paragraphs.map { $0.map(\.text).joined() }.joined(separator: "\n")
    }
}
