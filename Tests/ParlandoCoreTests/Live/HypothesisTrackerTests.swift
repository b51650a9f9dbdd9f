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
}
