import Foundation
import Testing

@testable import ParlandoCore

@Suite struct PracticeBookTests {
    private func exercise(_ name: String, id: UUID = UUID(), tempo: Double = 90) -> SavedExercise {
        var preferences = RhythmPreferences()
        preferences.beatsPerMinute = tempo
        return SavedExercise(id: id, name: name, settings: preferences)
    }

    private func book(_ exercises: SavedExercise..., sets: [PracticeSet] = []) -> PracticeBook {
        var book = PracticeBook()
        exercises.forEach { book.put($0) }
        sets.forEach { book.put($0) }
        return book
    }

    private func read(_ text: String) throws -> PracticeBook {
        try OutsideJSON.decode(PracticeBook.self, from: Data(text.utf8))
    }

    /// Every preference of an exercise differs from its default, and one of each other kind does.
    private var changed: RhythmPreferences {
        var made = RhythmPreferences()
        (made.beatsPerMinute, made.meter, made.stressNames, made.clicksPerBeat) = (63.5, .sixEight, ["soft"], 3)
        (made.clickVoice, made.swing, made.swingsSixteenths) = (.drum, 66, true)
        (made.heardBars, made.silentBars, made.dropped) = (3, 2, 40)
        (made.trains, made.trainerGoal, made.trainerStep, made.trainerInterval) = (true, 140, 2, 8)
        (made.trainerUnit, made.goodPass, made.badPass) = (.minutes, 95, 50)
        (made.ownRhythm, made.source, made.pattern) = ("120 r60 60", .own, "eighths")
        (made.sequence, made.difficulty, made.bars) = (["quarter"], 4, 16)
        (made.clickVolume, made.output, made.input, made.isFelt) = (0.1, "hw:1", .microphone, false)
        made.latencies = ["a → tap": 0.1]
        return made
    }

    /// The fuzzer has found it: a name that was cut behind a word was another one when it was read again.
    @Test func aNameThatIsCutStaysTheSame() throws {
        var book = PracticeBook()
        book.put(SavedExercise(name: "a" + String(repeating: " 22", count: 60), settings: RhythmPreferences()))
        book.put(SavedExercise(name: String(repeating: "2 ", count: 60), settings: RhythmPreferences()))
        #expect(book.exercises.allSatisfy { $0.name.count <= PracticeBook.longestName && !$0.name.hasSuffix(" ") })
        #expect(try read(book.text) == book)
    }

    @Test func anExerciseHasItsSettingsAndLeavesDevicesVolumesAndInputAlone() throws {
        let saved = try read(book(SavedExercise(name: "a", settings: changed)).text).exercises[0]
        var expected = changed
        (expected.clickVolume, expected.output, expected.input, expected.isFelt) = (0.8, "", .tap, true)
        expected.latencies = [:]
        #expect(saved.settings == expected)
        #expect(saved.applied(to: RhythmPreferences()) == expected)
        var other = RhythmPreferences()
        (other.clickVolume, other.output, other.input) = (0.5, "hw:2", .none)
        let applied = saved.applied(to: other)
        #expect((applied.clickVolume, applied.output, applied.input) == (0.5, "hw:2", RhythmInput.none))
        #expect(applied.meter == .sixEight)
    }

    /// A key that is misspelt in `SavedExercise` would lose a setting.
    @Test func allSettingsOfAnExerciseAreWritten() throws {
        let json = try #require(
            OutsideJSON.object(from: Data(book(exercise("a")).text.utf8)) as? [String: Any])
        let settings = (json["exercises"] as? [[String: Any]])?.first?["settings"] as? [String: Any]
        #expect(settings?.count == 23)
        #expect(settings?["tempo"] as? Double == 90)
        #expect(json["version"] as? Int == 1)
    }

    @Test func settingsThatAreUnusableAreClampedOrDefaults() throws {
        let text = #"""
            {"version": 1, "exercises": [{"id": "6F1C6B0B-6B0B-4B5E-8F8B-0D6E7B1B1B1B", "name": "a", "settings":
            {"tempo": 9000, "meter": "13/8", "bars": "many", "swing": 10, "own": "120 x", "unknown": [1], "dropped": 3}}]}
            """#
        let settings = try read(text).exercises[0].settings
        #expect(settings.beatsPerMinute == 300)
        #expect(settings.meter == .fourFour)
        #expect((settings.bars, settings.swing, settings.dropped) == (8, 50, 10))
        #expect(settings.ownRhythm.isEmpty)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"version": 1}"#, #"{"version": "1", "exercises": []}"#,
        #"{"version": 1, "exercises": [{"name": "a", "settings": {}}]}"#, #"{"version": 1, "exercises": {}}"#,
    ])
    func whatIsNoBookIsDamaged(text: String) {
        #expect(throws: (any Error).self) { try read(text) }
    }

    @Test func aBookOfALaterVersionIsNotGuessedAt() {
        #expect(throws: PracticeBookError.newer) { try read(#"{"version": 2, "music": {}}"#) }
    }

    @Test func namesAreOnOneLineAndNotEmpty() throws {
        let long = String(repeating: "x", count: 200)
        let set = PracticeSet(name: "\t")
        let made = book(
            exercise(" Song\n 2 "), exercise(" \n\u{7}"), exercise(long), exercise("a\n\u{301}b"), sets: [set])
        #expect(made.exercises.prefix(2).map(\.name) == ["Song 2", "?"])
        #expect(made.exercises[2].name.count == 80)
        #expect(try read(made.text) == made)
        let text = #"{"version": 1, "exercises": [], "sets": [{"id": "\#(UUID())", "name": "\n", "exercises": []}]}"#
        #expect(try read(text).sets.map(\.name) == ["?"])
    }

    @Test func exercisesAndSetsAreRenamedInTheirPlace() {
        var made = book(exercise("a"), exercise("b"), sets: [PracticeSet(name: "s")])
        made.rename(made.exercises[0].id, to: "c")
        made.rename(made.sets[0].id, to: " t ")
        made.rename(UUID(), to: "nothing")
        #expect(made.exercises.map(\.name) == ["c", "b"] && made.sets.map(\.name) == ["t"])
    }

    /// Else opening an exercise of other patterns would lose what the user has written.
    @Test func anOwnRhythmIsOnlyReplacedByAnother() {
        var mine = RhythmPreferences()
        (mine.ownRhythm, mine.source) = ("240", .own)
        #expect(exercise("a").applied(to: mine).ownRhythm == "240")
        let other = SavedExercise(name: "b", settings: changed)
        #expect(other.applied(to: mine).ownRhythm == "120 r60 60")
        mine.source = .fixed
        #expect(SavedExercise(name: "c", settings: mine).settings.ownRhythm.isEmpty)
    }

    @Test func ofExercisesThatDifferOnlyInTempoTheOpenedOneIsFoundOrElseThatOfTheTempo() {
        let (slow, fast) = (exercise("a", tempo: 60), exercise("b", tempo: 160))
        let made = book(slow, fast)
        let found = { (tempo: Double, opened: UUID?) in
            made.exercise(for: exercise("", tempo: tempo).settings, opened: opened)?.name
        }
        #expect([found(60, fast.id), found(160, slow.id)] == ["b", "a"])
        #expect([found(160, nil), found(60, UUID()), found(99, nil)] == ["b", "a", "a"])
        var other = slow.settings
        other.bars = 4
        #expect(made.exercise(for: other, opened: slow.id) == nil)
    }

    @Test func anExerciseIsReplacedInItsPlace() {
        let first = exercise("a")
        var made = book(first, exercise("b"))
        made.put(exercise("c", id: first.id, tempo: 50))
        #expect(made.exercises.map(\.name) == ["c", "b"])
        #expect(made.exercises[0].settings.beatsPerMinute == 50)
    }

    @Test func aRemovedExerciseLeavesEverySetAndARemovedSetLeavesItsExercises() {
        let (a, b) = (exercise("a"), exercise("b"))
        let set = PracticeSet(name: "s", exercises: [a.id, b.id, a.id, UUID()])
        var made = book(a, b, sets: [set])
        #expect(made.exercises(in: made.sets[0]).map(\.name) == ["a", "b", "a"])
        made.remove(a.id)
        #expect(made.exercises(in: made.sets[0]).map(\.name) == ["b"])
        made.remove(set.id)
        #expect(made.sets.isEmpty && made.exercises.count == 1)
    }

    @Test func moreThanTheLimitsAreRefused() throws {
        var made = PracticeBook()
        for number in 0..<PracticeBook.most {
            made.put(exercise("\(number)"))
        }
        let whole = made
        #expect(whole.exercises.count == 500)
        let answers = [made.put(exercise("more")), made.merge(book(exercise("other")))]
        #expect(answers == [false, false] && made == whole)
        made.put(exercise("again", id: made.exercises[499].id))
        #expect(made.exercises.last?.name == "again")
        let ids = (0..<150).map { _ in made.exercises[0].id }
        made.put(PracticeSet(name: "s", exercises: ids))
        #expect(made.sets[0].exercises.count == 100)
        for number in 0..<520 {
            made.put(PracticeSet(name: "\(number)"))
        }
        #expect(made.sets.count == 500)
        #expect(try read(made.text) == made)
    }

    @Test func anImportKeepsWhatWasThereAndChangesNoSet() {
        let mine = exercise("Song", tempo: 60)
        let theirs = exercise("Song", id: mine.id, tempo: 120)
        let mySet = PracticeSet(name: "Evening", exercises: [mine.id])
        var made = book(mine, sets: [mySet])
        let imported = book(
            theirs, sets: [PracticeSet(id: mySet.id, name: "Evening", exercises: [theirs.id, theirs.id])])
        let isWhole = made.merge(imported)
        #expect(isWhole)
        #expect(made.exercises.map(\.name) == ["Song", "Song"])
        #expect(made.sets.map(\.name) == ["Evening", "Evening"])
        #expect(made.exercises(in: made.sets[0]).map(\.settings.beatsPerMinute) == [60])
        #expect(made.exercises(in: made.sets[1]).map(\.settings.beatsPerMinute) == [120, 120])
        #expect(made.exercises[0] == mine && made.sets[0] == mySet)
    }

    @Test func whatWasExportedIsNotImportedTwice() throws {
        let a = exercise("a")
        let made = book(a, sets: [PracticeSet(name: "s", exercises: [a.id])])
        var again = made
        let isWhole = again.merge(try read(made.text))
        #expect(isWhole && again == made)
    }

    @Test func resultsOfAnExerciseStayItsOwnUnderANewName() {
        let saved = exercise("a")
        #expect(exercise("b", id: saved.id).practiceName == saved.practiceName)
        #expect(exercise("a").practiceName != saved.practiceName)
    }
}
