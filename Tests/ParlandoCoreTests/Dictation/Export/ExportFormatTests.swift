import Foundation
import ParlandoCore
import Testing

@Suite struct ExportFormatTests {
    private var document: TranscriptDocument {
        var transcript = Transcript()
        transcript.apply(.final(spoken("And so, my fellow")))
        transcript.apply(.paragraphEnded)
        transcript.apply(.final(spoken("Americans.", from: 5)))
        transcript.apply(.interim(spoken("not yet", from: 9)))
        return TranscriptDocument(transcript, began: Date(timeIntervalSince1970: 0), language: "en")
    }

    @Test(arguments: [
        ("/somewhere/talk.srt", ExportFormat.srt), ("talk.VTT", .vtt), ("a.b.json", .json), ("notes.txt", .txt),
        ("notes", nil), ("archive.srt/notes", nil), ("x.doc", nil), ("", nil),
    ])
    func theEndingOfTheFileChoosesTheForm(path: String, format: ExportFormat?) {
        #expect(ExportFormat(path: path) == format)
    }

    @Test func plainTextHasAParagraphALineAndNothingTentative() {
        #expect(ExportFormat.txt.content(of: document) == "And so, my fellow\nAmericans.\n")
    }

    @Test(arguments: [(ExportFormat.txt, ""), (.srt, ""), (.vtt, "WEBVTT\n\n")])
    func anEmptyTranscriptGivesAnEmptyFile(format: ExportFormat, content: String) {
        #expect(format.content(of: TranscriptDocument()) == content)
    }

    @Test func jsonHoldsEveryFieldOfTheAgreedForm() throws {
        let text = ExportFormat.json.content(of: document)
        let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "text", "confidence", "is_final", "timestamp", "language", "duration", "segments", "paragraphs",
                "alternatives",
            ])
        #expect(object["text"] as? String == "And so, my fellow\nAmericans.")
        #expect(object["is_final"] as? Bool == true)
        #expect(object["timestamp"] as? String == "1970-01-01T00:00:00Z")
        #expect(object["duration"] as? Double == 5.4)
        #expect(object["confidence"] as? Double == 0.9)
        let segments = try #require(object["segments"] as? [[String: Any]])
        #expect(segments.map { $0["text"] as? String } == ["And", "so,", "my", "fellow", "Americans."])
        #expect(Set(segments[0].keys) == ["text", "start_time", "duration", "confidence", "alternatives"])
        #expect(segments[1]["start_time"] as? Double == 0.45)
        #expect(segments[1]["duration"] as? Double == 0.4)
        let paragraphs = try #require(object["paragraphs"] as? [[String: Any]])
        #expect(paragraphs.map { $0["text"] as? String } == ["And so, my fellow", "Americans."])
        #expect(Set(paragraphs[0].keys) == ["text", "start_time", "duration", "confidence"])
        #expect(paragraphs[1]["start_time"] as? Double == 5)
    }

    private var doubtful: [Word] {
        var words = spoken("ask knot, what")
        words[1].probability = 0.4
        words[1].readings = [
            Reading(text: "not", confidence: 0.3, likelihood: -1.2),
            Reading(text: "nut", confidence: 0.1, likelihood: -2.3),
        ]
        return words
    }

    @Test func alternativesAreThoseOfTheWordsAndOfTheWholeText() throws {
        let result = TranscriptionResult(TranscriptDocument(Transcript(paragraphs: [Paragraph(words: doubtful)])))
        #expect(result.segments.map(\.alternatives.count) == [0, 2, 0])
        #expect(result.segments[1].alternatives[0] == Reading(text: "not", confidence: 0.3, likelihood: -1.2))
        #expect(result.alternatives.map(\.text) == ["ask not, what", "ask nut, what"])
        #expect(result.alternatives.map(\.confidence) == [0.7, 0.633])
        // The logarithms of 0.9 and 0.9, and the reading's own.
        #expect(abs(result.alternatives[0].likelihood - (-1.411)) < 0.001)
        let object = try JSONSerialization.jsonObject(with: Data(result.json.utf8)) as? [String: Any]
        let segments = try #require(object?["segments"] as? [[String: Any]])
        let alternatives = try #require(segments[1]["alternatives"] as? [[String: Any]])
        #expect(Set(alternatives[0].keys) == ["text", "confidence", "likelihood"])
    }

    @Test func anInterimResultHasTheSameForm() throws {
        let interim = TranscriptionResult(doubtful, began: nil, language: "en", isFinal: false)
        let whole = TranscriptionResult(
            TranscriptDocument(Transcript(paragraphs: [Paragraph(words: doubtful)]), language: "en"))
        var final = interim
        final.isFinal = true
        #expect(!interim.isFinal && final == whole)
        #expect(TranscriptionResult([], began: nil, language: nil, isFinal: false).segments.isEmpty)
    }

    @Test func aWordThatARuleWroteHasNoReadings() {
        let rules = ReplacementRules([ReplacementRule("knot", "bow")])
        var replacement = LiveReplacement(rules)
        let written = replacement.apply(to: Transcript(paragraphs: [Paragraph(words: doubtful)]), isOver: true)
        #expect(written.words.map(\.text) == ["ask", "bow,", "what"])
        #expect(written.words.allSatisfy { $0.readings.isEmpty })
    }

    @Test func jsonReadsBackAsTheSameValue() throws {
        let result = TranscriptionResult(document)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        #expect(try decoder.decode(TranscriptionResult.self, from: Data(result.json.utf8)) == result)
    }

    @Test func numbersThatAreNoneDoNotSpoilTheJSON() throws {
        var transcript = Transcript()
        transcript.apply(.final([Word(text: "\"\\\u{1}", start: .nan, end: .infinity, probability: .nan)]))
        let result = TranscriptionResult(TranscriptDocument(transcript))
        #expect(result.duration == 0)
        #expect(try JSONDecoder().decode(TranscriptionResult.self, from: Data(result.json.utf8)).text == "\"\\\u{1}")
    }

    @Test func anEmptyTranscriptIsAnEmptyResult() {
        let result = TranscriptionResult(TranscriptDocument())
        #expect(result.text == "" && result.paragraphs.isEmpty && result.segments.isEmpty && result.confidence == 0)
    }
}

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
