import Testing

@testable import ParlandoCore

@Suite struct HypothesisTrackerTests {
    private static func words(_ texts: String, probability: Double = 0.9) -> [DecodedWord] {
        texts.split(separator: " ").map { DecodedWord(text: String($0), tokens: [1], probability: probability) }
    }

    /// What stands after two decodings that agreed, and then others.
    private static func standing(after others: [[DecodedWord]]) -> [String] {
        var tracker = HypothesisTracker(policy: LivePolicy())
        for (index, hypothesis) in ([words("the party and"), words("the party and")] + others).enumerated() {
            tracker.update(hypothesis, end: index * 3200, isFinal: false)
        }
        return tracker.candidates.map(\.word.text)
    }

    @Test func aDecodingThatIsSureCorrectsWordsAtOnce() {
        let corrected = Self.standing(after: [Self.words("the party in power")])
        #expect(corrected == ["the", "party", "in", "power"])
    }

    @Test func aDoubtfulContradictionWaitsForASecondOne() {
        let doubtful = Self.words("the party in power", probability: 0.5)
        #expect(Self.standing(after: [doubtful]) == ["the", "party", "and"])
        #expect(Self.standing(after: [doubtful, doubtful]) == ["the", "party", "in", "power"])
    }

    @Test func onlyTheFirstContradictedWordHasToBeSure() {
        let mixed = Self.words("the party in") + Self.words("flour", probability: 0.2)
        #expect(Self.standing(after: [mixed]) == ["the", "party", "in", "flour"])
    }

    @Test func aCommaByItselfMakesNoWordNew() {
        var tracker = HypothesisTracker(policy: LivePolicy())
        tracker.update(Self.words("ask what you"), end: 0, isFinal: false)
        for (index, text) in [", ask what you", "ask what you", "ask , what you"].enumerated() {
            tracker.update(Self.words(text), end: (index + 1) * 3200, isFinal: false)
        }
        #expect(tracker.candidates.map(\.agreements) == [3, 3, 3, 3])
        #expect(tracker.candidates.allSatisfy { $0.firstHeard == 0 })
    }

    /// "Settle adjustment to the needs" was agreed on; then something doubtful is heard in place of one word.
    @Test func aContestedWordKeepsOutNothingThatIsHeardElsewhere() {
        let standing = Self.words("settle adjustment to the")
        let doubtful = Self.words("subtle", probability: 0.5) + Self.words("adjustment to the needs")
        var tracker = HypothesisTracker(policy: LivePolicy())
        for (index, hypothesis) in [standing, standing, doubtful].enumerated() {
            tracker.update(hypothesis, end: index * 3200, isFinal: false)
        }
        #expect(tracker.candidates.map(\.word.text) == ["settle", "adjustment", "to", "the", "needs"])
        #expect(tracker.candidates.map(\.agreements) == [1, 2, 2, 2, 0])
        #expect(tracker.settle(end: 160_000, trusted: 5).isEmpty)
        tracker.update(doubtful, end: 9600, isFinal: false)
        #expect(tracker.candidates.map(\.word.text) == ["subtle", "adjustment", "to", "the", "needs"])
        #expect(tracker.candidates.map(\.agreements) == [0, 3, 3, 3, 1])
        #expect(tracker.settle(end: 160_000, trusted: 5).count == 5)
    }

    @Test func aDoubtfulWordComesBetweenWordsThatStandOnlyWhenItIsHeardTwice() {
        let doubtful = Self.words("the party") + Self.words("line", probability: 0.5) + Self.words("and")
        #expect(Self.standing(after: [doubtful]) == ["the", "party", "and"])
        #expect(Self.standing(after: [doubtful, doubtful]) == ["the", "party", "line", "and"])
        #expect(Self.standing(after: [doubtful, Self.words("the party and"), doubtful]) == ["the", "party", "and"])
    }

    @Test func wordsThatAreNotHeardAgainStayUntilTheyAreMissedTwice() {
        let shorter = Self.words("the party")
        #expect(Self.standing(after: [shorter]) == ["the", "party", "and"])
        #expect(Self.standing(after: [shorter, shorter]) == ["the", "party"])
    }

    @Test func theLastWordOnTheMatterIsBelieved() {
        var tracker = HypothesisTracker(policy: LivePolicy())
        let standing = Self.words("the party and")
        for index in 0...2 {
            tracker.update(standing, end: index * 3200, isFinal: false)
        }
        tracker.update(Self.words("a party", probability: 0.2), end: 9600, isFinal: true)
        #expect(tracker.candidates.map(\.word.text) == ["a", "party"])
    }

    /// "The most effective agency for this task is contact with" settled, "beauty" was to follow.
    private static let sentence = "the most effective agency for this task is contact with"

    private static func afterTheSentence() -> HypothesisTracker {
        var tracker = HypothesisTracker(policy: LivePolicy())
        for index in 0...3 {
            tracker.update(words(sentence + (index == 3 ? " beauty" : "")), end: index * 16_000, isFinal: false)
        }
        _ = tracker.settle(end: 160_000, trusted: 0)
        return tracker
    }

    @Test func aSentenceThatTheDecoderBeginsAnewIsNotWrittenTwice() {
        var tracker = Self.afterTheSentence()
        tracker.update(Self.words(Self.sentence + " beauty now"), end: 170_000, isFinal: true)
        #expect(tracker.settle(end: 170_000, trusted: 12).isEmpty, "nothing of it settles while the speaker goes on")
        tracker.dropEcho(newSound: 0.5)
        #expect(tracker.candidates.map(\.word.text) == ["beauty", "now"])
    }

    @Test func aSentenceThatWasSaidTwiceIsWrittenTwice() {
        var heard = Self.afterTheSentence()
        heard.update(Self.words(Self.sentence), end: 300_000, isFinal: false)
        heard.update(Self.words(Self.sentence), end: 310_000, isFinal: true)
        heard.dropEcho(newSound: 0.5)
        #expect(heard.candidates.count == 10, "an earlier decoding heard it too")
        var slow = Self.afterTheSentence()
        slow.update(Self.words(Self.sentence), end: 300_000, isFinal: true)
        slow.dropEcho(newSound: 5)
        #expect(slow.candidates.count == 10, "there was time to say it")
    }
}
