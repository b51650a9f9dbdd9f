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
        (" [BLANK_AUDIO]", ""), ("[MUSIC] Good day [or night].", "Good day [or night]."),
        ("So ♪ la la ♪ it ends", "So la la it ends"),
        (" [ Silence ] (upbeat music) [MUSIC PLAYING] ♪ la la ♪", ""), ("[BLANK_AUDIO]. Yes", "Yes"),
        ("*sighs* Well (laughs), go on. [Applause]", "Well go on."), ("[Музыка] Привет. (смеётся)", "Привет."),
        ("【音楽】 はい", "はい"), ("[СПОКОЙНАЯ МУЗЫКА]", ""),
        ("(music", "(music"),
    ])
    func knownMarksOfSoundAreNoText(text: String, left: String) throws {
        #expect(try read("{\"text\": \"\(text)\"}").words.text == left)
    }

    @Test(arguments: [
        "Call (555) 123-4567 now", "it works (as I noted) fine", "He wrote teh [sic] twice", "[1] See below",
        "5 * 3 * 2 is 30", "[speaking in foreign language] So", "(in foreign languages)", "music (by Bach)",
        "♪ Happy birthday to you ♪ they sang",
        "the (loud) one",
    ])
    func whatSomebodySaidInBracketsIsKept(text: String) throws {
        #expect(try read("{\"text\": \"\(text)\"}").words.text == text.replacing("♪ ", with: ""))
    }

    @Test func aMarkOfSoundKeepsItsTimeFromTheWords() throws {
        let answer = try read(
            #"""
            {"text": "(upbeat music) Hello", "segments": [
             {"text": "(upbeat music)", "start": 0, "end": 4}, {"text": "Hello", "start": 5, "end": 6}]}
            """#)
        #expect(answer.words.map(\.text) == ["Hello"])
        #expect(answer.words.map(\.start) == [5])
    }

    /// WhisperX gives no times for what its alignment has no letters for, such as numbers.
    @Test func missingTimesAreFilledFromTheNeighbours() throws {
        let answer = try read(
            #"""
            {"text": "It was 2266 okay, then $43,000.", "language": "en", "words": [
             {"word": "It", "start": 0.1, "end": 0.2, "score": 0.8}, {"word": "was", "start": 0.2, "end": 0.4},
             {"word": "2266"}, {"word": "okay,", "start": 1.0, "end": 1.5},
             {"word": "then", "start": null, "end": null}, {"word": "$43,000."}]}
            """#)
        #expect(answer.words.map(\.text) == ["It", "was", "2266", "okay,", "then", "$43,000."])
        let expected = [0.1, 0.2, 0.2, 0.4, 0.4, 0.68, 1, 1.5, 1.5, 1.78, 1.78, 2.13]
        #expect(zip(answer.words.flatMap { [$0.start, $0.end] }, expected).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    private static let gaps: [(String, [Double])] = [
        // Before the first known time, shortly before it; after the last one, shortly after it.
        (#"{"word": "ab"}, {"word": "cd", "start": 5, "end": 6}, {"word": "ef"}"#, [4.86, 5, 5, 6, 6, 6.14]),
        // Where there is little room it is shared.
        (
            #"{"word": "ab", "start": 1, "end": 2}, {"word": "cd"}, {"word": "ef", "start": 2.1, "end": 3}"#,
            [1, 2, 2, 2.1, 2.1, 3]
        ),
        // One of the two times is known.
        (
            #"{"word": "ab", "start": 1}, {"word": "cd", "end": 4}, {"word": "ef", "start": 4.05}"#,
            [1, 1.14, 3.86, 4, 4.05, 4.19]
        ),
        // None is.
        (#"{"word": "ab"}, {"word": "cd"}, {"word": "ef"}"#, [0, 10, 10, 20, 20, 30].map { $0 / 3 }),
    ]

    @Test(arguments: gaps)
    func wordsWithoutTimesStandBesideTheirNeighbours(words: String, times: [Double]) throws {
        let found = try read(#"{"text": "ab cd ef", "words": [\#(words)]}"#).words.flatMap { [$0.start, $0.end] }
        #expect(found.count == times.count && zip(found, times).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
    }

    private static let openSegments: [(String, [Double])] = [
        (#"{"text": "All is", "start": 0.0, "end": null}"#, [0, 6, 6, 10]),
        (#"{"text": "All", "start": 2, "end": null}, {"text": "is", "start": 4, "end": 6}"#, [2, 4, 4, 6]),
        (#"{"text": "All", "start": 2, "end": 3}, {"text": "is", "start": null, "end": null}"#, [2, 3, 3, 10]),
    ]

    @Test(arguments: openSegments)
    func segmentsWithoutTimesReachToTheirNeighbours(segments: String, times: [Double]) throws {
        let words = try read(#"{"text": "All is", "segments": [\#(segments)]}"#).words
        #expect(words.flatMap { [$0.start, $0.end] } == times)
    }

    @Test(arguments: [
        #"{"text": "All is well.", "words": [{"word": null, "start": 1, "end": 2}, 7, {"start": 1}]}"#,
        #"{"text": "All is well.", "segments": [{"id": 0, "text": null}], "words": null}"#,
        #"{"text": "All is well.", "segments": "none", "words": {"a": 1}, "language": 5}"#,
        #"{"text": null, "segments": [{"text": " All is"}, {"text": " well."}]}"#,
    ])
    func whatIsWrongBesideTheTextDoesNotCostTheText(json: String) throws {
        #expect(try read(json).words.text == "All is well.")
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

    @Test(arguments: [#"{"text":"","error":""}"#, #"{"text":"","error":false}"#, #"{"text":"","error":{}}"#])
    func anEmptyTextBesideAnErrorThatSaysNothingIsNoSpeech(json: String) throws {
        #expect(try read(json).words.isEmpty)
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
