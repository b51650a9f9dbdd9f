import CGtk
import CGtkShim
import ParlandoPresenters

/// Text view of the transcript. The text can be selected, and edited if the state allows it.
///
/// An update replaces only the changed part of the buffer. It therefore takes hardly longer after an hour than in the
/// first minute, and a selection in unchanged text is kept.
@MainActor final class TranscriptText: Widget {
    typealias Run = DictationViewState.Run

    /// Without timestamps.
    var onEdit: (@MainActor (String) -> Void)?
    /// The user has clicked a doubtful word at an offset in the text without timestamps, in characters.
    var onPressDoubtful: (@MainActor (Int) -> Void)?

    /// Of the page, on all sides, in application pixels.
    static let margin: Int32 = 28

    let view: EditedText
    private let tags: TranscriptTags
    let found: FoundMarks
    private var shown: [[Run]] = []
    /// In characters of the buffer.
    private var starts: [Int] = []
    private var presses: TextPress?
    /// Whether the buffer differs from `shown` because the user typed.
    private var isEdited = false
    /// GTK clears its undo history whenever the program changes the text.
    private let hasOwnUndo: Bool
    /// Whether the cursor moves to the next change, because the user asked for it, for example by Undo.
    private var followsChange = false

    /// - Parameters:
    ///   - margin: on all sides, in application pixels.
    ///   - hasOwnUndo: whether the text view itself undoes typing; otherwise the page does.
    init(name: String = tr("Transcript"), margin: Int32 = TranscriptText.margin, hasOwnUndo: Bool = false) {
        self.hasOwnUndo = hasOwnUndo
        view = EditedText(
            "transcript", horizontal: margin, top: margin, bottom: margin, inside: 5, below: margin / 2)
        tags = TranscriptTags(view)
        found = FoundMarks(view, tags)
        setAccessibleLabel(name)
        isEditable = false
        presses = TextPress(on: self) { [weak self] place in self?.press(at: place) }
        view.onChange = { [weak self] in self?.isEdited = true }
        view.onEdit = { [weak self] in self?.tell() }
    }

    var reference: Reference { view.reference }

    var isEditable: Bool {
        get { view.isEditable }
        set { view.setEditable(newValue, showsCursor: newValue, undoes: newValue && hasOwnUndo) }
    }

    func show(_ paragraphs: [[Run]]) {
        if view.isUntold {
            // This state is older than the latest edits; a newer one will follow.
            return
        }
        if isEdited, view.content == Self.text(of: paragraphs) {
            // The buffer already shows the user's edits.
            adopt(paragraphs)
        } else if isEdited, isShowing(paragraphs) {
            // Only timestamps differ. Inserting them would clear the undo history.
            return
        } else if isEdited {
            replaceAll(with: paragraphs)
        } else if let diff = TranscriptDiff(from: shown, to: paragraphs) {
            replace(diff, of: paragraphs)
        }
        followsChange = false
    }

    /// Moves the cursor to the end of the next change, and scrolls there.
    func followNextChange() {
        followsChange = true
    }

    // MARK: Replacing what has changed

    /// A cursor or selection in the paragraphs after the changed ones is kept.
    private func replace(_ diff: TranscriptDiff, of paragraphs: [[Run]]) {
        if diff.keptParagraphs > 0 {
            replaceMiddle(diff, of: paragraphs)
        } else {
            replaceEnd(diff, of: paragraphs)
        }
        if followsChange {
            let last = max(diff.paragraph, paragraphs.count - diff.keptParagraphs - 1)
            let end = last + 1 < starts.count ? starts[last + 1] - 1 : end()
            view.moveCursor(toOffset: end)
        }
    }

    private func replaceMiddle(_ diff: TranscriptDiff, of paragraphs: [[Run]]) {
        let oldKept = shown.count - diff.keptParagraphs
        let newKept = paragraphs.count - diff.keptParagraphs
        let (from, to) = (starts[diff.paragraph], starts[oldKept])
        var newStarts: [Int] = []
        view.render { buffer in
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
        view.render { buffer in
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

    /// The cursor keeps its distance from the end of its line, because timestamps may appear or disappear.
    private func replaceAll(with paragraphs: [[Run]]) {
        let place = view.cursorPlace
        view.render { buffer in
            buffer.truncate(at: 0)
            starts = []
            append(paragraphs[...], buffer)
        }
        view.moveCursor(to: place)
        isEdited = false
        shown = paragraphs
    }

    /// Also removes the newline before the paragraph, and everything after it.
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

    /// Returns the offset after the inserted text, in characters.
    private func insert(_ runs: [Run], _ buffer: UnsafeMutablePointer<GtkTextBuffer>, at place: Int) -> Int {
        var to = view.place(of: place)
        for run in runs {
            let offset = gtk_text_iter_get_offset(&to)
            gtk_text_buffer_insert(buffer, &to, run.text, -1)
            guard let tag = tags.tag(for: run.style) else {
                continue
            }
            var from = view.place(of: Int(offset))
            gtk_text_buffer_apply_tag(buffer, tag, &from, &to)
        }
        return Int(gtk_text_iter_get_offset(&to))
    }

    private func end() -> Int {
        Int(gtk_text_buffer_get_char_count(view.buffer))
    }

    // MARK: Editing by hand

    /// Reports edits that are still unreported.
    func tellEdits() {
        view.tellEdits()
    }

    private func tell() {
        onEdit?(tags.textWithoutTimestamps())
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

    /// In characters of the text without timestamps.
    var position: Int {
        tags.position(of: view.cursor)
    }

    /// In characters of the text without timestamps; empty if nothing is selected.
    var selection: Range<Int> {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_selection_bounds(view.buffer, &start, &end)
        return tags.position(of: start)..<tags.position(of: end)
    }

    /// In characters of the text without timestamps.
    func placeCursor(at position: Int) {
        var place = tags.place(of: position)
        gtk_text_buffer_place_cursor(view.buffer, &place)
    }

    /// Scrolls to a range of the text without timestamps. Returns its rectangle relative to another widget; that of its
    /// first character if it is on several lines.
    func area(of range: Range<Int>, in other: any Widget) -> GdkRectangle {
        view.area(from: tags.place(of: range.lowerBound), to: tags.place(of: range.upperBound), in: other)
    }

    private func press(at place: (x: Double, y: Double)) {
        var (x, y) = (Int32(0), Int32(0))
        gtk_text_view_window_to_buffer_coords(
            reference.cast(), GTK_TEXT_WINDOW_WIDGET, Int32(place.x), Int32(place.y), &x, &y)
        var word = GtkTextIter()
        let isText = gtk_text_view_get_iter_at_location(reference.cast(), &word, x, y) != 0
        if isText, !view.hasSelection, tags.isDoubtful(at: word) {
            onPressDoubtful?(tags.position(of: word))
        }
    }

    private static func text(of paragraphs: [[Run]]) -> String {
        paragraphs.map { $0.map(\.text).joined() }.joined(separator: "\n")
    }
}

/// Difference between two transcripts. Text at the beginning and whole paragraphs at the end are kept; what is between
/// them is replaced.
struct TranscriptDiff: Equatable {
    typealias Run = DictationViewState.Run

    /// Index of the first changed paragraph.
    let paragraph: Int
    /// Characters to keep at the beginning of that paragraph, in Unicode scalars, as GTK counts them.
    let keptCharacters: Int
    /// What follows them.
    let tail: [Run]
    /// Unchanged paragraphs at the end. If there are any, the first changed paragraph is replaced as a whole.
    let keptParagraphs: Int

    /// Nil if both are equal. Only text that differs is copied.
    init?(from old: [[Run]], to new: [[Run]]) {
        var paragraph = 0
        while paragraph < old.count, paragraph < new.count, old[paragraph] == new[paragraph] {
            paragraph += 1
        }
        guard paragraph < old.count || paragraph < new.count else {
            return nil
        }
        self.paragraph = paragraph
        let room = min(old.count, new.count) - paragraph
        keptParagraphs = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0 == $1 }.count
        guard paragraph < old.count, paragraph < new.count else {
            keptCharacters = 0
            tail = paragraph < new.count ? new[paragraph] : []
            return
        }
        (keptCharacters, tail) = Self.common(old[paragraph], new[paragraph])
    }

    /// Returns how many leading characters are shared, and the rest of the new paragraph.
    private static func common(_ old: [Run], _ new: [Run]) -> (Int, [Run]) {
        var kept = 0
        var index = 0
        while index < old.count, index < new.count, old[index] == new[index] {
            kept += new[index].text.unicodeScalars.count
            index += 1
        }
        var tail = Array(new[index...])
        if index < old.count, index < new.count, old[index].style == new[index].style {
            let shared = zip(old[index].text.unicodeScalars, new[index].text.unicodeScalars).prefix { $0 == $1 }.count
            kept += shared
            tail[0].text = String(String.UnicodeScalarView(new[index].text.unicodeScalars.dropFirst(shared)))
        }
        return (kept, tail)
    }
}
