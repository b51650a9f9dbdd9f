import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoCore

/// Words of equal length in time, one after the other.
func spoken(_ text: String, from start: Double = 0, each: Double = 0.4, gap: Double = 0.05) -> [Word] {
    [Word](of: text, from: start, every: each + gap, lasting: each)
}

@Suite struct TimecodeTests {
    @Test(arguments: [
        (0, "00:00:00,000"), (0.0004, "00:00:00,000"), (0.0005, "00:00:00,001"), (1.2345, "00:00:01,235"),
        (59.9996, "00:01:00,000"), (3599.9999, "01:00:00,000"), (359_999.9994, "99:59:59,999"),
        (360_000, "100:00:00,000"), (3_599_999.9996, "1000:00:00,000"), (-1, "00:00:00,000"),
        (Double.nan, "00:00:00,000"),
        (Double.infinity, "00:00:00,000"),
    ])
    func timesAreRoundedOnceToMilliseconds(seconds: Double, text: String) {
        #expect(Timecode.text(seconds, separator: ",") == text)
    }
}

@Suite struct CueCutterTests {
    private func cues(_ words: [Word]...) -> [Cue] {
        CueCutter.cues(of: words.map { Paragraph(words: $0) })
    }

    @Test func aSentenceOfOneLineStaysWhole() {
        let result = cues(spoken("And so, my fellow Americans."))
        #expect(result.map(\.lines) == [["And so, my fellow Americans."]])
    }

    @Test func aLongSentenceTakesTwoLinesBrokenAtTheComma() {
        let result = cues(spoken("ask not what your country can do for you, ask what you can do for it", each: 0.3))
        #expect(result.map(\.lines) == [["ask not what your country can do for you,", "ask what you can do for it"]])
    }

    @Test func everyLineAndEveryCueKeepsItsLimits() {
        let text = (0..<600).map { $0 % 17 == 16 ? "sentence." : ($0 % 5 == 4 ? "clause," : "wordword") }
        let result = cues(spoken(text.joined(separator: " ")))
        #expect(result.flatMap(\.lines).allSatisfy { $0.count <= 42 })
        #expect(result.allSatisfy { (1...2).contains($0.lines.count) })
        #expect(result.allSatisfy { $0.end - $0.start <= 7 && $0.end > $0.start })
        #expect(zip(result, result.dropFirst()).allSatisfy { $0.end <= $1.start })
        #expect(result.flatMap(\.lines).joined(separator: " ") == text.joined(separator: " "))
    }

    @Test func aPauseEndsACueAndAShorterOneDoesNot() {
        let first = spoken("one two")
        #expect(cues(first + spoken("three", from: first[1].end + 0.8)).count == 2)
        #expect(cues(first + spoken("three", from: first[1].end + 0.79)).count == 1)
    }

    @Test func aSentenceEndsACueOnceItHasLastedASecond() {
        #expect(cues(spoken("Yes. We can do that.", each: 0.3)).map(\.lines) == [["Yes. We can do that."]])
        #expect(
            cues(spoken("We did it. Then we left.", each: 0.4)).map(\.lines) == [["We did it."], ["Then we left."]])
    }

    @Test func slowSpeechIsCutAfterSevenSeconds() {
        let result = cues(spoken("a b c d e f g h", each: 1.9, gap: 0.1))
        #expect(result.allSatisfy { $0.end - $0.start <= 7 })
        #expect(result.count >= 3)
    }

    @Test func aShortCueStaysLongEnoughToBeReadButNeverIntoTheNext() {
        let alone = cues(spoken("Go.", each: 0.2))
        #expect(alone == [Cue(start: 0, end: 1, lines: ["Go."])])
        let followed = cues(spoken("Go.", each: 0.2), spoken("Now.", from: 0.5, each: 0.2))
        #expect(followed[0].end == 0.5)
    }

    /// As a server without times of words tells them.
    private func sentences(_ count: Int, at time: (Int) -> Double) -> [Word] {
        (0..<count).flatMap { index in
            "This is the sentence number \(index).".split(separator: " ").map {
                Word(text: String($0), start: time(index), end: time(index), probability: 1)
            }
        }
    }

    @Test(arguments: [2, 3, 8, 40])
    func noCueIsGlimpsedWhereTimesHaveNoLength(count: Int) {
        for time in [{ _ in 3 }, { Double($0) * 0.2 }, { Double($0 / 5) * 2 }] as [(Int) -> Double] {
            let words = sentences(count, at: time)
            let result = cues(words)
            #expect(result.allSatisfy { $0.end - $0.start >= 0.5 - 1e-9 })
            #expect(zip(result, result.dropFirst()).allSatisfy { $0.end <= $1.start })
            #expect(result.flatMap(\.lines).allSatisfy { $0.count <= 42 })
            #expect(result.flatMap(\.lines).joined(separator: " ") == words.text)
        }
    }

    @Test func aCueThatWouldOnlyBeGlimpsedIsJoinedWithTheNextOne() {
        let words = spoken("Yes, I think so too, and that is what we all said", each: 0.4)
        let first = Word(text: "No.", start: 0, end: 0, probability: 1)
        #expect(cues([first] + words.map { $0.moved(by: 0.1) }).first?.lines.first?.hasPrefix("No. Yes,") == true)
    }

    @Test func anAnswerOfThreeTenthsOfASecondIsAddedToTheSentenceBeforeIt() {
        let question = spoken("Did you see where it went yesterday?", each: 0.3)
        let end = question[6].end
        let answer = Word(text: "No.", start: end + 0.05, end: end + 0.3, probability: 1)
        #expect(cues(question + [answer], spoken("Next.", from: end + 0.4)).count == 2)
    }

    @Test func aWordLongerThanALineIsCutIntoPieces() {
        let address = "https://example.org/" + String(repeating: "x", count: 80)
        let result = cues([Word(text: address, start: 0, end: 4, probability: 1)])
        #expect(result.flatMap(\.lines).allSatisfy { $0.count <= 42 })
        #expect(result.flatMap(\.lines).joined() == address)
    }

    private func letters(_ text: String, each: Double = 0.1) -> [Word] {
        text.enumerated().map { index, letter in
            let start = Double(index) * each
            return Word(text: String(letter), start: start, end: start + each, probability: 1, isGlued: index > 0)
        }
    }

    @Test(arguments: [("字", 16), ("か", 13), ("한", 16), ("Ж", 42)])
    func linesHoldAsManyCharactersAsTheScriptAllows(letter: String, count: Int) {
        let result = cues(letters(String(repeating: letter, count: 200), each: 0.05))
        let lines = result.flatMap(\.lines)
        #expect(lines.map(\.count).max() == count)
        #expect(lines.joined().count == 200)
        #expect(result.allSatisfy { $0.end - $0.start <= 7 })
    }

    /// A Chinese, Japanese or Korean character takes two columns.
    @Test(arguments: [
        ("我们明天早上九点在车站见", 24.0, 18.0), ("明日の朝九時に駅で会おう", 24, 8),
        ("내일아침아홉시에역에서만나자요", 30, 24), ("我用iPhone打电话给你了啊", 24, 18),
        ("We say 你好 to everybody in town", 32, 20),
    ])
    func aCueStaysAsLongAsItsScriptTakesToBeRead(text: String, columns: Double, perSecond: Double) throws {
        let cue = try #require(cues(letters(text, each: 0.01)).first)
        #expect(abs(cue.end - columns / perSecond) < 1e-6)
    }

    @Test func cuesThatWereHeardOutOfOrderStillFollowEachOther() {
        let result = cues(spoken("late.", from: 10, each: 3), spoken("early", from: 9))
        #expect(zip(result, result.dropFirst()).allSatisfy { $0.end <= $1.start })
    }
}

@Suite struct SubtitleFormatTests {
    private let cues = [
        Cue(start: 0, end: 1.5, lines: ["<b>Tom & Jerry</b>", "a --> b"]), Cue(start: 2, end: 3, lines: ["end"]),
    ]

    @Test func subRipNumbersItsCuesAndKeepsArrowsOutOfTheText() {
        #expect(
            SubtitleFormat.subRip.content(of: cues) == """
                1
                00:00:00,000 --> 00:00:01,500
                <b>Tom & Jerry</b>
                a → b

                2
                00:00:02,000 --> 00:00:03,000
                end


                """)
    }

    @Test func webVTTEscapesItsMarkup() {
        #expect(
            SubtitleFormat.webVTT.content(of: cues) == """
                WEBVTT

                00:00:00.000 --> 00:00:01.500
                &lt;b&gt;Tom &amp; Jerry&lt;/b&gt;
                a --&gt; b

                00:00:02.000 --> 00:00:03.000
                end


                """)
    }
}
