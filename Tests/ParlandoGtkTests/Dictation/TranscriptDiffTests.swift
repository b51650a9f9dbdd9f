import ParlandoPresenters
import Testing

@testable import ParlandoGtk

/// How much of a shown transcript is touched when a new one comes.
struct TranscriptDiffTests {
    typealias Run = DictationViewState.Run

    private let first = [Run("One two three.", .settled)]

    @Test func equalTranscriptsNeedNoChange() {
        #expect(TranscriptDiff(from: [first], to: [first]) == nil)
    }

    @Test func twoEmptyTranscriptsNeedNoChange() {
        #expect(TranscriptDiff(from: [], to: []) == nil)
    }

    @Test func theFirstParagraphIsInsertedWhole() throws {
        let diff = try #require(TranscriptDiff(from: [], to: [first]))
        #expect(diff.paragraph == 0)
        #expect(diff.keptCharacters == 0)
        #expect(diff.tail == first)
    }

    @Test func aGrowingRunKeepsWhatItHas() throws {
        let old = [Run("One", .settled), Run(" two", .tentative)]
        let new = [Run("One two", .settled), Run(" three", .tentative)]
        let diff = try #require(TranscriptDiff(from: [old], to: [new]))
        #expect(diff.keptCharacters == 3)
        #expect(diff.tail == [Run(" two", .settled), Run(" three", .tentative)])
    }

    @Test func aTentativeTailIsReplacedFromItsFirstDifference() throws {
        let old = [Run("One", .settled), Run(" two tree", .tentative)]
        let new = [Run("One", .settled), Run(" two three", .tentative)]
        let diff = try #require(TranscriptDiff(from: [old], to: [new]))
        #expect(diff.keptCharacters == 3 + 6)
        #expect(diff.tail == [Run("hree", .tentative)])
    }

    @Test func theSameWordsInAnotherStyleAreInsertedAnew() throws {
        let old = [Run("One", .tentative)]
        let new = [Run("One", .settled)]
        let diff = try #require(TranscriptDiff(from: [old], to: [new]))
        #expect(diff.keptCharacters == 0)
        #expect(diff.tail == new)
    }

    @Test func earlierParagraphsAreNotTouched() throws {
        let old = Array(repeating: first, count: 600)
        let diff = try #require(TranscriptDiff(from: old, to: old + [[Run("More", .settled)]]))
        #expect(diff.paragraph == 600)
        #expect(diff.tail == [Run("More", .settled)])
    }

    @Test func laterParagraphsAreNotTouchedByAChangeInTheMiddle() throws {
        let (one, two) = ([Run("One", .settled)], [Run("Two", .settled)])
        let diff = try #require(TranscriptDiff(from: [first, one, one, first], to: [first, two, one, first]))
        #expect(diff.paragraph == 1)
        #expect(diff.keptParagraphs == 2)
        #expect(TranscriptDiff(from: [one, one], to: [one])?.keptParagraphs == 0)
    }

    @Test func aRemovedTailIsTold() throws {
        let diff = try #require(TranscriptDiff(from: [first, first], to: [first]))
        #expect(diff.paragraph == 1)
        #expect(diff.keptCharacters == 0)
        #expect(diff.tail.isEmpty)
    }

    @Test func aShorterRunKeepsItsBeginning() throws {
        let diff = try #require(TranscriptDiff(from: [first], to: [[Run("One two", .settled)]]))
        #expect(diff.keptCharacters == 7)
        #expect(diff.tail == [Run("", .settled)])
    }

    @Test func charactersAreCountedAsGtkCountsThem() throws {
        let old = [Run("e\u{301}", .settled)]
        let diff = try #require(TranscriptDiff(from: [old], to: [[Run("e\u{301}!", .settled)]]))
        #expect(diff.keptCharacters == 2)
        #expect(diff.tail == [Run("!", .settled)])
    }
}
