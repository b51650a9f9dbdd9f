import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoRecognition

@Suite struct HypothesisTrackerTests {
    private static func words(_ texts: String, probability: Double = 0.9) -> [DecodedWord] {
        texts.split(separator: " ").map { DecodedWord(text: String($0), tokens: [1], probability: probability) }
    }

    /// After two decodings that agreed, and others.
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

    @Test func aContestedWordKeepsOutNothingThatIsHeardElsewhere() {
        let standing = Self.words("settle adjustment to the")
        let doubtful = Self.words("subtle", probability: 0.5) + Self.words("adjustment to the needs")
        var tracker = HypothesisTracker(policy: LivePolicy())
        for (index, hypothesis) in [standing, standing, doubtful].enumerated() {
            tracker.update(hypothesis, behind: 0, end: index * 3200, isCalm: false)
        }
        #expect(tracker.candidates.map(\.word.text) == ["settle", "adjustment", "to", "the", "needs"])
        tracker.update(doubtful, behind: 0, end: 9600, isCalm: false)
        #expect(tracker.candidates.map(\.word.text) == ["subtle", "adjustment", "to", "the", "needs"])
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
        tracker.review(Self.words("taken away by"), end: 6400)
        #expect(tracker.candidates.map(\.word.text) == ["taken", "away", "by"])
    }

    @Test func whatIsNotBelievedCostsTheWordsBehindItNothing() {
        var tracker = HypothesisTracker(policy: LivePolicy())
        for index in 0...2 {
            tracker.update(Self.words("the cat"), behind: 0, end: index * 3200, isCalm: false)
        }
        let doubtful = Self.words("party and", probability: 0.3) + Self.words("the cat")
        tracker.update(doubtful, behind: 0, end: 9600, isCalm: false)
        #expect(tracker.candidates.map(\.word.text) == ["the", "cat"])
    }

    @Test func whatOnlyRepeatsTheFinalWordsIsAnEchoUntilAReviewHeardIt() {
        var tracker = HypothesisTracker(policy: LivePolicy())
        tracker.update(Self.words("ask not what"), behind: 0, end: 0, isCalm: false)
        #expect(tracker.echoCount(after: ["ask", "not", "what"]) == 3)
        tracker.protect(3)
        #expect(tracker.echoCount(after: ["ask", "not", "what"]) == 0)
    }
}

@Suite struct ShownWordsTests {
    private static func words(_ texts: String) -> [Word] {
        [Word](of: texts, lasting: 1)
    }

    /// Words with a `~` may not be shown yet.
    private static func heard(_ texts: String) -> [ShownWords.Heard] {
        words(texts).map { word in
            var heard = ShownWords.Heard(word: word, isFirm: !word.text.hasPrefix("~"))
            heard.word.text = word.text.replacing("~", with: "")
            return heard
        }
    }

    /// An expectation cannot change what it looks at.
    private static func hears(_ shown: inout ShownWords, _ texts: String) -> Bool {
        shown.hear(heard(texts))
    }

    /// After each of these, with nothing final between.
    private static func shown(_ texts: [String]) -> [String] {
        var shown = ShownWords()
        return texts.map {
            _ = shown.hear(heard($0))
            return shown.words.text
        }
    }

    @Test func aNewWordThatMayNotStayIsHeldBackWithAllBehindIt() {
        #expect(
            Self.shown(["the only ~zion", "the only ~scion of an", "the only scion of an"])
                == ["the only", "the only", "the only scion of an"])
    }

    @Test func aWordOnShowStaysUntilAnotherIsFirm() {
        #expect(Self.shown(["the only zion", "the only ~scion of"]) == ["the only zion", "the only zion"])
        #expect(
            Self.shown(["the only zion of", "the only ~scion of an"]) == ["the only zion of", "the only zion of an"])
        #expect(Self.shown(["the only zion", "the only ~scion"]) == ["the only zion", "the only zion"])
        #expect(Self.shown(["the only zion", "the only scion of"]) == ["the only zion", "the only scion of"])
        #expect(Self.shown(["the only zion of", "the only scion of"]) == ["the only zion of", "the only scion of"])
    }

    @Test func aWordOnShowStaysThoughItIsLessSureNow() {
        #expect(Self.shown(["the only scion", "the ~only ~scion"]) == ["the only scion", "the only scion"])
    }

    @Test func whatIsPutInWaitsUntilItIsFirm() {
        let first = "democrats could defend"
        #expect(Self.shown([first, "the ~democrats could defend"]) == [first, "the democrats could defend"])
        #expect(Self.shown([first, "~the democrats could defend"]) == [first, first])
    }

    @Test func aWordThatBecomesFinalIsCorrectedThenAndThereAlone() {
        var shown = ShownWords()
        _ = Self.hears(&shown, "the only zion of an old family that is gone")
        shown.finish(Self.words("the only scion of"))
        #expect(Self.hears(&shown, "~a ~cold family that is gone"))
        #expect(shown.words.text == "an old family that is gone", "the words behind it stay as they are shown")
        shown.finish(Self.words("an old"))
        #expect(Self.hears(&shown, "family that is gone"))
        #expect(shown.words.text == "family that is gone")
    }

    @Test func marksBehindTheLastWordWaitForTheNextWordOrTheEnd() {
        let heard = ["Yes.", "Yes, I...", "Yes, I do? -", "Yes, I do? He's 3.5", "..."]
        #expect(Self.shown(heard) == ["Yes", "Yes, I", "Yes, I do", "Yes, I do? He's 3.5", ""])
        var shown = ShownWords()
        _ = Self.hears(&shown, "Yes")
        #expect(!Self.hears(&shown, "Yes."), "nothing that is seen has changed")
    }

    @Test func nothingStaysThatIsNotHeardAnyMore() {
        #expect(Self.shown(["thank you very much for watching", "thank you"])[1] == "thank you")
        #expect(Self.shown(["one two three four five six", ""])[1].isEmpty)
        var shown = ShownWords()
        _ = Self.hears(&shown, "one two three four five six")
        shown.finish(Self.words("nine"))
        #expect(Self.hears(&shown, ""))
        #expect(shown.words.isEmpty)
    }

    /// The page never holds a word that was not heard, all firm words are there, and in the end nothing is left.
    @Test(arguments: 1...200)
    func anyCourseEndsWithWhatIsHeard(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var shown = ShownWords()
        for _ in 0..<30 {
            let heard = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                ["a", "b", "c", "A", "~a", "~b", "."].randomElement(using: &random) ?? "a"
            }
            let before = shown.words.map(\.text.essence)
            shown.finish(Self.words(["", "a", "b a"].randomElement(using: &random) ?? ""))
            _ = Self.hears(&shown, heard.joined(separator: " "))
            let known = before + heard.map(\.essence)
            #expect(shown.words.allSatisfy { known.contains($0.text.essence) })
            if heard.allSatisfy({ !$0.hasPrefix("~") }) {
                #expect(shown.words.last?.text.essence == heard.last { $0 != "." }?.essence)
            }
        }
        shown.finish(shown.words)
        _ = Self.hears(&shown, "")
        #expect(shown.words.isEmpty)
    }

    @Test func itTellsWhetherThePageChanges() {
        var shown = ShownWords()
        #expect(!Self.hears(&shown, ""))
        #expect(Self.hears(&shown, "the only zion of an old family"))
        #expect(!Self.hears(&shown, "the only ~scion of an old family"))
        shown.finish([])
        #expect(!Self.hears(&shown, "the only ~sign of an old family ~that"))
    }

    /// The receiver removes final words by their times, perhaps others with them.
    @Test func whatIsLeftIsToldAnewWhenAWordIsFinal() {
        var shown = ShownWords()
        _ = Self.hears(&shown, "no")
        shown.finish(Self.words("no"))
        #expect(Self.hears(&shown, "no"))
        #expect(shown.words.text == "no")
    }
}
