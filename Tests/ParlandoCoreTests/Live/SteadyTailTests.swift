import Testing

@testable import ParlandoCore

@Suite struct SteadyTailTests {
    /// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            return mixed ^ mixed >> 31
        }
    }

    private static func words(_ texts: String) -> [Word] {
        texts.split(separator: " ").enumerated().map { index, text in
            Word(text: String(text), start: Double(index), end: Double(index + 1), probability: 0.9)
        }
    }

    /// Whether something else is to be shown then: an expectation cannot change what it looks at.
    private static func hears(_ tail: inout SteadyTail, _ words: [Word]) -> Bool {
        tail.hear(words)
    }

    /// What is on show after each of these was heard, with nothing settled between.
    private static func shown(_ heard: [String]) -> [String] {
        var tail = SteadyTail()
        return heard.map { texts in
            _ = tail.hear(words(texts))
            return tail.words.text
        }
    }

    @Test func aWordNearTheEndIsCorrectedAtOnce() {
        #expect(Self.shown(["the only zion", "the only scion of an old"])[1] == "the only scion of an old")
        #expect(
            Self.shown(["the only zion of", "the only scion of"])[1] == "the only scion of",
            "one word behind it is not enough to make it stay")
    }

    @Test func aWordWithTwoBehindItStays() {
        let shown = Self.shown([
            "the only zion of an", "the only scion of an", "the only sign of an old",
        ])
        #expect(shown[1] == "the only zion of an")
        #expect(shown[2] == "the only zion of an old")
    }

    @Test(arguments: [
        ("if the democrats could defend such an issue", "the democrats could defend such an issue"),
        ("the democrats could defend such an issue", "if the democrats could defend such an issue"),
        ("Two women, at the white house", "two women at the white house"),
    ])
    func whatIsPutInOrLeftOutOrWrittenOtherwiseWaitsToo(first: String, then: String) {
        #expect(Self.shown([first, then]) == [first, first])
    }

    @Test func aWordThatSettlesIsCorrectedThenAndThereAlone() {
        var tail = SteadyTail()
        _ = tail.hear(Self.words("the only zion of an old family that is gone"))
        tail.settle(Self.words("the only scion of"))
        #expect(Self.hears(&tail, Self.words("a cold family that is gone")))
        #expect(tail.words.text == "an old family that is gone", "the words behind it stay as they are shown")
        tail.settle(Self.words("an old"))
        #expect(Self.hears(&tail, Self.words("family that is gone")))
        #expect(tail.words.text == "family that is gone")
    }

    @Test func marksBehindTheLastWordWaitForTheNextWordOrTheEnd() {
        let heard = ["Yes.", "Yes, I...", "Yes, I do? -", "Yes, I do? He's 3.5", "..."]
        #expect(Self.shown(heard) == ["Yes", "Yes, I", "Yes, I do", "Yes, I do? He's 3.5", ""])
        var tail = SteadyTail()
        _ = tail.hear(Self.words("Yes"))
        #expect(!Self.hears(&tail, Self.words("Yes.")), "nothing that is seen has changed")
    }

    @Test func nothingStaysThatIsNotHeardAnyMore() {
        #expect(Self.shown(["thank you very much for watching", "thank you"])[1] == "thank you")
        #expect(Self.shown(["one two three four five six", ""])[1].isEmpty)
        var tail = SteadyTail()
        _ = tail.hear(Self.words("one two three four five six"))
        tail.settle(Self.words("nine"))
        #expect(Self.hears(&tail, []))
        #expect(tail.words.isEmpty)
    }

    /// Whatever is heard and settles: the page never holds a word that was never heard, and is as heard in the end.
    @Test(arguments: 1...200)
    func anyCourseEndsWithWhatIsHeard(seed: UInt64) {
        var random = Chance(state: seed)
        var tail = SteadyTail()
        for _ in 0..<30 {
            let heard = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                ["a", "b", "c", "A", "."].randomElement(using: &random) ?? "a"
            }
            tail.settle(Self.words(heard.prefix(Int.random(in: 0...9, using: &random)).joined(separator: " ")))
            _ = tail.hear(Self.words(heard.joined(separator: " ")))
            #expect(tail.words.last?.text.essence == heard.last { $0 != "." }?.essence)
        }
        tail.settle(tail.words)
        _ = tail.hear([])
        #expect(tail.words.isEmpty)
    }

    @Test func itTellsWhetherThePageChanges() {
        var tail = SteadyTail()
        #expect(!Self.hears(&tail, []))
        #expect(Self.hears(&tail, Self.words("the only zion of an old family")))
        #expect(!Self.hears(&tail, Self.words("the only scion of an old family")))
        tail.settle([])
        #expect(!Self.hears(&tail, Self.words("the only sign of an old family")))
    }
}
