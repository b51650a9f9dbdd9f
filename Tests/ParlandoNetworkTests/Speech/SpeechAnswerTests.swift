import ParlandoCore
import Testing

@testable import ParlandoNetwork

@Suite struct SpeechAnswerTests {
    private func read(_ json: String, seconds: Double = 10) throws -> SpeechAnswer {
        try SpeechAnswer.read(Array(json.utf8), seconds: seconds).get()
    }

    @Test func wordsKeepThePunctuationOfTheTextAndTheTimesOfTheServer() throws {
        let answer = try read(
            #"""
            {"text": "Hello, world. It's 5.", "language": "english", "words": [
             {"word": "Hello", "start": 1, "end": 1.5}, {"word": "world", "start": 2, "end": 2.5},
             {"word": "It's", "start": 3, "end": 3.25}, {"word": "5", "start": 4, "end": 4.5}]}
            """#)
        #expect(answer.words.map(\.text) == ["Hello,", "world.", "It's", "5."])
        #expect(answer.words.map(\.start) == [1, 2, 3, 4])
        #expect(answer.words.map(\.end) == [1.5, 2.5, 3.25, 4.5])
        #expect(answer.language == "en")
    }

    @Test func piecesOfWordsAreJoinedAndTheLeastProbableCounts() throws {
        let answer = try read(
            #"""
            {"text": " Parlando!\n Yes", "segments": [
             {"text": " Parlando!", "start": 0, "end": 2, "words": [
              {"word": " Par", "start": 0, "end": 1, "probability": 0.9},
              {"word": "lando", "start": 1, "end": 2, "probability": 0.25},
              {"word": "!", "start": 2, "end": 2, "probability": 0.1}]},
             {"text": " Yes", "start": 5, "end": 6, "words": [
              {"word": " Yes", "start": 5, "end": 6, "probability": 0.75}]}]}
            """#)
        #expect(answer.words.map(\.text) == ["Parlando!", "Yes"])
        #expect(answer.words.map(\.start) == [0, 5])
        #expect(answer.words.map(\.end) == [2, 6])
        #expect(answer.words.map(\.probability) == [0.25, 0.75])
    }

    @Test func segmentsShareTheirTimeAmongTheirWords() throws {
        let answer = try read(
            #"""
            {"text": "ab cd. efgh", "segments": [
             {"text": " ab cd.", "start": 2, "end": 4}, {"text": " efgh", "start": 6, "end": 8}]}
            """#)
        #expect(answer.words.map(\.start) == [2, 3, 6])
        #expect(answer.words.map(\.end) == [3, 4, 8])
    }

    @Test(arguments: [
        (" [BLANK_AUDIO]", []), ("[MUSIC] Good day [or night].", ["Good", "day", "[or", "night]."]),
        ("So ♪ la la ♪ it ends", ["So", "la", "la", "it", "ends"]),
    ])
    func whatOnlyDescribesTheSoundIsNoText(text: String, words: [String]) throws {
        #expect(try read("{\"text\": \"\(text)\"}").words.map(\.text) == words)
    }

    @Test func textWithoutTimesIsSpreadOverTheRecording() throws {
        let answer = try read(#"{"text": "ab cd efgh"}"#, seconds: 8)
        #expect(answer.words.map(\.start) == [0, 2, 4])
        #expect(answer.words.map(\.end) == [2, 4, 8])
    }

    @Test(arguments: [
        #"[{"text": " ab", "start": -5, "end": 1e9}, {"text": " cd", "start": 3, "end": 1}]"#,
        #"[{"text": " ab cd", "start": 99, "end": -99}]"#, #"[{"text": " something else", "start": 1, "end": 2}]"#,
        #"[{"text": "", "start": 1, "end": 2}]"#, #"[{"text": "...", "start": 1, "end": 2}]"#, "[]",
    ])
    func absurdTimesStayInsideTheRecordingAndInOrder(segments: String) throws {
        let words = try read(#"{"text": "ab cd", "segments": \#(segments)}"#).words
        #expect(words.map(\.text) == ["ab", "cd"])
        let times = words.flatMap { [$0.start, $0.end] }
        #expect(times == times.sorted())
        #expect(times.allSatisfy { (0...10).contains($0) })
    }

    /// whisper.cpp's server gives words without length, and some servers whole sentences.
    @Test(arguments: [
        // At moments of their own: as long as they take to be said.
        (#"{"word": "ab", "start": 1, "end": 1}, {"word": "cdefgh", "start": 3, "end": 3}"#, [1, 1.14, 3, 3.42]),
        // The next one begins sooner.
        (#"{"word": "ab", "start": 1, "end": 1}, {"word": "cdefgh", "start": 1.1, "end": 2}"#, [1, 1.1, 1.1, 2]),
        // At one moment with the next one: its time is shared.
        (#"{"word": "ab", "start": 1, "end": 1}, {"word": "cdefgh", "start": 1, "end": 5}"#, [1, 2, 2, 5]),
        // At the end of the recording: what is before it is shared.
        (#"{"word": "ab", "start": 2, "end": 10}, {"word": "cdefgh", "start": 10, "end": 10}"#, [2, 4, 4, 10]),
        // All at one moment: that is no time at all.
        (#"{"word": "ab", "start": 3, "end": 3}, {"word": "cdefgh", "start": 3, "end": 3}"#, [0, 2.5, 2.5, 10]),
    ])
    func wordsWithoutLengthGetOne(words: String, times: [Double]) throws {
        let found = try read(#"{"text": "ab cdefgh", "words": [\#(words)]}"#).words.flatMap { [$0.start, $0.end] }
        #expect(found.count == times.count && zip(found, times).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
    }

    @Test func aTextWithoutLettersIsKept() throws {
        #expect(try read(#"{"text": " … !"}"#).words.map(\.text) == ["…", "!"])
        #expect(try read(#"{"text": " \n"}"#).words.isEmpty)
    }

    @Test func nothingInATextCommandsATerminal() throws {
        let text = try read(#"{"text": "a\u001b[201~b\u001b]0;x\u0007c\u0003\r\nd \u202ee 👨‍👩‍👧"}"#).words.text
        #expect(text == "a [201~b ]0;x c d e 👨‍👩‍👧")
    }

    @Test func languagesAreKnownByTheirCodesAndTheirEnglishNames() throws {
        for (name, code) in [("de", "de"), ("german", "de"), ("Russian", "ru"), ("klingon", nil)] {
            #expect(try read(#"{"text": "a", "language": "\#(name)"}"#).language == code)
        }
    }

    /// Each word looked through all parts: a server could hold the program up for hours.
    @Test(.timeLimit(.minutes(1)), arguments: [1.0, 0])
    func manyPartsTakeNoLongerThanTheirNumber(length: Double) throws {
        let count = 60_000
        let parts = (0..<count).map { index in
            // Without a length all begin at the same moment.
            let start = Double(index) * length
            return SpeechTiming.Part(text: "word", start: start, end: start + length / 2, probability: 1)
        }
        let timing = SpeechTiming(
            parts: parts + [SpeechTiming.Part(text: "end", start: 59_999, end: 60_000, probability: 1)],
            seconds: Double(count))
        let words = timing.words(of: String(repeating: "word ", count: count) + "end")
        #expect(words.count == count + 1)
        #expect(words.last.map { (59_999...60_000).contains($0.start) } ?? false)
        #expect(zip(words, words.dropFirst()).allSatisfy { $0.start <= $1.start })
    }
}
