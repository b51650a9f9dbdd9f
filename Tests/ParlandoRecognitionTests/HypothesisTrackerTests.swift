import ParlandoCore
import Testing

@testable import ParlandoRecognition

@Suite struct HypothesisTrackerTests {
    private static func words(_ texts: String, probability: Double = 0.9) -> [DecodedWord] {
        texts.split(separator: " ").map { DecodedWord(text: String($0), tokens: [1], probability: probability) }
    }

    /// What stands after two decodings that agreed, and then others.
    private static func standing(after others: [[DecodedWord]]) -> [String] {
        var tracker = HypothesisTracker(policy: LivePolicy())
        for (index, hypothesis) in ([words("the party and"), words("the party and")] + others).enumerated() {
            tracker.update(hypothesis, behind: 0, end: index * 3200, isCalm: false)
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
        tracker.update(Self.words("ask what you"), behind: 0, end: 0, isCalm: false)
        for (index, text) in [", ask what you", "ask what you", "ask , what you"].enumerated() {
            tracker.update(Self.words(text), behind: 0, end: (index + 1) * 3200, isCalm: false)
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
            tracker.update(hypothesis, behind: 0, end: index * 3200, isCalm: false)
        }
        #expect(tracker.candidates.map(\.word.text) == ["settle", "adjustment", "to", "the", "needs"])
        #expect(tracker.candidates.map(\.agreements) == [1, 2, 2, 2, 0])
        tracker.update(doubtful, behind: 0, end: 9600, isCalm: false)
        #expect(tracker.candidates.map(\.word.text) == ["subtle", "adjustment", "to", "the", "needs"])
        #expect(tracker.candidates.map(\.agreements) == [0, 3, 3, 3, 1])
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

    @Test func aReviewIsBelieved() {
        var tracker = HypothesisTracker(policy: LivePolicy())
        let standing = Self.words("the party and")
        for index in 0...2 {
            tracker.update(standing, behind: 0, end: index * 3200, isCalm: false)
        }
        tracker.review(Self.words("a party", probability: 0.2), end: 9600)
        #expect(tracker.candidates.map(\.word.text) == ["a", "party"])
    }

    @Test func whatAReviewHeardIsLeftAloneUntilTheNextOne() {
        var tracker = HypothesisTracker(policy: LivePolicy())
        tracker.review(Self.words("taken alive by"), end: 0)
        tracker.protect(2)
        tracker.update(Self.words("taken a life in"), behind: 0, end: 3200, isCalm: false)
        #expect(tracker.candidates.prefix(2).map(\.word.text) == ["taken", "alive"])
        #expect(tracker.protectedCount == 2)
        tracker.review(Self.words("taken away by"), end: 6400)
        #expect(tracker.candidates.map(\.word.text) == ["taken", "away", "by"])
        #expect(tracker.candidates.map(\.reviews) == [2, 1, 2])
    }

    @Test(arguments: ["the party and the", "party the"])
    func aWordThatIsSaidAgainIsNoAgreementOnTheFirst(then: String) {
        var tracker = HypothesisTracker(policy: LivePolicy())
        tracker.review(Self.words("the"), end: 3200)
        tracker.review(Self.words(then), end: 16_000)
        #expect(tracker.candidates.last?.agreements == 0)
        #expect(tracker.candidates.last?.reviews == 1)
        #expect(tracker.candidates.last?.firstHeard == 16_000)
    }

    @Test func whatIsNotBelievedCostsTheWordsBehindItNothing() {
        var tracker = HypothesisTracker(policy: LivePolicy())
        for index in 0...2 {
            tracker.update(Self.words("the cat"), behind: 0, end: index * 3200, isCalm: false)
        }
        let doubtful = Self.words("party and", probability: 0.3) + Self.words("the cat")
        tracker.update(doubtful, behind: 0, end: 9600, isCalm: false)
        #expect(tracker.candidates.map(\.word.text) == ["the", "cat"])
        #expect(tracker.candidates.map(\.agreements) == [3, 3])
        #expect(tracker.candidates.last?.isContested == false)
    }

    @Test func whatOnlyRepeatsTheFinalWordsIsAnEchoUntilAReviewHeardIt() {
        var tracker = HypothesisTracker(policy: LivePolicy())
        tracker.update(Self.words("ask not what"), behind: 0, end: 0, isCalm: false)
        #expect(tracker.echoCount(after: ["ask", "not", "what"]) == 3)
        tracker.protect(3)
        #expect(tracker.echoCount(after: ["ask", "not", "what"]) == 0)
    }
}
