import ParlandoCore
import Testing

@testable import ParlandoRecognition

@Suite struct ShownWordsTests {
    private static func words(_ texts: String) -> [Word] {
        texts.split(separator: " ").enumerated().map { index, text in
            Word(text: String(text), start: Double(index), end: Double(index + 1), probability: 0.9)
        }
    }

    /// Words of which those with a `~` before them may not be shown yet.
    private static func heard(_ texts: String) -> [ShownWords.Heard] {
        words(texts).map { word in
            var heard = ShownWords.Heard(word: word, isFirm: !word.text.hasPrefix("~"))
            heard.word.text = word.text.replacing("~", with: "")
            return heard
        }
    }

    /// Whether something else is to be shown then: an expectation cannot change what it looks at.
    private static func hears(_ shown: inout ShownWords, _ texts: String) -> Bool {
        shown.hear(heard(texts))
    }

    /// What is on show after each of these was heard, with nothing final between.
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

    /// Whatever is heard and becomes final: the page never holds a word that was not heard, all firm words are there, and
    /// in the end nothing is left.
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

    /// Whoever shows the words took away what became final, by its times, perhaps another word with it.
    @Test func whatIsLeftIsToldAnewWhenAWordIsFinal() {
        var shown = ShownWords()
        _ = Self.hears(&shown, "no")
        shown.finish(Self.words("no"))
        #expect(Self.hears(&shown, "no"))
        #expect(shown.words.text == "no")
    }
}
