import Foundation
import ParlandoCore
import Testing

/// What Undo and Redo do to a page, whatever was dictated in between.
@Suite struct PageHistoryTests {
    /// A page with its history, as the user works on it.
    private struct Desk {
        var page = TranscriptDocument()
        var history = PageHistory()

        mutating func dictate(_ text: String) {
            page.begin(at: nil)
            history.endTyping()
            hear(text)
        }

        mutating func hear(_ text: String) {
            page.hear(Transcript(paragraphs: [Paragraph(words: spoken(text))]))
        }

        mutating func edit(_ text: String) {
            let before = page
            page.edit(text)
            history.recordEdit(from: before, to: page)
        }

        /// Types character by character.
        mutating func type(_ text: String) {
            for character in text {
                edit(page.text + String(character))
            }
        }

        mutating func clear() {
            let before = page
            page = TranscriptDocument()
            history.record(from: before, to: page)
        }

        /// Dictates until Stop.
        mutating func dictateToEnd(_ text: String) {
            dictate(text)
            history.recordDictation(on: page)
        }

        mutating func undo() { history.undo(&page) }
        mutating func redo() { history.redo(&page) }
    }

    @Test func aSessionGoesOnBelowAndIsNoStep() {
        var desk = Desk()
        desk.dictate("one two")
        desk.dictate("three")
        #expect(desk.page.text == "one two\nthree")
        #expect(!desk.history.canUndo)
    }

    @Test func theDictationAboveIsTakenBackAsAStepWhileOneRuns() {
        var desk = Desk()
        desk.dictateToEnd("one")
        desk.dictateToEnd("two")
        desk.dictate("three")
        let duration = desk.page.duration
        desk.history.takeBack(on: &desk.page)
        #expect(desk.page.text == "one\nthree" && desk.page.duration == duration)
        desk.hear("three four")
        desk.undo()
        #expect(desk.page.text == "one\ntwo\nthree four")
        desk.redo()
        desk.history.takeBack(on: &desk.page)
        #expect(desk.page.text == "three four")
        // What the user has edited is not a dictation any more.
        desk.edit("three fours")
        desk.dictate("five")
        desk.history.takeBack(on: &desk.page)
        #expect(desk.page.text == "three fours\nfive")
    }

    @Test func aDictationThatHasEndedIsTakenBackAndComesAgain() {
        var desk = Desk()
        desk.dictateToEnd("one")
        desk.dictateToEnd("two")
        for expected in ["one", ""] {
            desk.undo()
            #expect(desk.page.text == expected)
        }
        desk.dictateToEnd("three")
        for expected in ["one\nthree", "one\ntwo\nthree"] {
            desk.redo()
            #expect(desk.page.text == expected)
        }
        for expected in ["one\nthree", "three", ""] {
            desk.undo()
            #expect(desk.page.text == expected)
        }
        #expect(!desk.history.canUndo)
    }

    @Test func theWordsOfADictationComeBackBeforeItIsTakenOff() {
        var desk = Desk()
        desk.dictate("a JSON file")
        var before = desk.page
        before.hear(Transcript(paragraphs: [Paragraph(words: spoken("a jay son file"))]))
        desk.history.record(from: before, to: desk.page)
        desk.history.recordDictation(on: desk.page)
        for expected in ["a jay son file", ""] {
            desk.undo()
            #expect(desk.page.text == expected)
        }
        for expected in ["a jay son file", "a JSON file"] {
            desk.redo()
            #expect(desk.page.text == expected)
        }
    }

    @Test func thePageThatWasPutAwayComesBackAboveTheNextWords() {
        var desk = Desk()
        desk.dictate("old text")
        desk.clear()
        #expect(desk.page.isEmpty)
        desk.dictate("next words")
        desk.undo()
        #expect(desk.page.text == "old text\nnext words")
        desk.redo()
        #expect(desk.page.text == "next words")
        desk.undo()
        #expect(desk.page.text == "old text\nnext words")
        #expect(!desk.history.canUndo && desk.history.canRedo)
    }

    @Test func undoDuringDictationTakesBackTheEditAndNoWord() {
        var desk = Desk()
        desk.dictate("one two")
        desk.edit("one too")
        desk.dictate("three")
        desk.undo()
        #expect(desk.page.text == "one two\nthree")
        desk.hear("three four")
        #expect(desk.page.text == "one two\nthree four")
        desk.redo()
        #expect(desk.page.text == "one too\nthree four")
    }

    @Test func editsOfSeveralSessionsAreTakenBackOneByOne() {
        var desk = Desk()
        desk.dictate("one")
        desk.edit("first")
        desk.dictate("two")
        desk.edit("first\nsecond")
        desk.clear()
        for expected in ["first\nsecond", "first\ntwo", "one\ntwo"] {
            desk.undo()
            #expect(desk.page.text == expected)
        }
        for expected in ["first\ntwo", "first\nsecond", ""] {
            desk.redo()
            #expect(desk.page.text == expected)
        }
    }

    @Test func typingIsTakenBackWordByWord() {
        var desk = Desk()
        desk.dictate("one")
        desk.type(" two three")
        desk.undo()
        #expect(desk.page.text == "one two ")
        desk.undo()
        #expect(desk.page.text == "one")
        #expect(!desk.history.canUndo)
    }

    @Test func deletingLetterByLetterIsOneStep() {
        var desk = Desk()
        desk.dictate("one two")
        for length in (0..<7).reversed() {
            desk.edit(String("one two".prefix(length)))
        }
        desk.undo()
        #expect(desk.page.text == "one two")
    }

    @Test func anEditAfterUndoLeavesNothingToRedo() {
        var desk = Desk()
        desk.dictate("one")
        desk.edit("two")
        desk.undo()
        desk.edit("three")
        #expect(!desk.history.canRedo)
        desk.undo()
        #expect(desk.page.text == "one")
    }

    /// Words of about a million bytes: short ones, long ones, or doubtful ones with other readings.
    private func words(_ kind: String) -> [Word] {
        let reading = Reading(text: "another long reading of it", confidence: 0.1, likelihood: -2)
        let text = kind == "long" ? String(repeating: "long", count: 250) : "word"
        let count = ["short": 18_000, "long": 900, "doubtful": 1_700][kind, default: 0]
        let readings = kind == "doubtful" ? Array(repeating: reading, count: 6) : []
        return Array(
            repeating: Word(text: text, start: 0, end: 0.5, probability: 0.4, readings: readings), count: count)
    }

    /// Each page has one session, as the page before it had, but shares no word with it.
    @Test(arguments: ["short", "long", "doubtful"])
    func pagesPutAwayOneAfterTheOtherAreLimited(kind: String) {
        var desk = Desk()
        for _ in 0..<60 {
            desk.page.begin(at: nil)
            desk.page.hear(Transcript(paragraphs: [Paragraph(words: words(kind))]))
            desk.clear()
        }
        #expect((25...40).contains(steps(of: &desk)))
    }

    /// The words of a session are counted once, whichever of its steps is dropped.
    @Test func wordsThatAStepAddsToThoseOfAnEarlierOneCount() {
        var desk = Desk()
        var paragraphs: [Paragraph] = []
        for number in 0..<60 {
            paragraphs.append(Paragraph(words: words("short")))
            desk.page = TranscriptDocument(Transcript(paragraphs: paragraphs))
            let before = desk.page
            desk.page.edit("\(number)")
            desk.history.record(from: before, to: desk.page)
        }
        // The words of the newest step alone are beyond the limit.
        #expect(steps(of: &desk) == 1)
    }

    @Test func stepsOfALargePageShareItsWords() {
        var desk = Desk()
        desk.page.begin(at: nil)
        desk.page.hear(Transcript(paragraphs: (0..<20).map { _ in Paragraph(words: words("short")) }))
        for number in 0..<100 {
            desk.edit("\(number)")
        }
        #expect(steps(of: &desk) == 100)
    }

    private func steps(of desk: inout Desk) -> Int {
        var steps = 0
        while desk.history.canUndo {
            desk.undo()
            steps += 1
        }
        return steps
    }

    @Test func theMemoryOfALongDayIsLimited() {
        var desk = Desk()
        desk.dictate("one")
        let long = String(repeating: "many words ", count: 10_000)
        for number in 0..<400 {
            desk.edit(long + String(number))
        }
        let steps = steps(of: &desk)
        #expect(steps > 100 && steps * long.utf8.count <= 33_000_000)
    }

    @Test func timesGoOnFromSessionToSession() {
        var desk = Desk()
        desk.dictate("one two")
        desk.page.capture(10)
        desk.dictate("three")
        #expect(desk.page.paragraphs.map(\.start) == [0, 10])
        desk.edit("one too\nthree")
        #expect(desk.page.paragraphs.map(\.start) == [0, 10])
        let subtitles = ExportFormat.srt.content(of: desk.page)
        #expect(subtitles.contains("00:00:10,000 --> "))
        desk.clear()
        desk.dictate("four")
        #expect(desk.page.paragraphs.map(\.start) == [0])
        desk.undo()
        desk.undo()
        #expect(desk.page.paragraphs.map(\.start) == [0, 10, 10 + spoken("three")[0].end])
    }

    @Test func aSessionWithoutWordsLeavesNoTrace() {
        var desk = Desk()
        desk.dictate("one")
        let before = desk.page
        desk.page.begin(at: Date())
        desk.page.end()
        #expect(desk.page == before)
    }

    @Test func wordsThatComeAfterAnEditAreNotLostAndTakeNoneAway() {
        var desk = Desk()
        desk.dictate("one")
        desk.edit("edited")
        desk.hear("one two")
        #expect(desk.page.text == "edited\none two")
    }
}
