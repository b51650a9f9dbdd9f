import ParlandoCore
import Testing

@testable import ParlandoPresenters

/// A rhythm that is written by keys.
struct RhythmDraftTests {
    private func draft(_ keys: String..., meter: Meter = .fourFour) -> RhythmDraft {
        var draft = RhythmDraft(text: "", meter: meter)
        for key in keys {
            let isKnown = draft.type(key)
            #expect(isKnown, "\(key)")
        }
        return draft
    }

    @Test func eachDigitIsTheNoteOfThatName() {
        #expect(draft("1", "2", "4", "8", "6").elements.map(\.ticks) == [480, 240, 120, 60, 30])
        #expect(draft("4").elements.allSatisfy { !$0.isRest && $0.tuplet == nil })
    }

    @Test func aMarkStaysUntilItsKeyIsPressedAgain() {
        let dotted = draft(".", "4", "8", ".", "8")
        #expect(dotted.elements.map(\.ticks) == [180, 90, 60])
        let tuplets = draft("3", "8", "5", "6", "5", "4")
        #expect(tuplets.elements.map(\.ticks) == [40, 24, 120])
        #expect(tuplets.elements.map(\.tuplet) == [.triplet, .quintuplet, nil])
    }

    @Test func zeroSwitchesBetweenNotesAndRests() {
        #expect(draft("0", "4", "0", "4").elements.map(\.isRest) == [true, false])
    }

    @Test func backspaceRemovesTheLastNoteAndNothingFromAnEmptyRhythm() {
        #expect(draft("4", "8", "\u{8}").elements.map(\.ticks) == [120])
        #expect(draft("\u{8}").elements.isEmpty)
    }

    @Test func otherKeysMeanNothing() {
        var draft = RhythmDraft(text: "", meter: .fourFour)
        for key in ["7", "9", "x", "\u{1b}", "\r", " "] {
            let isKnown = draft.type(key)
            #expect(!isKnown, "\(key)")
        }
        #expect(draft.elements.isEmpty)
    }

    @Test func whatTheLastBarLacksIsCounted() {
        #expect(draft("4", "4").missing == 240)
        #expect(draft("1").missing == 0 && draft("1").bars == 1)
        #expect(draft("1", "8").bars == 2 && draft("1", "8").missing == 420)
        #expect(draft().bars == 0 && draft().missing == 0)
        #expect(draft("4", meter: .sixEight).missing == 240)
    }

    @Test func theLastBarIsFilledWithARestThatIsNotShown() {
        let draft = draft("4", "2")
        #expect(draft.rhythm.pattern.text == "120 240 r120")
        #expect(draft.rows.count == 1)
        #expect(draft.rows.first?.music.played.map(\.element.ticks) == [120, 240])
        #expect(self.draft("1").rhythm.pattern.text == "480")
    }

    @Test func anEmptyRhythmIsAnEmptyBar() {
        #expect(draft().rows.map(\.music.played) == [[]])
        #expect(!draft().canUse && !draft("0", "4").canUse && draft("0", "4", "0", "4").canUse)
    }

    @Test func aNoteOverTheBarLineIsInBothBars() {
        let rows = draft("4", "2", "2").rows
        #expect(rows.map(\.bar) == [0, 1])
        #expect(rows[0].music.played.map(\.end) == [120, 360, 600])
        #expect(rows[1].music.played.map(\.start) == [-120])
    }

    @Test func whatWasWrittenIsReadAgain() {
        var draft = RhythmDraft(text: "120 r60 t40 q24", meter: .threeFour)
        #expect(draft.elements.map(\.ticks) == [120, 60, 40, 24])
        _ = draft.type("4")
        #expect(draft.rhythm.pattern.text.hasPrefix("120 r60 t40 q24 120 r"))
        #expect(RhythmDraft(text: "nonsense", meter: .fourFour).elements.isEmpty)
    }

    @Test func nothingIsAddedBeyondTheLongestRhythm() {
        var draft = RhythmDraft(text: "", meter: .twoFour)
        for _ in 0..<100 {
            _ = draft.type("2")
        }
        #expect(draft.bars == RhythmDraft.mostBars)
    }
}
