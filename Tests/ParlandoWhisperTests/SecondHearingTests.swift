import ParlandoCore
import Testing

@testable import ParlandoWhisper

@Suite struct SecondHearingTests {
    /// A text whose words are letters, a token each.
    private func hypothesis(_ text: String, isLooped: Bool = false, probability: Double = -0.2) -> Hypothesis {
        let words = text.map { letter in
            DecodedWord(
                text: String(letter), tokens: letter.unicodeScalars.map { Int32($0.value) }, probability: 0.9)
        }
        return Hypothesis(words: words, meanLogProbability: probability, isLooped: isLooped)
    }

    /// Ten seconds with a quiet place after four and one after seven.
    private let samples = (0..<160_000).map { [31, 32, 55, 56].contains($0 / 2000) ? Float(0) : 0.1 }

    /// What comes of a window, and how long the parts were that were heard again, in seconds.
    private func hear(
        _ whole: Hypothesis, parts: [Hypothesis] = [], seconds: Int = 10
    ) throws -> (text: String, isLooped: Bool, parts: [Double]) {
        var lengths: [Double] = []
        let request = DecodeRequest(samples: Array(samples.prefix(seconds * 16_000)), effort: .full)
        let hearing = SecondHearing { part in
            lengths.append((Double(part.samples.count) / 1600).rounded() / 10)
            return parts[lengths.count - 1]
        }
        let answer = try hearing.checked(whole, of: request)
        return (answer.words.map(\.text).joined(), answer.isLooped, lengths)
    }

    @Test func aTextWithoutRepetitionIsHeardOnce() throws {
        let heard = try hear(hypothesis("abcdef"))
        #expect(heard.text == "abcdef" && heard.parts.isEmpty)
    }

    @Test func whatIsReallyRepeatedIsHeardInBothPartsAndStays() throws {
        let heard = try hear(
            hypothesis("abababxyz"), parts: [hypothesis("aba", probability: -0.4), hypothesis("babxyz")])
        #expect(heard.text == "abababxyz" && !heard.isLooped)
        #expect(heard.parts == [4, 6])
    }

    @Test func aLoopThatCameToAnEndIsNotHeardAgainAndGoes() throws {
        let heard = try hear(hypothesis("qrstababababab"), parts: [hypothesis("qrst"), hypothesis("abxyz")])
        #expect(heard.text == "qrstabxyz")
    }

    @Test func whatWasSaidBehindALoopIsFound() throws {
        let heard = try hear(hypothesis("qrab", isLooped: true), parts: [hypothesis("qrab"), hypothesis("xyz")])
        #expect(heard.text == "qrabxyz")
        // An English model that is given another language goes round in loops: that it did is still told.
        #expect(heard.isLooped)
    }

    /// Each loop costs the part that it is in, and that part is parted again; what is too short is cut off as it was.
    @Test func aLoopInAPartIsLeftBehindToo() throws {
        let parts = [
            hypothesis("qr"), hypothesis("ab", isLooped: true), hypothesis("c"), hypothesis("d", isLooped: true),
        ]
        let heard = try hear(hypothesis("qrab", isLooped: true), parts: parts)
        #expect(heard.text == "qrcd")
        #expect(heard.parts == [4, 6, 3, 3])
    }

    @Test func aShortWindowIsTakenAsItIs() throws {
        #expect(try hear(hypothesis("ababab"), seconds: 3).text == "ababab")
        #expect(try hear(hypothesis("ab", isLooped: true), seconds: 3).text == "ab")
    }

    @Test func otherWordsThatAreLessProbableDoNotTakeThePlaceOfARepetition() throws {
        let heard = try hear(
            hypothesis("abcdeabcdexyz"), parts: [hypothesis("ghklmghklm", probability: -0.6), hypothesis("xyz")])
        #expect(heard.text == "abcdeabcdexyz")
    }
}
