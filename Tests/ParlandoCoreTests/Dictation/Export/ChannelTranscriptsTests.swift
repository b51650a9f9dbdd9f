import ParlandoCore
import Testing

@Suite struct ChannelTranscriptsTests {
    private func document(_ paragraphs: [[Word]]) -> TranscriptDocument {
        TranscriptDocument(Transcript(paragraphs: paragraphs.map { Paragraph(words: $0) }), language: "en")
    }

    private var interview: ChannelTranscripts {
        ChannelTranscripts([
            document([spoken("How are you? And your dog?") + spoken("Good.", from: 9)]),
            document([spoken("Fine, thanks.", from: 4), spoken("Asleep.", from: 20)]),
        ])
    }

    @Test func oneChannelIsWrittenWithoutAName() {
        let text = ChannelTranscripts([document([spoken("Just me.")])])
        #expect(text.content(.txt) == "Just me.\n")
    }

    @Test func paragraphsFollowEachOtherByTimeWithTheNameOfTheirSide() {
        #expect(
            interview.content(.txt)
                == "Left: How are you? And your dog?\nRight: Fine, thanks.\nLeft: Good.\nRight: Asleep.\n")
    }

    @Test func moreThanTwoChannelsAreCounted() {
        let text = ChannelTranscripts([document([]), document([]), document([spoken("Hello.")])])
        #expect(text.content(.txt) == "Channel 3: Hello.\n")
    }

    @Test(arguments: [ExportFormat.srt, .vtt])
    func subtitlesOfBothSidesKeepTheirTimes(format: ExportFormat) {
        let both = ChannelTranscripts([
            document([spoken("One two three four.")]), document([spoken("Five six seven eight.", from: 0.2)]),
        ])
        let content = both.content(format)
        let lines = content.split(separator: "\n").filter { $0.contains("-->") }
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("00:00:00") && lines[1].replacing(",", with: ".").hasPrefix("00:00:00.200"))
        #expect(content.contains("Left: One") && content.contains("Right: Five"))
    }

    @Test func jsonHoldsTheNamesAndTheLanguage() {
        let content = interview.content(.json)
        #expect(content.contains("Left: How are you?") && content.contains("\"language\" : \"en\""))
    }

    @Test func nothingSaidIsEmpty() {
        #expect(ChannelTranscripts([document([]), document([])]).isEmpty)
        #expect(!interview.isEmpty)
        #expect(ChannelTranscripts([document([]), document([])]).content(.txt).isEmpty)
    }
}
