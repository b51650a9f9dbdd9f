import Foundation
import ParlandoCore
import Testing

@Suite struct ExportFormatTests {
    private var document: TranscriptDocument {
        var transcript = Transcript()
        transcript.apply(.settled(spoken("And so, my fellow")))
        transcript.apply(.paragraphEnded)
        transcript.apply(.settled(spoken("Americans.", from: 5)))
        transcript.apply(.partial(spoken("not yet", from: 9)))
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
                "text", "confidence", "is_final", "timestamp", "language", "duration", "segments", "alternatives",
                "words",
            ])
        #expect(object["text"] as? String == "And so, my fellow\nAmericans.")
        #expect(object["is_final"] as? Bool == true)
        #expect(object["timestamp"] as? String == "1970-01-01T00:00:00Z")
        #expect(object["duration"] as? Double == 5.4)
        #expect(object["confidence"] as? Double == 0.9)
        let segments = try #require(object["segments"] as? [[String: Any]])
        #expect(segments.map { $0["text"] as? String } == ["And so, my fellow", "Americans."])
        #expect(Set(segments[0].keys) == ["text", "start_time", "duration", "confidence", "alternatives"])
        #expect(segments[1]["start_time"] as? Double == 5)
        let words = try #require(object["words"] as? [[String: Any]])
        #expect(words.count == 5)
        #expect(words[1]["start"] as? Double == 0.45)
    }

    @Test func jsonReadsBackAsTheSameValue() throws {
        let result = TranscriptionResult(document)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        #expect(try decoder.decode(TranscriptionResult.self, from: Data(result.json.utf8)) == result)
    }

    @Test func numbersThatAreNoneDoNotSpoilTheJSON() throws {
        var transcript = Transcript()
        transcript.apply(.settled([Word(text: "\"\\\u{1}", start: .nan, end: .infinity, probability: .nan)]))
        let result = TranscriptionResult(TranscriptDocument(transcript))
        #expect(result.duration == 0)
        #expect(try JSONDecoder().decode(TranscriptionResult.self, from: Data(result.json.utf8)).text == "\"\\\u{1}")
    }

    @Test func anEmptyTranscriptIsAnEmptyResult() {
        let result = TranscriptionResult(TranscriptDocument())
        #expect(result.text == "" && result.words.isEmpty && result.segments.isEmpty && result.confidence == 0)
    }
}
