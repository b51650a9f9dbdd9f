import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Saved exercises, sets and files.
@MainActor @Suite(.timeLimit(.minutes(1))) struct PracticeBookPresenterTests {
    private let slow = PracticeBookStage.exercise("Slow") { $0.beatsPerMinute = 60 }
    private let fast = PracticeBookStage.exercise("Fast") { preferences in
        (preferences.beatsPerMinute, preferences.meter) = (160, .sevenEight)
    }

    // MARK: Exercises

    @Test func anExerciseIsSavedWithItsSettingsAndOpenedAgain() async {
        let stage = await PracticeBookStage { $0.meter = .sixEight }
        stage.presenter.saveExercise()
        #expect(stage.view.forms[0].title == "Save This Exercise")
        #expect(stage.view.forms[0].fields[0].text == stage.rhythm.view.state.choices?.summary)
        stage.answer(" Jig ")
        await stage.wait { $0.exercises.map(\.title) == ["Jig"] }
        #expect(stage.state.exercises[0].subtitle == "6/8, ♩. = 90")
        #expect(await stage.rhythm.book.stored.exercises.map(\.settings.meter) == [.sixEight])
        stage.rhythm.presenter.choose { $0.meter = .twoFour }
        stage.presenter.openExercise(stage.state.exercises[0].id)
        #expect(stage.rhythm.choices.meter == .sixEight)
        #expect(stage.view.closes == 1)
    }

    @Test func theMetronomeAloneCanBeSavedToo() async {
        let stage = await PracticeBookStage { $0.input = .none }
        stage.presenter.saveExercise()
        #expect(stage.view.forms[0].fields[0].text == "Metronome")
    }

    @Test func anOpenedExerciseHasItsNameOnThePageWhileItsSettingsStand() async {
        let own = PracticeBookStage.exercise("Pickup") { ($0.source, $0.ownRhythm, $0.bars) = (.own, "r240 240", 3) }
        let stage = await PracticeBookStage(PracticeBookStage.book(slow, own))
        let summary = { stage.rhythm.view.state.choices?.summary }
        stage.presenter.openExercise(own.id.uuidString)
        stage.rhythm.presenter.setTempo(140)
        #expect(summary() == "Pickup · 3 bars")
        stage.presenter.rename(own.id.uuidString)
        stage.answer("Upbeat")
        await stage.rhythm.view.nextChange(until: { summary() == "Upbeat · 3 bars" })
        stage.presenter.remove(own.id.uuidString)
        await stage.rhythm.view.nextChange(until: { summary() == "My Rhythm · 3 bars" })
        stage.presenter.openExercise(slow.id.uuidString)
        #expect(summary() == "Slow · 8 bars")
        stage.rhythm.presenter.choose { $0.bars = 4 }
        #expect(summary()?.hasPrefix("Slow") == false)
        stage.rhythm.presenter.choose { $0.bars = 8 }
        #expect(summary() == "Slow · 8 bars")
        // What is saved anew has its new name.
        stage.rhythm.presenter.setTempo(160)
        stage.presenter.saveExercise()
        stage.answer("Fast")
        await stage.rhythm.view.nextChange(until: { summary() == "Fast · 8 bars" })
    }

    @Test func anExerciseIsOpenedWithItsNotesAlsoFromTheMetronome() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow, fast)) { $0.input = .none }
        #expect(stage.rhythm.view.state.rows.isEmpty)
        stage.presenter.openExercise(slow.id.uuidString)
        #expect(stage.rhythm.choices.input == .tap && !stage.rhythm.view.state.rows.isEmpty)
        stage.rhythm.presenter.chooseInput(.microphone)
        stage.presenter.openExercise(fast.id.uuidString)
        #expect(stage.rhythm.choices.input == .microphone)
    }

    @Test func exercisesAndSetsAreRenamed() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow))
        stage.presenter.rename(slow.id.uuidString)
        #expect(stage.view.forms[0].fields[0].text == "Slow")
        stage.answer("Very slow")
        await stage.wait { $0.exercises.map(\.title) == ["Very slow"] }
        stage.presenter.rename(stage.state.sets[0].id)
        stage.answer("Song 2")
        await stage.wait { $0.sets.map(\.title) == ["Song 2"] }
        #expect(await stage.rhythm.book.stored.sets.map(\.exercises) == [[slow.id]])
        #expect(await stage.rhythm.book.stored.exercises.map(\.settings) == [slow.settings])
    }

    @Test func aNameOfNothingIsNotSaved() async {
        let stage = await PracticeBookStage()
        stage.presenter.addSet()
        var form = stage.view.forms[0]
        #expect(!form.canSave)
        form.fields[0].text = "!"
        #expect(form.problem == "Enter a name with letters or digits.")
        stage.answer("  ")
        stage.answer("Warm-up")
        await stage.wait { !$0.sets.isEmpty }
        #expect(stage.state.sets.map(\.title) == ["Warm-up"])
    }

    @Test func whatIsRemovedIsAskedAboutFirst() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow, fast))
        let id = stage.state.sets[0].id
        stage.view.kept = "Slow"
        stage.presenter.remove(slow.id.uuidString)
        stage.presenter.remove(fast.id.uuidString)
        await stage.wait { $0.exercises.map(\.title) == ["Slow"] }
        #expect(stage.state.sets[0].subtitle == "1 exercise")
        stage.presenter.openSet(id)
        stage.presenter.remove(id)
        await stage.wait { $0.sets.isEmpty && $0.page == .list }
        #expect(stage.view.questions.map(\.title) == ["Remove Exercise?", "Remove Exercise?", "Remove Set?"])
        #expect(await stage.rhythm.book.stored.exercises.map(\.id) == [slow.id])
    }

    // MARK: Sets

    @Test func aSetIsPutTogetherAndOrdered() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow, fast))
        stage.presenter.addSet()
        stage.answer("Warm-up")
        await stage.wait { $0.sets.count == 2 }
        stage.presenter.openSet(stage.state.sets[1].id)
        #expect(stage.state.page == .set && stage.state.title == "Warm-up" && stage.state.members.isEmpty)
        for exercise in [slow, fast, slow] {
            stage.presenter.add(exercise.id.uuidString)
        }
        await stage.wait { $0.members.map(\.title) == ["Slow", "Fast", "Slow"] }
        stage.presenter.move(1, to: 2)
        await stage.wait { $0.members.map(\.title) == ["Slow", "Slow", "Fast"] }
        stage.presenter.move(2, to: 3)
        stage.presenter.move(0, to: -1)
        stage.presenter.move(0, to: nil)
        stage.presenter.move(7, to: nil)
        await stage.wait { $0.members.map(\.title) == ["Slow", "Fast"] }
        #expect(await stage.rhythm.book.stored.sets[1].exercises == [slow.id, fast.id])
        #expect(stage.presenter.goBack())
        #expect(stage.state.page == .list)
        #expect(!stage.presenter.goBack())
    }

    @Test func aSetIsPlayedFromItsBeginning() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow, fast)) { $0.input = .none }
        stage.play(started: 1)
        stage.presenter.openSet(stage.state.sets[0].id)
        stage.presenter.playSet()
        await stage.rhythm.view.nextChange(until: { [view = stage.rhythm.view] in view.state.tempo == 60 })
        #expect(stage.rhythm.running?.tempo.beatsPerMinute == 60 && stage.rhythm.running?.input == .tap)
        #expect(stage.view.closes == 1)
    }

    // MARK: What fails

    @Test func aChangeThatCannotBeSavedIsNotMadeAndSaid() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow))
        await stage.rhythm.book.fail(TextSaveError(.diskFull))
        stage.presenter.addSet()
        stage.answer("Warm-up")
        await stage.waitForToast("The list was not saved because the disk is full.")
        #expect(stage.state.sets.map(\.title) == ["Song 1"])
        await stage.rhythm.book.fail(nil)
        stage.answer("Warm-up")
        await stage.wait { $0.sets.map(\.title) == ["Song 1", "Warm-up"] }
        #expect(await stage.rhythm.book.stored.sets.map(\.name) == ["Song 1", "Warm-up"])
    }

    @Test func aDamagedBookIsSaidAndTheNextOneIsEmpty() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow))
        await stage.rhythm.book.failReading(.setAside)
        stage.presenter.open()
        await stage.wait { $0.exercises.isEmpty }
        #expect(stage.rhythm.view.toasts == ["The exercises were damaged. Their file was renamed and kept."])
    }

    @Test func nothingIsWrittenWhenNothingChanges() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow))
        stage.presenter.open()
        stage.presenter.openSet(stage.state.sets[0].id)
        stage.presenter.add("no ID")
        stage.presenter.add(slow.id.uuidString)
        await stage.wait { $0.members.count == 2 }
        #expect(await stage.rhythm.book.saves == 1)
    }

    @Test func whatAnotherProgramSavesAtTheSameMomentStays() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow))
        stage.presenter.open()
        await stage.rhythm.book.meanwhile(PracticeBookStage.book(slow, fast))
        stage.presenter.addSet()
        stage.answer("Warm-up")
        await stage.wait { $0.sets.count == 2 }
        #expect(stage.state.exercises.map(\.title) == ["Slow", "Fast"])
    }

    @Test func aBookOfANewerVersionIsSaidAndNotReplaced() async {
        let stage = await PracticeBookStage()
        await stage.rhythm.book.failReading(.newer)
        stage.presenter.addSet()
        stage.answer("Warm-up")
        await stage.waitForToast("The exercises are from a newer version of Parlando. Update it to use them.")
        #expect(await stage.rhythm.book.saves == 0)
    }

    // MARK: Files

    @Test func anImportAddsWhatIsNew() async {
        let stage = await PracticeBookStage(
            PracticeBookStage.book(slow), files: ["/a.json": PracticeBookStage.book(slow, fast, set: "Song 2")])
        stage.presenter.importBook(from: "/a.json")
        await stage.waitForToast("Imported")
        #expect(stage.state.exercises.map(\.title) == ["Slow", "Fast"])
        #expect(stage.state.sets.map(\.title) == ["Song 1", "Song 2"])
        stage.presenter.importBook(from: "/b.json")
        await stage.waitForToast("The file contains no exercises of Parlando.")
        #expect(await stage.rhythm.book.saves == 1)
    }

    @Test func theWholeBookIsExported() async {
        let book = PracticeBookStage.book(slow, fast)
        let stage = await PracticeBookStage(book)
        stage.presenter.exportBook(to: "/somewhere/a.json")
        await stage.waitForToast("Saved as a.json")
        #expect(stage.saver.saves.map(\.text) == [book.text])
    }
}
