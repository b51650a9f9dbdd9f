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
        let tuplets = draft("3", "8", "4", "5", "6", "4", "5", "4")
        #expect(tuplets.elements.map(\.ticks) == [40, 80, 24, 96, 120])
        #expect(tuplets.elements.map(\.tuplet) == [.triplet, .triplet, .quintuplet, .quintuplet, nil])
    }

    @Test func aTupletIsMadeWholeBeforeAnythingElse() {
        var draft = draft("3", "8", "3")
        #expect(draft.mark == "3" && !draft.canUse)
        #expect(draft.status == "Notes left for the triplet: 2")
        #expect(draft.rhythm.pattern.text == "t40 rt40 rt40 r360")
        for key in ["8", "5", "8"] {
            _ = draft.type(key)
        }
        #expect(draft.elements.map(\.ticks) == [40, 40, 40])
        #expect(draft.canUse && draft.status == "Beats left in bar 1: 3")
        #expect(draft.mark == "5")
        _ = draft.type("5")
        _ = draft.type("4")
        #expect(draft.elements.last?.ticks == 120)
        // What is taken away is missing again.
        _ = draft.type("\u{8}")
        _ = draft.type("\u{8}")
        #expect(draft.mark == "3" && draft.status == "Notes left for the triplet: 1")
        #expect(self.draft("5", "6", "6", "6").status == "Notes left for the quintuplet: 2")
        #expect(self.draft("3", "4").status == "Notes left for the triplet: 2")
    }

    /// Of a score in which a quarter is tied to a triplet.
    @Test func aTupletIntoWhichATieLeadsIsWhole() {
        var draft = RhythmDraft(text: "240 160 t40 t40", meter: .fourFour)
        #expect(draft.canUse && draft.unfinished.isEmpty)
        _ = draft.type("4")
        #expect(draft.elements.map(\.ticks) == [240, 160, 40, 40, 120])
    }

    @Test func noTupletIsBegunThatCannotBecomeWhole() {
        #expect(draft("3", "1").elements.isEmpty && draft("5", "2").elements.isEmpty)
        #expect(draft("3", "2", "2", "2").canUse && draft("3", "2", "1").elements.map(\.ticks) == [160, 320])
    }

    @Test func whatIsWrittenOfATupletIsWrittenRight() throws {
        let row = try #require(draft("3", "4", "4").rows.first)
        let notes = WrittenBar(row.music.played, meter: .fourFour).notes
        #expect(notes.map(\.value.base) == [.quarter, .quarter, .quarter])
        #expect(notes.map(\.isRest) == [false, false, true] && notes.allSatisfy { $0.tuplet == 0..<240 && !$0.isTied })
    }

    @Test func theNotesOfABarAreSpoken() {
        #expect(draft("8", "8", "0", "4").rows.map(\.spoken) == ["Bar 1: eighth, eighth, quarter rest"])
        let rows = draft("3", "8", "4", ".", "2", "2").rows
        #expect(rows.first?.spoken == "Bar 1: eighth of a triplet, quarter of a triplet, quarter with a tie, half")
        #expect(rows.last?.spoken == "Bar 2: dotted half")
        #expect(draft("2", "1").rows.map(\.spoken) == ["Bar 1: half, half with a tie", "Bar 2: half"])
        #expect(draft("0", "1").rows.map(\.spoken) == ["Bar 1: whole-bar rest"])
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
        #expect(rows.map(\.bar) == [0, 1] && rows.map(\.showsMeter) == [true, false])
        #expect(rows[0].music.played.map(\.end) == [120, 360, 600])
        #expect(rows[1].music.played.map(\.start) == [-120])
    }

    @Test func whatWasWrittenIsReadAgain() {
        var draft = RhythmDraft(text: "120 r60 t40 t80 q24 q96", meter: .threeFour)
        #expect(draft.elements.map(\.ticks) == [120, 60, 40, 80, 24, 96])
        _ = draft.type("4")
        #expect(draft.rhythm.pattern.text.hasPrefix("120 r60 t40 t80 q24 q96 120 r"))
        #expect(RhythmDraft(text: "nonsense", meter: .fourFour).elements.isEmpty)
    }

    @Test func nothingIsAddedBeyondTheLongestRhythm() {
        var draft = RhythmDraft(text: "", meter: .twoFour)
        for _ in 0..<100 {
            _ = draft.type("2")
        }
        #expect(draft.bars == RhythmDraft.mostBars && draft.status == "A rhythm has at most 64 bars")
    }

    @Test func aScoreIsWholeHoweverLongItIs() {
        var long = RhythmDraft(text: Array(repeating: "480", count: 400).joined(separator: " "), meter: .fourFour)
        #expect(long.rows.map(\.bar) == Array(200..<400) && long.rhythm.bars == 400 && long.kept.isEmpty)
        _ = long.type("\u{8}")
        #expect(long.rows.last?.bar == 398 && !long.kept.isEmpty && long.status == "The last 200 of 399 bars")
        // A hundred bars in each note.
        let text = Array(repeating: "48000", count: 50).joined(separator: " ")
        let endless = RhythmDraft(text: text, meter: .fourFour)
        #expect(endless.rows.map(\.bar) == Array(4800..<5000) && endless.status == "The last 200 of 5000 bars")
        #expect(endless.rhythm.pattern.text == text)
    }

    @Test func aLongRhythmStaysWholeInAShorterTimeSignature() {
        let text = Array(repeating: "480", count: RhythmDraft.mostBars).joined(separator: " ")
        var draft = RhythmDraft(text: text, meter: .twoFour)
        #expect(draft.bars == 128 && draft.rhythm.pattern.text == text)
        _ = draft.type("4")
        #expect(draft.elements.count == 64 && draft.status == "A rhythm has at most 64 bars")
        draft.meter = .fiveFour
        _ = draft.type("4")
        #expect(draft.elements.count == 65 && draft.status == "Beats left in bar 52: 3")
    }
}
