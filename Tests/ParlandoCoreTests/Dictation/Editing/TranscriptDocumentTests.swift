import ParlandoCore
import Testing

@Suite struct TranscriptDocumentTests {
    private func document(_ paragraphs: [Word]...) -> TranscriptDocument {
        TranscriptDocument(Transcript(paragraphs: paragraphs.map { Paragraph(words: $0) }))
    }

    private func times(_ document: TranscriptDocument) -> [String: Double] {
        Dictionary(document.paragraphs.flatMap(\.words).map { ($0.text, $0.start) }) { first, _ in first }
    }

    @Test func editingBackToWhatWasHeardIsNoEdit() {
        var document = document(spoken("one two"))
        document.edit("one too")
        #expect(document.isEdited)
        document.edit("one two")
        #expect(!document.isEdited)
    }

    @Test func unchangedWordsKeepTheirTimesAroundACorrection() {
        let heard = spoken("I scream for ice cream today")
        var document = document(heard)
        document.edit("Ice cream, for ice cream today!")
        let words = document.paragraphs.flatMap(\.words)
        #expect(words.map(\.text) == ["Ice", "cream,", "for", "ice", "cream", "today!"])
        #expect(words[2].start == heard[2].start && words[5].start == heard[5].start)
        #expect(words[0].start == heard[0].start && words[1].end == heard[1].end)
        #expect(words[0].probability == 1 && words[2].probability == 0.9)
    }

    @Test func aReplacedWordTakesTheTimeOfTheOneItStandsFor() {
        let heard = spoken("see you Weather there")
        var document = document(heard)
        document.edit("see you whether or not there")
        let words = document.paragraphs.flatMap(\.words)
        #expect(words[2].start == heard[2].start)
        #expect(words[4].end == heard[2].end)
        #expect(words[5].start == heard[3].start)
    }

    @Test func anInsertedWordFitsBetweenItsNeighbours() {
        let heard = spoken("one three", each: 0.4, gap: 0.05)
        var document = document(heard)
        document.edit("one two three")
        let words = document.paragraphs.flatMap(\.words)
        #expect(words[1].start >= heard[0].end && words[1].end <= heard[1].start)
    }

    @Test func wordsAddedAtTheEndFollowTheLast() {
        let heard = spoken("one")
        var document = document(heard)
        document.edit("one and more")
        let words = document.paragraphs.flatMap(\.words)
        #expect(words[1].start == heard[0].end)
        #expect(abs(words[2].end - heard[0].end - 0.6) < 1e-9)
    }

    @Test func linesBecomeParagraphsAndBlankOnesVanish() {
        var document = document(spoken("one two three four"))
        document.edit("one two\n\n  three\tfour  \n")
        #expect(document.paragraphs.map(\.text) == ["one two", "three four"])
        #expect(document.text == "one two\n\n  three\tfour  \n")
    }

    @Test func aDeletedTextIsEmpty() {
        var document = document(spoken("one two"))
        document.edit("")
        #expect(document.isEmpty && document.paragraphs.isEmpty)
        #expect(ExportFormat.srt.content(of: document) == "")
    }

    @Test func theEditedTextGoesIntoEveryForm() {
        var document = document(spoken("hello word"))
        document.edit("Hello, world")
        #expect(ExportFormat.txt.content(of: document) == "Hello, world\n")
        #expect(ExportFormat.srt.content(of: document).contains("Hello, world"))
        #expect(TranscriptionResult(document).segments.map(\.text) == ["Hello,", "world"])
    }

    @Test func textWithoutSpacesKeepsItsTimesByCharacters() {
        let heard = [
            Word(text: "今天", start: 0, end: 1, probability: 0.9),
            Word(text: "天汽", start: 1, end: 2, probability: 0.9, isGlued: true),
        ]
        var document = document(heard)
        document.edit("今天天气")
        let words = document.paragraphs.flatMap(\.words)
        #expect(words.map(\.start) == [0, 0.5, 1, 1.5])
        #expect(document.paragraphs.map(\.text) == ["今天天气"])
    }

    @Test func oneChangeInTenThousandWordsMovesNoOther() {
        let heard = spoken((0..<10_000).map { "word\($0 % 50)" }.joined(separator: " "))
        var document = document(heard)
        document.edit(document.text.replacing("word7 ", with: "seven ", maxReplacements: 1))
        let words = document.paragraphs.flatMap(\.words)
        #expect(zip(words, heard).count { $0.start == $1.start } == 10_000)
        #expect(words.count { $0.probability == 1 } == 1)
    }

    @Test func aTextRewrittenFromEndToEndIsStillTaken() {
        let heard = spoken((0..<5_000).map { "old\($0)" }.joined(separator: " "))
        var document = document(heard)
        document.edit((0..<5_000).map { $0 % 1000 == 500 ? "old\($0)" : "new\($0)" }.joined(separator: " "))
        let kept = times(document)
        #expect(kept["old2500"] == heard[2500].start)
        #expect(kept.count == 5_000)
    }
}
