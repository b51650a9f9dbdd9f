import CGtk
import CGtkShim
import ParlandoPresenters
import XCTest

@testable import ParlandoGtk

/// The transcript on a real text view.
final class TranscriptTextTests: WidgetTestCase {
    typealias Run = DictationViewState.Run

    func testTheBufferHoldsWhateverIsShown() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            var dice = SequenceDice(seed: 7)
            var paragraphs: [[Run]] = []
            for _ in 0..<2_000 {
                dice.change(&paragraphs)
                text.show(paragraphs)
                let expected = paragraphs.map { $0.map(\.text).joined() }.joined(separator: "\n")
                XCTAssertEqual(text.content, expected)
            }
        }
    }

    func testWhatIsTypedIsToldWithoutTimes() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            var edits: [String] = []
            text.onEdit = { edits.append($0) }
            text.show([[Run("[00:00] ", .timestamp), Run("One two", .final)]])
            text.type(" three")
            text.tellEdits()
            XCTAssertEqual(edits, ["One two three"])
        }
    }

    func testMatchesAreMarkedBesideTimesAndTheCurrentOneTwice() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            text.show([
                [Run("[00:00] ", .timestamp), Run("one two", .final)],
                [Run("[00:05] ", .timestamp), Run("one", .final)],
            ])
            var find = FindViewState()
            (find.matches, find.current) = ([0..<3, 8..<11], 1)
            text.found.show(find)
            let lines = [PANGO_UNDERLINE_SINGLE, PANGO_UNDERLINE_DOUBLE]
            for (place, line) in zip([8, 24], lines) {
                var iter = text.view.place(of: place)
                let tags = gtk_text_iter_get_tags(&iter)
                defer { g_slist_free(tags) }
                // The last one wins.
                let tag = g_slist_last(tags)?.pointee.data?.assumingMemoryBound(to: GtkTextTag.self)
                var value = GValue()
                g_value_init(&value, pango_underline_get_type())
                g_object_get_property(
                    UnsafeMutableRawPointer(tag)?.assumingMemoryBound(to: GObject.self), "underline", &value)
                XCTAssertEqual(UInt32(g_value_get_enum(&value)), line.rawValue)
                g_value_unset(&value)
            }
        }
    }

    /// GTK 4.8 asks in this way when a screen reader asks it, and crashes where there is no answer.
    func testTheColourOfAWordCanBeAskedFor() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            text.show([[Run("[00:00] ", .timestamp), Run("one two", .interim)]])
            for place in [2, 10] {
                var iter = text.view.place(of: place)
                let tags = gtk_text_iter_get_tags(&iter)
                defer { g_slist_free(tags) }
                guard let tag = tags?.pointee.data else {
                    XCTFail("no tag")
                    continue
                }
                var colour = GdkRGBA(red: 1, green: 0, blue: 0, alpha: 1)
                parlando_tag_set_colour(tag.assumingMemoryBound(to: GtkTextTag.self), "foreground-rgba", &colour)
                var value = GValue()
                g_value_init(&value, gdk_rgba_get_type())
                g_object_get_property(tag.assumingMemoryBound(to: GObject.self), "foreground", &value)
                XCTAssertNotNil(g_value_get_boxed(&value))
                g_value_unset(&value)
            }
        }
    }

    func testShowingWhatWasTypedLeavesTheCursorAlone() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            text.show([[Run("One", .final)], [Run("Two", .final)]])
            text.type("!", at: 3)
            text.tellEdits()
            text.show([[Run("One!", .final)], [Run("Two", .final)]])
            XCTAssertEqual(text.cursor, 4)
            text.show([[Run("One!", .final)], [Run("Two three", .final)]])
            XCTAssertEqual(text.content, "One!\nTwo three")
        }
    }

    func testPositionsLeaveTimestampsOut() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            text.show([
                [Run("[00:00] ", .timestamp), Run("One ", .final), Run("two", .doubtful)],
                [Run("[00:05] ", .timestamp), Run("three", .final)],
            ])
            // The beginning, "two", the second line and its end.
            for (offset, position) in [(0, 0), (8, 0), (12, 4), (16, 8), (24, 8), (26, 10), (29, 13)] as [(Int32, Int)]
            {
                text.place(cursor: offset)
                XCTAssertEqual(text.position, position, "\(offset)")
            }
            for position in [0, 4, 7, 8, 13] {
                text.placeCursor(at: position)
                XCTAssertEqual(text.position, position)
            }
            text.placeCursor(at: 10)
            XCTAssertEqual(text.cursor, 26)
        }
    }

    func testAWordThatIsTypedOverIsNoLongerMarked() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            text.show([
                [Run("Ask ", .final), Run("knot", .doubtful)], [Run("what ", .final), Run("kind", .doubtful)],
            ])
            XCTAssertNotNil(text.look(at: 5, "underline"))
            text.type("t", at: 6)
            text.tellEdits()
            text.show([[Run("Ask kntot", .final)], [Run("what ", .final), Run("kind", .doubtful)]])
            XCTAssertNil(text.look(at: 5, "underline"))
            XCTAssertNotNil(text.look(at: 17, "underline"))
            XCTAssertEqual(text.cursor, 7)
        }
    }

    func testTypingIsToldOnceAndNotInTheMiddleOfIt() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            var edits: [String] = []
            text.onEdit = { edits.append($0) }
            text.show([[Run("One", .final)]])
            text.type(" two")
            text.type(" three")
            XCTAssertEqual(edits, [])
            // A state from before the typing takes nothing away.
            text.show([[Run("[00:00] ", .timestamp), Run("One", .final)]])
            XCTAssertEqual(text.content, "One two three")
            text.tellEdits()
            text.tellEdits()
            XCTAssertEqual(edits, ["One two three"])
        }
    }

    func testAParagraphTypedAmongTimesCanBeUndone() {
        MainActor.assumeIsolated {
            let text = TranscriptText(hasOwnUndo: true)
            text.isEditable = true
            text.show([[Run("[00:00] ", .timestamp), Run("One two", .final)]])
            text.type("\n", at: 12)
            text.tellEdits()
            let first = [Run("[00:00] ", .timestamp), Run("One ", .final)]
            text.show([first, [Run("[00:01] ", .timestamp), Run("two", .final)]])
            XCTAssertEqual(text.content, "[00:00] One \ntwo")
            XCTAssertEqual(text.cursor, 13)
            text.undo()
            XCTAssertEqual(text.content, "[00:00] One two")
            text.tellEdits()
            text.show([[Run("[00:00] ", .timestamp), Run("One two", .final)]])
            XCTAssertEqual(text.content, "[00:00] One two")
        }
    }

    func testAChangeAboveLeavesTheCursorInTheWordsBelow() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            let last = [Run("Three", .final)]
            text.show([[Run("One", .final)], [Run("Two", .final)], last])
            text.place(cursor: 10)
            text.show([[Run("One", .final)], [Run("Two and more", .final)], last])
            XCTAssertEqual(text.content, "One\nTwo and more\nThree")
            XCTAssertEqual(text.cursor, 19)
            text.followNextChange()
            text.show([[Run("First", .final)], [Run("Two and more", .final)], last])
            XCTAssertEqual(text.content, "First\nTwo and more\nThree")
            XCTAssertEqual(text.cursor, 5)
        }
    }

    func testTimesGoAndComeWithThePreferenceAfterTyping() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            text.show([[Run("[00:00] ", .timestamp), Run("One two", .final)]])
            text.type("\n", at: 12)
            text.tellEdits()
            let (one, two) = (Run("One ", .final), Run("two", .final))
            text.show([[Run("[00:00] ", .timestamp), one], [Run("[00:01] ", .timestamp), two]])
            text.show([[one], [two]])
            XCTAssertEqual(text.content, "One \ntwo")
            text.show([[Run("[00:00] ", .timestamp), one], [Run("[00:01] ", .timestamp), two]])
            XCTAssertEqual(text.content, "[00:00] One \n[00:01] two")
        }
    }

    func testATimeLeftInTheMiddleOfALineGoesAndTheCursorStays() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            let first = [Run("[00:00] ", .timestamp), Run("One ", .final)]
            text.show([first, [Run("[00:01] ", .timestamp), Run("two", .final)]])
            text.erase(12, 13)
            text.tellEdits()
            text.show([[Run("[00:00] ", .timestamp), Run("One two", .final)]])
            XCTAssertEqual(text.content, "[00:00] One two")
        }
    }

    func testAStateThatDiffersFromWhatWasTypedWins() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            text.show([[Run("One", .final)]])
            text.type("!")
            text.tellEdits()
            text.show([])
            XCTAssertEqual(text.content, "")
        }
    }

    func testWordsThatMayChangeSlantAndDoubtfulOnesAreUnderlined() {
        MainActor.assumeIsolated {
            let text = TranscriptText()
            text.show([[Run("One ", .final), Run("two ", .doubtful), Run("three", .interim)]])
            XCTAssertEqual(text.look(at: 0, "underline"), nil)
            XCTAssertEqual(text.look(at: 0, "style"), nil)
            XCTAssertEqual(text.look(at: 4, "underline"), Int32(PANGO_UNDERLINE_ERROR.rawValue))
            XCTAssertEqual(text.look(at: 8, "style"), Int32(PANGO_STYLE_ITALIC.rawValue))
        }
    }

    func testNoHandlerOutlivesItsWidget() {
        MainActor.assumeIsolated {
            let before = parlando_live_handlers()
            do {
                let button = Button(label: "")
                button.onClick {}
                XCTAssertEqual(parlando_live_handlers(), before + 1)
            }
            XCTAssertEqual(parlando_live_handlers(), before)
        }
    }
}

extension TranscriptText {
    fileprivate var buffer: UnsafeMutablePointer<GtkTextBuffer> { view.buffer }
    fileprivate var content: String { view.content }

    /// Offset -1 is the end.
    fileprivate func type(_ words: String, at offset: Int32 = -1) {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &place, offset)
        gtk_text_buffer_place_cursor(buffer, &place)
        gtk_text_buffer_insert_at_cursor(buffer, words, -1)
    }

    fileprivate func erase(_ start: Int32, _ end: Int32) {
        var from = GtkTextIter()
        var to = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &from, start)
        gtk_text_buffer_get_iter_at_offset(buffer, &to, end)
        gtk_text_buffer_delete(buffer, &from, &to)
    }

    /// How the tag of a character changes a property, nil: it has no tag.
    fileprivate func look(at offset: Int32, _ property: String) -> Int32? {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &place, offset)
        let tags = gtk_text_iter_get_tags(&place)
        defer { g_slist_free(tags) }
        guard let tag = tags?.pointee.data else {
            return nil
        }
        var value = GValue()
        g_object_get_property(tag.assumingMemoryBound(to: GObject.self), property, &value)
        defer { g_value_unset(&value) }
        return g_value_get_enum(&value)
    }

    fileprivate func place(cursor offset: Int32) {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &place, offset)
        gtk_text_buffer_place_cursor(buffer, &place)
    }

    fileprivate func undo() {
        gtk_text_buffer_undo(buffer)
    }

    fileprivate var cursor: Int32 {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(buffer, &place, gtk_text_buffer_get_insert(buffer))
        return gtk_text_iter_get_offset(&place)
    }
}

/// The same changes of a transcript for the same seed.
private struct SequenceDice {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// Knuth's linear congruential generator (MMIX).
    private mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % sides
    }

    private mutating func run() -> DictationViewState.Run {
        let words = ["one ", "два ", "e\u{301}", "", "🎵 ", "four five "]
        let styles: [DictationViewState.Run.Style] = [.final, .interim, .doubtful, .timestamp]
        return .init(words[roll(words.count)], styles[roll(styles.count)])
    }

    mutating func change(_ paragraphs: inout [[DictationViewState.Run]]) {
        switch roll(8) {
        case 0: paragraphs.append([run()])
        case 1 where !paragraphs.isEmpty: paragraphs.removeLast()
        case 2 where roll(10) == 0: paragraphs = []
        case 3 where !paragraphs.isEmpty: paragraphs[roll(paragraphs.count)] = [run(), run()]
        case 4: paragraphs.append([])
        default:
            if let last = paragraphs.indices.last {
                paragraphs[last] = Array(paragraphs[last].dropLast(roll(2))) + [run()]
            }
        }
    }
}
