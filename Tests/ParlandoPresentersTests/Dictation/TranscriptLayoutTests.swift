import ParlandoCore
import Testing

@testable import ParlandoPresenters

@Suite struct TranscriptLayoutTests {
    private typealias Run = DictationViewState.Run

    private func word(_ text: String, _ start: Double, _ probability: Double = 0.9) -> Word {
        Word(text: text, start: start, end: start + 0.3, probability: probability)
    }

    @Test func onlyTheDoubtfulWordIsMarkedNotTheSpaceBeforeIt() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        transcript.apply(.final([word("my", 0), word("fellow", 1, 0.49), word("Americans", 2, 0.5)]))
        layout.show(transcript)
        #expect(layout.runs == [[Run("my ", .final), Run("fellow", .doubtful), Run(" Americans", .final)]])
    }

    @Test func theTailGoesOnInTheOpenParagraph() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        transcript.apply(.final([word("ask", 0)]))
        transcript.apply(.interim([word("not", 1), word("what", 2)]))
        layout.show(transcript)
        #expect(layout.runs == [[Run("ask", .final), Run(" not what", .interim)]])
        transcript.apply(.interim([]))
        layout.show(transcript)
        #expect(layout.runs == [[Run("ask", .final)]])
    }

    @Test func afterAPauseTheTailBeginsAParagraph() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        transcript.apply(.final([word("ask", 0)]))
        transcript.apply(.paragraphEnded)
        transcript.apply(.interim([word("not", 5)]))
        layout.show(transcript)
        #expect(layout.runs == [[Run("ask", .final)], [Run("not", .interim)]])
        transcript.apply(.final([word("not", 5)]))
        layout.show(transcript)
        #expect(layout.runs == [[Run("ask", .final)], [Run("not", .final)]])
    }

    @Test func timestampsStandBeforeEachParagraphAndGoAwayAgain() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        transcript.apply(.final([word("ask", 61), word("not", 65, 0.1)]))
        layout.showsTimestamps = true
        layout.show(transcript)
        #expect(
            layout.runs == [
                [
                    Run("[01:01 – 01:05] ", .timestamp), Run("ask ", .final), Run("not", .doubtful),
                ]
            ])
        layout.showsTimestamps = false
        layout.show(transcript)
        #expect(layout.runs == [[Run("ask ", .final), Run("not", .doubtful)]])
    }

    @Test func aNewSessionLeavesNothingOfTheOldOne() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        transcript.apply(.final([word("old", 0)]))
        transcript.apply(.paragraphEnded)
        transcript.apply(.final([word("text", 3)]))
        layout.show(transcript)
        layout.show(Transcript())
        #expect(layout.runs.isEmpty)
    }

    @Test func anEditedTextIsShownExactlyAsItStands() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        transcript.apply(.final([word("one", 0), word("two", 1)]))
        var document = TranscriptDocument(transcript)
        document.edit("one  \n\n two ")
        layout.show(document)
        #expect(layout.runs == [[Run("one  ", .final)], [Run("", .final)], [Run(" two ", .final)]])
        layout.showsTimestamps = true
        layout.show(document)
        #expect(
            layout.runs == [
                [Run("[00:00 – 00:00] ", .timestamp), Run("one  ", .final)], [Run("", .final)],
                [Run("[00:01 – 00:01] ", .timestamp), Run(" two ", .final)],
            ])
    }

    private func address(_ runs: [Run]) -> UnsafeRawPointer? {
        runs.withUnsafeBytes { $0.baseAddress }
    }

    @Test func onlyTheEndOfALongSessionIsLaidOutAgain() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        for index in 0..<1_000 {
            let text = index % 15 == 14 ? "end." : "word"
            transcript.apply(.final([word(text, Double(index))]))
            transcript.apply(.interim([word("tail", Double(index) + 0.5)]))
            let before = layout.runs.map(address)
            layout.show(transcript)
            let kept = zip(before, layout.runs.map(address)).prefix { $0 == $1 }.count
            #expect(before.count - kept <= 2)
        }
    }
}
