import ParlandoCore
import Testing

@testable import ParlandoRecognition

@Suite struct SecondPassTests {
    /// Each letter is a word with a token.
    private func hypothesis(_ text: String, isLooped: Bool = false, probability: Double = -0.2) -> Hypothesis {
        let words = text.map { letter in
            DecodedWord(
                text: String(letter), tokens: letter.unicodeScalars.map { Int32($0.value) }, probability: 0.9)
        }
        return Hypothesis(words: words, meanLogProbability: probability, isLooped: isLooped)
    }

    /// Ten seconds with a quiet place after four and one after seven.
    private let samples = (0..<160_000).map { [31, 32, 55, 56].contains($0 / 2000) ? Float(0) : 0.1 }

    /// With the seconds of the parts that were decoded again.
    private func hear(
        _ whole: Hypothesis, parts: [Hypothesis] = [], seconds: Int = 10, knownSeconds: Int = 0
    ) throws -> (text: String, isLooped: Bool, parts: [Double], requests: [DecodeRequest]) {
        var lengths: [Double] = []
        var requests: [DecodeRequest] = []
        let request = DecodeRequest(
            samples: Array(samples.prefix(seconds * 16_000)), prefixes: [whole.prefix],
            prefixSamples: knownSeconds * 16_000, effort: .full)
        let hearing = SecondPass { part in
            lengths.append((Double(part.samples.count) / 1600).rounded() / 10)
            requests.append(part)
            return parts[lengths.count - 1]
        }
        let answer = try hearing.checked(whole, of: request)
        return (answer.words.map(\.text).joined(), answer.isLooped, lengths, requests)
    }

    /// Only what is new is parted; the known words begin the first part.
    @Test func whatWasSaidBehindALoopIsFoundBehindAPrefixToo() throws {
        var whole = hypothesis("qrab", isLooped: true)
        whole.prefix = [7, 8]
        let heard = try hear(whole, parts: [hypothesis("qrab"), hypothesis("xyz")], knownSeconds: 4)
        #expect(heard.text == "qrabxyz")
        #expect(heard.parts == [7, 3])
        #expect(heard.requests.map(\.prefixes) == [[[7, 8]], [[]]])
        #expect(heard.requests.map(\.prefixSamples) == [64_000, 0])
        // Too little is new.
        #expect(try hear(whole, knownSeconds: 7).text == "qrab")
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
        // An English model loops in another language, so this is still told.
        #expect(heard.isLooped)
    }

    /// The part with a loop is parted again, unless it is too short.
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

    @Test func aTextThatSaysMoreThanItsPartsStays() throws {
        let heard = try hear(
            hypothesis("qrstabababxyz", probability: -0.3),
            parts: [hypothesis("abab", probability: -0.1), hypothesis("abxyz", probability: -0.1)])
        #expect(heard.text == "qrstabababxyz")
    }

    @Test func aPartThatIsNotUnderstoodContradictsNothing() throws {
        let heard = try hear(
            hypothesis("qrstabababab"), parts: [hypothesis("qrst"), hypothesis("ghklmn", probability: -1.2)])
        #expect(heard.text == "qrstabababab")
    }

    /// Repeated syllables alone are taken for music.
    @Test func whatIsSaidBehindSoundThatIsTakenForMusicIsFound() throws {
        let parts = [
            hypothesis("qrab"), hypothesis("[m]", probability: -1.5), hypothesis("", probability: -1.5),
            hypothesis("xyz"),
        ]
        #expect(try hear(hypothesis("qrab", isLooped: true), parts: parts).text == "qrabxyz")
    }

    @Test func otherWordsThatAreLessProbableDoNotTakeThePlaceOfARepetition() throws {
        let heard = try hear(
            hypothesis("abcdeabcdexyz"), parts: [hypothesis("ghklmghklm", probability: -0.6), hypothesis("xyz")])
        #expect(heard.text == "abcdeabcdexyz")
    }
}
