import ParlandoPresenters
import Testing

@testable import ParlandoGtk

/// How much of a shown transcript is touched when a new one comes.
struct TranscriptDiffTests {
    typealias Run = DictationViewState.Run

    private let first = [Run("One two three.", .final)]

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
        let old = [Run("One", .final), Run(" two", .interim)]
        let new = [Run("One two", .final), Run(" three", .interim)]
        let diff = try #require(TranscriptDiff(from: [old], to: [new]))
        #expect(diff.keptCharacters == 3)
        #expect(diff.tail == [Run(" two", .final), Run(" three", .interim)])
    }

    @Test func aTentativeTailIsReplacedFromItsFirstDifference() throws {
        let old = [Run("One", .final), Run(" two tree", .interim)]
        let new = [Run("One", .final), Run(" two three", .interim)]
        let diff = try #require(TranscriptDiff(from: [old], to: [new]))
        #expect(diff.keptCharacters == 3 + 6)
        #expect(diff.tail == [Run("hree", .interim)])
    }

    @Test func theSameWordsInAnotherStyleAreInsertedAnew() throws {
        let old = [Run("One", .interim)]
        let new = [Run("One", .final)]
        let diff = try #require(TranscriptDiff(from: [old], to: [new]))
        #expect(diff.keptCharacters == 0)
        #expect(diff.tail == new)
    }

    @Test func earlierParagraphsAreNotTouched() throws {
        let old = Array(repeating: first, count: 600)
        let diff = try #require(TranscriptDiff(from: old, to: old + [[Run("More", .final)]]))
        #expect(diff.paragraph == 600)
        #expect(diff.tail == [Run("More", .final)])
    }

    @Test func laterParagraphsAreNotTouchedByAChangeInTheMiddle() throws {
        let (one, two) = ([Run("One", .final)], [Run("Two", .final)])
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
        let diff = try #require(TranscriptDiff(from: [first], to: [[Run("One two", .final)]]))
        #expect(diff.keptCharacters == 7)
        #expect(diff.tail == [Run("", .final)])
    }

    @Test func charactersAreCountedAsGtkCountsThem() throws {
        let old = [Run("e\u{301}", .final)]
        let diff = try #require(TranscriptDiff(from: [old], to: [[Run("e\u{301}!", .final)]]))
        #expect(diff.keptCharacters == 2)
        #expect(diff.tail == [Run("!", .final)])
    }
}
