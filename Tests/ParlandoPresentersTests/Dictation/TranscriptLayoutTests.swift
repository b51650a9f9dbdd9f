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
        transcript.apply(.settled([word("my", 0), word("fellow", 1, 0.49), word("Americans", 2, 0.5)]))
        layout.show(transcript)
        #expect(layout.runs == [[Run("my ", .settled), Run("fellow", .doubtful), Run(" Americans", .settled)]])
    }

    @Test func theTailGoesOnInTheOpenParagraph() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        transcript.apply(.settled([word("ask", 0)]))
        transcript.apply(.partial([word("not", 1), word("what", 2)]))
        layout.show(transcript)
        #expect(layout.runs == [[Run("ask", .settled), Run(" not what", .tentative)]])
        transcript.apply(.partial([]))
        layout.show(transcript)
        #expect(layout.runs == [[Run("ask", .settled)]])
    }

    @Test func afterAPauseTheTailBeginsAParagraph() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        transcript.apply(.settled([word("ask", 0)]))
        transcript.apply(.paragraphEnded)
        transcript.apply(.partial([word("not", 5)]))
        layout.show(transcript)
        #expect(layout.runs == [[Run("ask", .settled)], [Run("not", .tentative)]])
        transcript.apply(.settled([word("not", 5)]))
        layout.show(transcript)
        #expect(layout.runs == [[Run("ask", .settled)], [Run("not", .settled)]])
    }

    @Test func timestampsStandBeforeEachParagraphAndGoAwayAgain() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        transcript.apply(.settled([word("ask", 61), word("not", 65, 0.1)]))
        layout.showsTimestamps = true
        layout.show(transcript)
        #expect(
            layout.runs == [
                [
                    Run("[01:01 – 01:05] ", .timestamp), Run("ask ", .settled), Run("not", .doubtful),
                ]
            ])
        layout.showsTimestamps = false
        layout.show(transcript)
        #expect(layout.runs == [[Run("ask ", .settled), Run("not", .doubtful)]])
    }

    @Test func aNewSessionLeavesNothingOfTheOldOne() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        transcript.apply(.settled([word("old", 0)]))
        transcript.apply(.paragraphEnded)
        transcript.apply(.settled([word("text", 3)]))
        layout.show(transcript)
        layout.show(Transcript())
        #expect(layout.runs.isEmpty)
    }

    @Test func anEditedTextIsShownExactlyAsItStands() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        transcript.apply(.settled([word("one", 0), word("two", 1)]))
        var document = TranscriptDocument(transcript)
        document.edit("one  \n\n two ")
        layout.show(document)
        #expect(layout.runs == [[Run("one  ", .settled)], [Run("", .settled)], [Run(" two ", .settled)]])
        layout.showsTimestamps = true
        layout.show(document)
        #expect(
            layout.runs == [
                [Run("[00:00 – 00:00] ", .timestamp), Run("one  ", .settled)], [Run("", .settled)],
                [Run("[00:01 – 00:01] ", .timestamp), Run(" two ", .settled)],
            ])
    }

    @Test func layingOutCostsTheSameAtTheEndOfALongSession() {
        var layout = TranscriptLayout()
        var transcript = Transcript()
        var costs: [Int] = []
        for index in 0..<10_000 {
            let text = index % 15 == 14 ? "end." : "word"
            transcript.apply(.settled([word(text, Double(index))]))
            transcript.apply(.partial([word("tail", Double(index) + 0.5)]))
            let before = layout.effort
            layout.show(transcript)
            costs.append(layout.effort - before)
        }
        #expect((costs.max() ?? 0) <= 160 + 2)
        let late = costs.suffix(1000).reduce(0, +)
        let early = costs.prefix(1000).reduce(0, +)
        #expect(late <= early * 11 / 10)
    }
}
