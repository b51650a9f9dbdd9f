import ParlandoCore
import Testing

@Suite struct ReadingTests {
    private func reading(_ text: String, _ likelihood: Double = -1) -> Reading {
        Reading(text: text, confidence: 0.2, likelihood: likelihood)
    }

    @Test func readingsAreRankedAndOfferedOnce() {
        let ranked = [
            reading("nut", -3), reading("not", -1), reading("Not!", -2), reading("knot,", -0.5), reading("…", -0.1),
        ].ranked(beside: "Knot.")
        #expect(ranked.map(\.text) == ["not", "nut"])
    }

    @Test func thereAreNeverMoreThanFive() {
        let many = (0..<20).map { reading("word\($0)", -Double($0)) }
        #expect(many.ranked(beside: "other").map(\.text) == (0..<5).map { "word\($0)" })
    }

    @Test(arguments: [
        ("knot", "not"), ("Knot.", "not."), ("(knot),", "(not),"), ("don't", "not"), ("—", "not"), ("«узел»", "«not»"),
    ])
    func punctuationAroundAWordStays(word: String, expected: String) {
        let word = Word(text: word, start: 0, end: 1, probability: 0.1)
        #expect(word.reading(as: "not") == expected)
    }
}

/// A page on which a reading is chosen.
@Suite struct ChosenReadingTests {
    private func page(_ texts: String...) -> TranscriptDocument {
        var page = TranscriptDocument()
        for text in texts {
            var words = spoken(text)
            for index in words.indices where words[index].text.hasPrefix("k") {
                words[index].probability = 0.3
                words[index].readings = [Reading(text: "not", confidence: 0.25, likelihood: -1.4)]
            }
            page.begin(at: nil)
            page.hear(Transcript(paragraphs: [Paragraph(words: words)]))
            // Some silence follows the last word.
            page.capture((words.last?.end ?? 0) + 1)
        }
        return page
    }

    @Test func onlyTheChosenWordChangesAndIsNoLongerDoubtful() {
        var page = page("ask knot, what kind")
        page.replaceWord(at: 1, with: "not")
        #expect(page.text == "ask not, what kind")
        #expect(page.words.map(\.isDoubtful) == [false, false, false, true])
        #expect(page.words[1].readings.isEmpty && page.words[3].readings.count == 1)
        #expect(page.words[1].start == spoken("ask knot, what kind")[1].start)
    }

    @Test func spacesAndLinesOfAnEditedTextStay() {
        var page = page("ask knot what kind")
        page.edit("Ask  knot\n\nwhat kind ")
        page.replaceWord(at: 3, with: "can")
        #expect(page.text == "Ask  knot\n\nwhat can ")
        page.replaceWord(at: 1, with: "not")
        #expect(page.text == "Ask  not\n\nwhat can ")
        #expect(page.words.allSatisfy { !$0.isDoubtful })
    }

    @Test func aWordThatIsNotThereChangesNothing() {
        var page = page("ask knot")
        page.replaceWord(at: 7, with: "not")
        #expect(!page.isEdited)
    }

    @Test func theSessionOfAWordIsFoundByThePagesClock() throws {
        let page = page("one two", "three", "four")
        let words = page.words
        let found = try words.map { word in try #require(page.session(at: (word.start + word.end) / 2)) }
        #expect(found.map(\.session.transcript.text) == ["one two", "one two", "three", "four"])
        #expect(abs(words[2].start - found[2].lead) < 1e-9)
        #expect(TranscriptDocument().session(at: 0) == nil)
    }

    @Test func theTextIsDividedAmongItsSessions() {
        var page = page("one two", "three knot", "five")
        #expect(page.sessionTexts == ["one two", "three knot", "five"])
        page.replaceWord(at: 3, with: "not")
        #expect(page.sessionTexts == ["one two", "three not", "five"])
        page.begin(at: nil)
        page.hear(Transcript(paragraphs: [Paragraph(words: spoken("six"))]))
        #expect(page.sessionTexts == ["one two", "three not", "five", "six"])
    }

    @Test func aLineThatWasWrittenBelongsToTheSessionAbove() {
        var page = page("one two", "three")
        page.edit("one two\n\nmore\nthree")
        #expect(page.sessionTexts == ["one two\n\nmore", "three"])
    }
}
