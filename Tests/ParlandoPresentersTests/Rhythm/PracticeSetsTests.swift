import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Sets that are played, and rhythms that are written, heard and imported.
@MainActor @Suite(.timeLimit(.minutes(1))) struct PracticeSetsTests {
    private let slow = PracticeBookStage.exercise("Slow") { $0.beatsPerMinute = 60 }
    private let fast = PracticeBookStage.exercise("Fast") { $0.beatsPerMinute = 160 }

    private let fastEighths = PracticeBookStage.exercise("Eighths") { $0.pattern = "eighths" }

    private func wait(_ stage: PracticeBookStage, tempo: Double) async {
        await stage.rhythm.view.nextChange(until: { [view = stage.rhythm.view] in view.state.tempo == tempo })
    }

    private func chosenSet() async -> PracticeBookStage {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow, fast))
        stage.play(started: 0)
        return stage
    }

    @Test func theExercisesOfASetFollowEachOtherUntilItIsComplete() async {
        let stage = await chosenSet()
        let page = stage.rhythm.presenter
        page.playNext()
        await wait(stage, tempo: 60)
        #expect(stage.rhythm.running?.tempo.beatsPerMinute == 60)
        stage.rhythm.enter(.idle)
        #expect(stage.rhythm.view.state.set == "Song 1 · 1 of 2")
        #expect(stage.rhythm.view.state.status == "Song 1 · 1 of 2 · Next: N or Page Down")
        page.playNext()
        await wait(stage, tempo: 160)
        #expect(stage.rhythm.view.state.set == "Song 1 · 2 of 2")
        stage.rhythm.enter(.idle)
        page.playNext()
        await stage.rhythm.view.nextChange(until: { [view = stage.rhythm.view] in !view.toasts.isEmpty })
        #expect(stage.rhythm.view.toasts == ["“Song 1” is complete"])
        #expect(page.screen.set == nil && stage.rhythm.running == nil)
        #expect(stage.rhythm.view.state.set.isEmpty)
    }

    @Test func whatIsPlayedEndsWithItsResultsBeforeTheNextBegins() async {
        let stage = await chosenSet()
        let page = stage.rhythm.presenter
        page.playNext()
        await wait(stage, tempo: 60)
        stage.rhythm.enter(.opening, .countIn, .playing)
        page.playNext()
        #expect(page.screen.set?.started == 1)
        stage.rhythm.finish([Verdict(grade: .perfect, note: 0, stroke: 0, tick: 0, deviation: 0)])
        await wait(stage, tempo: 160)
        #expect(stage.rhythm.running?.tempo.beatsPerMinute == 160)
        #expect(await stage.rhythm.practice.added()?.accuracy == 100)
        // Another end does not start a third one.
        stage.rhythm.enter(.idle)
        #expect(page.screen.set?.started == 2)
    }

    /// Of Slow, Eighths, Slow and Fast, Eighths has been played when the set is changed.
    @Test(
        arguments: [
            (0, nil, "Slow, Fast"), (0, 3, "Slow, Fast, Slow"), (2, 0, "Fast"), (1, 2, "Fast"),
            (1, 0, "Slow, Slow, Fast"),
            (3, 2, "Fast, Slow"), (1, nil, "Slow, Fast"), (3, nil, "Slow"),
        ] as [(Int, Int?, String)])
    func nextGoesOnFromWhatWasPlayedWhenTheSetIsChanged(index: Int, place: Int?, rest: String) async {
        let stage = await changedSet { $0.move(index, to: place) }
        #expect(await remaining(stage) == rest)
        let count = stage.state.members.count
        let left = rest.split(separator: ",").count
        #expect(stage.rhythm.view.state.set == "Song 1 · \(count - left) of \(count)")
    }

    @Test func nextGoesOnFromWhatWasPlayedWhenAnExerciseIsRemovedEverywhere() async {
        let stage = await changedSet { [slow] in $0.remove(slow.id.uuidString) }
        #expect(await remaining(stage) == "Fast")
    }

    private func changedSet(_ change: (PracticeBookPresenter) -> Void) async -> PracticeBookStage {
        var book = PracticeBookStage.book(slow, fastEighths, fast)
        var set = book.sets[0]
        set.exercises.insert(slow.id, at: 2)
        book.put(set)
        let stage = await PracticeBookStage(book)
        stage.play(started: 2)
        stage.presenter.openSet(set.id.uuidString)
        change(stage.presenter)
        await stage.wait { $0.members.map(\.title) != ["Slow", "Eighths", "Slow", "Fast"] }
        return stage
    }

    /// What the set still plays.
    private func remaining(_ stage: PracticeBookStage) async -> String {
        let book = await stage.rhythm.book.stored
        let names = book.exercises(in: book.sets[0]).map(\.name)
        return names.dropFirst(stage.rhythm.presenter.screen.set?.started ?? 0).joined(separator: ", ")
    }

    @Test func theResultsOfASavedExerciseAreKeptByItsIDWhateverItsTempo() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow))
        stage.presenter.openExercise(slow.id.uuidString)
        stage.rhythm.presenter.choose { $0.beatsPerMinute = 99 }
        stage.rhythm.play()
        stage.rhythm.finish([Verdict(grade: .perfect, note: 0, stroke: 0, tick: 0, deviation: 0)])
        #expect(await stage.rhythm.practice.added()?.exercise == slow.practiceName)
        stage.rhythm.presenter.choose { $0.pattern = "eighths" }
        stage.rhythm.play()
        stage.rhythm.finish([Verdict(grade: .perfect, note: 0, stroke: 0, tick: 0, deviation: 0)])
        #expect(await stage.rhythm.practice.added()?.exercise == "4/4 eighths")
    }

    @Test func exercisesThatDifferOnlyInTempoHaveResultsOfTheirOwn() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow, fast))
        for exercise in [fast, slow] {
            stage.presenter.openExercise(exercise.id.uuidString)
            #expect(stage.rhythm.view.state.choices?.summary == exercise.name + " · 8 bars")
            stage.rhythm.play()
            stage.rhythm.finish([Verdict(grade: .perfect, note: 0, stroke: 0, tick: 0, deviation: 0)])
            #expect(await stage.rhythm.practice.added()?.exercise == exercise.practiceName)
        }
    }

    /// The results arrive after the settings have changed.
    @Test func whatEndsBecauseAnotherExerciseIsOpenedKeepsItsResults() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow, fastEighths))
        stage.presenter.openExercise(slow.id.uuidString)
        stage.rhythm.play()
        stage.presenter.openExercise(fastEighths.id.uuidString)
        #expect(stage.rhythm.choices.pattern == "quarter" && stage.rhythm.view.state.button == .wait)
        stage.rhythm.finish([Verdict(grade: .perfect, note: 0, stroke: 0, tick: 0, deviation: 0)])
        #expect(stage.rhythm.view.state.results == nil && stage.rhythm.choices.pattern == "eighths")
        #expect(stage.rhythm.view.state.choices?.summary == "Eighths · 8 bars")
        #expect(await stage.rhythm.practice.added()?.exercise == slow.practiceName)
    }

    /// Also while the device is being opened, when it cannot be stopped yet.
    @Test func whatIsOpenedAsSoonAsAnotherHasStartedEndsIt() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow, fastEighths))
        stage.rhythm.presenter.pressButton()
        stage.presenter.openExercise(fastEighths.id.uuidString)
        #expect(stage.rhythm.choices.pattern == "quarter" && stage.rhythm.view.state.button == .wait)
        stage.rhythm.enter(.opening)
        #expect(stage.rhythm.presenter.screen.isWaiting)
        stage.rhythm.enter(.idle)
        #expect(stage.rhythm.choices.pattern == "eighths" && stage.rhythm.view.state.button == .start)
    }

    @Test func whatIsOpenedTakesThePlaceOfResults() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow, fastEighths))
        stage.rhythm.play()
        stage.rhythm.finish([Verdict(grade: .perfect, note: 0, stroke: 0, tick: 0, deviation: 0)])
        #expect(stage.rhythm.view.state.results != nil)
        stage.presenter.openExercise(fastEighths.id.uuidString)
        #expect(stage.rhythm.view.state.results == nil)
    }

    @Test func anotherExerciseThanThatOfTheSetEndsItAndAnotherTempoOrInputDoesNot() async {
        let stage = await chosenSet()
        stage.rhythm.presenter.playNext()
        await wait(stage, tempo: 60)
        stage.rhythm.enter(.idle)
        stage.rhythm.presenter.setTempo(70)
        stage.rhythm.presenter.chooseInput(.microphone)
        #expect(stage.rhythm.presenter.screen.set?.started == 1)
        stage.rhythm.presenter.choosePattern("eighths")
        #expect(stage.rhythm.presenter.screen.set == nil)
        stage.rhythm.presenter.playNext()
        #expect(stage.rhythm.running?.exercise?.patterns == [SamplePatterns.eighths])
    }

    @Test func withoutASetTheExerciseStarts() async {
        let stage = await PracticeBookStage(PracticeBookStage.book(slow)) { $0.beatsPerMinute = 77 }
        stage.rhythm.presenter.playNext()
        await stage.rhythm.view.nextChange(until: { [page = stage.rhythm.presenter] in page.screen.running != nil })
        #expect(stage.rhythm.running?.tempo.beatsPerMinute == 77)
        #expect(stage.rhythm.view.toasts.isEmpty)
    }

    @Test func openingAnExerciseLeavesTheSet() async {
        let stage = await chosenSet()
        stage.presenter.openExercise(fast.id.uuidString)
        #expect(stage.rhythm.presenter.screen.set == nil)
        #expect(stage.rhythm.choices.beatsPerMinute == 160)
    }

    @Test func aBookThatCannotBeReadIsSaid() async {
        let stage = await chosenSet()
        await stage.rhythm.book.failReading(.unreadable)
        stage.rhythm.presenter.playNext()
        await stage.rhythm.view.nextChange(until: { [view = stage.rhythm.view] in !view.toasts.isEmpty })
        #expect(stage.rhythm.view.toasts == ["The exercises cannot be read."])
    }

    // MARK: Writing

    @Test func aRhythmIsWrittenWithKeysAndUsed() async {
        let stage = await PracticeBookStage { $0.meter = .threeFour }
        #expect(!stage.presenter.type("4"))
        stage.presenter.openWriter()
        #expect(stage.state.page == .writer)
        #expect(stage.state.draft?.status == "Press a note or type its digit")
        #expect(stage.state.draft?.canUse == false)
        for key in ["4", "8", "8"] {
            #expect(stage.presenter.type(key))
        }
        #expect(stage.state.draft?.status == "Beats left in bar 1: 1")
        #expect(stage.presenter.type("8"))
        #expect(stage.state.draft?.status == "Beats left in bar 1: 0.5")
        #expect(!stage.presenter.type("x"))
        stage.presenter.useRhythm()
        #expect(stage.rhythm.choices.ownRhythm == "120 60 60 60 r60")
        #expect(stage.rhythm.choices.source == .own && stage.rhythm.choices.bars == 1)
        #expect(stage.view.closes == 1)
    }

    @Test func whatIsBeingWrittenStaysWhenItsPageIsLeft() async {
        let stage = await PracticeBookStage()
        stage.presenter.openWriter()
        #expect(stage.presenter.type("2"))
        stage.presenter.goBack()
        #expect(stage.state.page == .list && !stage.presenter.type("4"))
        stage.presenter.openWriter()
        #expect(stage.state.draft?.elements.map(\.ticks) == [240])
    }

    @Test func theWriterBeginsWithTheRhythmThatWasOpenedSinceIfNothingWasWritten() async {
        let stage = await PracticeBookStage { ($0.source, $0.ownRhythm) = (.own, "240") }
        stage.presenter.openWriter()
        stage.presenter.goBack()
        stage.rhythm.presenter.choose { $0.ownRhythm = "60 60" }
        stage.presenter.openWriter()
        #expect(stage.state.draft?.elements.map(\.ticks) == [60, 60] && stage.view.questions.isEmpty)
    }

    @Test func whatWasWrittenIsAskedAboutWhenAnotherRhythmWasOpenedSince() async {
        let stage = await PracticeBookStage()
        stage.presenter.openWriter()
        #expect(stage.presenter.type("2"))
        stage.presenter.goBack()
        stage.rhythm.presenter.choose { $0.ownRhythm = "60 60" }
        stage.view.kept = "The rhythm that you began to write will be lost."
        stage.presenter.openWriter()
        await stage.wait { $0.draft?.elements.map(\.ticks) == [240] }
        stage.presenter.goBack()
        stage.view.kept = ""
        stage.presenter.openWriter()
        await stage.wait { $0.draft?.elements.map(\.ticks) == [60, 60] }
        #expect(stage.view.questions.map(\.title) == ["Discard Rhythm?", "Discard Rhythm?"])
    }

    @Test func whatIsBeingWrittenIsThereAtTheNextStart() async {
        let stage = await PracticeBookStage { ($0.source, $0.ownRhythm) = (.own, "240") }
        stage.presenter.openWriter()
        stage.presenter.chooseMeter(Meter.threeFour.rawValue)
        // A triplet that is not whole.
        for key in ["3", "8"] {
            #expect(stage.presenter.type(key))
        }
        let next = stage.nextStart()
        next.openWriter()
        #expect(stage.state.draft?.elements.map(\.ticks) == [240, 40] && stage.state.draft?.meter == .threeFour)
        #expect(next.type("8") && next.type("8") && stage.view.questions.isEmpty)
        next.useRhythm()
        #expect(stage.rhythm.choices.ownRhythm.hasPrefix("240 t40 t40 t40"))
        stage.nextStart().openWriter()
        #expect(stage.rhythm.store.load().rhythmDraft.isEmpty && stage.state.draft?.mark.isEmpty == true)
    }

    @Test func nothingIsAskedAboutNotesThatAreGone() async {
        let stage = await PracticeBookStage { ($0.source, $0.ownRhythm) = (.own, "240") }
        stage.presenter.openWriter()
        #expect(stage.presenter.type("\u{8}") && stage.presenter.type("0") && stage.presenter.type("4"))
        stage.rhythm.presenter.choose { $0.ownRhythm = "60 60" }
        stage.presenter.openWriter()
        #expect(stage.state.draft?.elements.map(\.ticks) == [60, 60] && stage.view.questions.isEmpty)
    }

    @Test func aRhythmThatIsBeingWrittenGoesWithTheOtherChoices() async {
        let stage = await PracticeBookStage()
        stage.presenter.openWriter()
        #expect(stage.presenter.type("2"))
        stage.presenter.goBack()
        stage.rhythm.store.reset()
        await stage.rhythm.view.nextChange(until: { stage.rhythm.presenter.screen.preferences.rhythmDraft.isEmpty })
        stage.presenter.openWriter()
        #expect(stage.state.draft?.elements.isEmpty == true)
    }

    @Test func aRhythmThatWasToBeUsedAndIsNotStays() async {
        let stage = await PracticeBookStage()
        stage.presenter.openWriter()
        #expect(stage.presenter.type("2"))
        stage.rhythm.play()
        stage.presenter.useRhythm()
        stage.presenter.goBack()
        stage.rhythm.presenter.stop()
        stage.rhythm.enter(.idle)
        #expect(stage.rhythm.choices.ownRhythm.isEmpty)
        stage.presenter.openWriter()
        #expect(stage.state.draft?.elements.map(\.ticks) == [240])
    }

    @Test func aRhythmThatIsNotSavedIsAskedAboutBeforeAnExerciseReplacesIt() async {
        let own = PracticeBookStage.exercise("Pickup") { ($0.source, $0.ownRhythm) = (.own, "r240 240") }
        let book = PracticeBookStage.book(slow, own)
        let stage = await PracticeBookStage(book) { ($0.source, $0.ownRhythm) = (.own, "240 240") }
        stage.presenter.openExercise(slow.id.uuidString)
        #expect(stage.rhythm.choices.ownRhythm == "240 240" && stage.view.questions.isEmpty)
        stage.view.kept = "It is not saved as an exercise and will be lost."
        stage.presenter.openSet(stage.state.sets[0].id)
        stage.presenter.playSet()
        stage.presenter.openExercise(own.id.uuidString)
        stage.presenter.addSet()
        stage.answer("Warm-up")
        await stage.wait { $0.sets.count == 2 }
        #expect(stage.rhythm.choices.ownRhythm == "240 240" && stage.view.questions.count == 2)
        stage.view.kept = ""
        stage.presenter.openExercise(own.id.uuidString)
        await stage.rhythm.view.nextChange(until: { stage.rhythm.choices.ownRhythm == "r240 240" })
        #expect(stage.view.questions.map(\.title) == Array(repeating: "Replace My Rhythm?", count: 3))
        // This one is saved.
        stage.presenter.openExercise(own.id.uuidString)
        #expect(stage.view.questions.count == 3)
    }

    @Test func aRhythmIsUsedWithItsNotesAlsoFromTheMetronomeAndOnlyOnceWhatIsPlayedHasEnded() async {
        let stage = await PracticeBookStage { $0.input = .none }
        stage.presenter.openWriter()
        #expect(stage.presenter.type("2"))
        stage.rhythm.play()
        stage.presenter.useRhythm()
        #expect(stage.rhythm.choices.source == .fixed && stage.view.closes == 1)
        stage.rhythm.enter(.idle)
        #expect(stage.rhythm.choices.source == .own && stage.rhythm.choices.input == .tap)
    }

    @Test func aFullBarIsSaid() async {
        let stage = await PracticeBookStage()
        stage.presenter.openWriter()
        #expect(stage.presenter.type("1"))
        #expect(stage.state.draft?.status == "Bar 1 is full")
        #expect(stage.presenter.type("4"))
        #expect(stage.state.draft?.status == "Beats left in bar 2: 3")
        #expect(stage.state.draft?.rows.count == 2)
    }

    @Test func aRhythmIsHeardWithoutBeingJudgedAndEndsWithThePage() async {
        let stage = await PracticeBookStage { $0.isGuideOn = false }
        stage.presenter.openWriter()
        #expect(stage.presenter.type("2"))
        // What is played ends first.
        stage.rhythm.play()
        stage.presenter.hear()
        #expect(stage.state.hearLabel == "Hear It")
        stage.rhythm.enter(.idle)
        #expect(stage.state.hearLabel == "Stop")
        let running = stage.rhythm.running
        #expect(running?.exercise?.bars == 1 && running?.input == RhythmInput.none)
        #expect(running?.guideVolume == 0.3 && running?.trainer == nil && running?.countsIn == false)
        stage.rhythm.enter(.opening, .playing)
        #expect(!stage.rhythm.view.state.takesStrokes)
        stage.presenter.goBack()
        #expect(stage.rhythm.view.state.button == .wait)
        stage.rhythm.finish([])
        #expect(stage.state.hearLabel == "Hear It")
        #expect(stage.rhythm.view.toasts.isEmpty && stage.rhythm.view.state.results == nil)
    }

    @Test func whatCouldNotBeHeardIsHeardWhenItIsTriedAgain() async {
        let stage = await PracticeBookStage()
        let (rhythm, spy) = (stage.rhythm, stage.rhythm.trainer.spy)
        rhythm.connect()
        stage.presenter.openWriter()
        #expect(stage.presenter.type("2"))
        rhythm.trainer.transport.failNextOpen(AudioError(.busy, of: .loudspeaker))
        stage.presenter.hear()
        await spy.wait { $0.phases == [.opening, .idle] }
        #expect(rhythm.view.state.banner?.action?.kind == .retry)
        rhythm.presenter.press(.retry)
        #expect(rhythm.running?.input == RhythmInput.none && rhythm.running?.exercise?.bars == 1)
        await spy.wait { $0.phases == [.opening, .idle, .opening] }
        rhythm.presenter.stop()
        await spy.wait(for: .idle)
    }

    @Test func theTimeSignatureOfAWrittenRhythmIsChosenAndItsNotesStay() async {
        let stage = await PracticeBookStage { $0.stressNames = ["silent", "silent", "silent", "silent"] }
        stage.presenter.openWriter()
        for key in ["2", "2", "4"] {
            #expect(stage.presenter.type(key))
        }
        stage.presenter.chooseMeter("3/4")
        stage.presenter.chooseMeter("no meter")
        #expect(stage.state.draft?.meter == .threeFour)
        #expect(stage.state.draft?.elements.map(\.ticks) == [240, 240, 120])
        #expect(stage.state.draft?.rows.map(\.meter) == [.threeFour, .threeFour])
        #expect(stage.state.draft?.status == "Beats left in bar 2: 1")
        // What is heard has its clicks, whatever the page has.
        stage.presenter.hear()
        #expect(stage.rhythm.running?.exercise?.meter == .threeFour)
        #expect(stage.rhythm.running?.clicks == ClickPattern(meter: .threeFour, gaps: ClickGaps(heardBars: 2)))
        #expect(stage.rhythm.choices.meter == .fourFour && stage.rhythm.choices.stressNames.count == 4)
        stage.rhythm.enter(.idle)
        stage.presenter.goBack()
        stage.rhythm.presenter.chooseMeter("2/4")
        stage.presenter.openWriter()
        #expect(stage.state.draft?.meter == .threeFour)
        stage.presenter.useRhythm()
        #expect(stage.rhythm.choices.meter == .threeFour && stage.rhythm.choices.bars == 2)
        #expect(stage.rhythm.choices.ownRhythm == "240 240 120 r120" && stage.rhythm.choices.stressNames.isEmpty)
    }

    @Test func anEmptyPageHasTheTimeSignatureThatIsChosenForTheMetronome() async {
        let stage = await PracticeBookStage()
        stage.presenter.openWriter()
        stage.presenter.goBack()
        stage.rhythm.presenter.chooseMeter("6/8")
        stage.presenter.openWriter()
        #expect(stage.state.draft?.meter == .sixEight)
    }

    // MARK: Scores

    private func rhythm(_ text: String, title: String = "March", omitted: [Omission] = []) -> ImportedRhythm {
        let pattern = Pattern(text: text) ?? Pattern(id: "", elements: [])
        return ImportedRhythm(
            pattern: pattern, meter: .twoFour, tempo: Tempo(clamping: 72), title: title, omitted: omitted)
    }

    @Test func aScoreBecomesAnExerciseAndThePageStaysAsItIs() async {
        let scores = FakeScores(scores: [
            "/a.mxl": rhythm("120 60 60 120 r120", omitted: [.graceNotes, .otherVoices, .rest(fromBar: 9)])
        ])
        let stage = await PracticeBookStage(scores: scores) { ($0.source, $0.ownRhythm) = (.own, "240") }
        stage.presenter.importScore(from: "/a.mxl")
        await stage.waitForToast("Imported")
        #expect(stage.rhythm.choices.ownRhythm == "240" && stage.rhythm.choices.meter == .fourFour)
        #expect(stage.state.exercises.map(\.title) == ["March"])
        #expect(stage.state.note == "Left out or changed: grace notes, other voices, all from bar 9 on.")
        stage.presenter.openExercise(stage.state.exercises[0].id)
        await stage.rhythm.view.nextChange(until: { stage.rhythm.choices.meter == .twoFour })
        let choices = stage.rhythm.choices
        #expect(choices.ownRhythm == "120 60 60 120 r120" && choices.source == .own)
        #expect(choices.meter == .twoFour && choices.bars == 2 && choices.beatsPerMinute == 72)
    }

    @Test func aLongScoreWithoutATitleIsPlayedAsAWholeAndHasTheNameOfItsFile() async {
        let long = Array(repeating: "120", count: 200).joined(separator: " ")
        let stage = await PracticeBookStage(scores: FakeScores(scores: ["/b/My song.xml": rhythm(long, title: "")]))
        stage.presenter.importScore(from: "/b/My song.xml")
        await stage.waitForToast("Imported")
        #expect(stage.state.exercises.map(\.title) == ["My song"])
        #expect(await stage.rhythm.book.stored.exercises.map(\.settings.bars) == [0])
    }

    @Test(arguments: [
        (ScoreError.notMusicXML, "Export the score as MusicXML"), (.noNotes, "no notes"),
        (.unsupportedMeter("15/16"), "15/16"), (.tooLarge, "single part"), (.damaged, "once more"),
        (.unreadable, "cannot be read"),
    ])
    func whyAScoreIsNotReadIsSaid(error: ScoreError, words: String) async {
        let stage = await PracticeBookStage(scores: FakeScores(error: error))
        stage.presenter.importScore(from: "/a.mid")
        await stage.view.nextChange(until: { [view = stage.view] in !view.toasts.isEmpty })
        #expect(stage.view.toasts[0].contains(words))
        #expect(stage.state.exercises.isEmpty && stage.rhythm.choices.source == .fixed)
    }
}
