import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The text on the page: edited, erased, copied, saved.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DictationTextTests: StagedDictationScene {
    let stage = DictationStage()

    /// Another page, which has heard this text.
    private func presenter(saver: FakeTextSaver, hearing text: String = "") -> DictationPresenter {
        let presenter = DictationPresenter(view, dictation, models, store: store, saver: saver)
        presenter.activateAlone()
        if !text.isEmpty {
            tell(presenter, text)
        }
        return presenter
    }

    private func tell(_ presenter: DictationPresenter, _ text: String) {
        let transcript = Transcript(paragraphs: [Paragraph(words: words(text))])
        presenter.dictationService(dictation.service, didReport: .transcript(transcript))
    }

    @Test func whatIsTakenBackComesAgainWithUndoAfterTheEnd() {
        func tell(_ event: DictationEvent) { presenter.dictationService(dictation.service, didReport: event) }
        func transcript(_ texts: String...) -> Transcript {
            Transcript(paragraphs: texts.map { Paragraph(words: words($0)) })
        }
        model(.ready)
        dictate("above")
        #expect(lines == ["above"])
        presenter.pressButton()
        enter(.opening, .listening)
        tell(.takenBack(transcript(), isAbove: true))
        #expect(view.state.paragraphs.isEmpty)
        presenter.undo()
        #expect(view.state.paragraphs == [[.init("above", .final)]])
        tell(.transcript(transcript("one", "two")))
        tell(.takenBack(transcript("one"), isAbove: false))
        #expect(view.state.paragraphs == [[.init("above", .final)], [.init("one", .final)]])
        tell(.transcript(transcript("one", "three")))
        tell(.heard(transcript("one", "two", "three")))
        enter(.finishing, .idle)
        presenter.undo()
        let lines = ["above", "one", "two", "three"].map { [DictationViewState.Run($0, .final)] }
        #expect(view.state.paragraphs == lines)
    }

    @Test func newTakesTheTextAwayAndUndoBringsItBackEditsIncluded() {
        enter(.opening, .listening)
        hear("one two")
        enter(.finishing, .idle)
        #expect(view.state.canBeginAnew && view.state.canCopy && view.state.isEditable)
        presenter.edit("one two three")
        presenter.beginAnew()
        #expect(view.state.paragraphs.isEmpty && view.state.canUndo && !view.state.canCopy)
        presenter.undo()
        #expect(view.state.paragraphs == [[.init("one two three", .final)]])
        #expect(view.state.canRedo)
        presenter.undo()
        #expect(view.state.paragraphs == [[.init("one two", .final)]])
        presenter.undo()
        #expect(view.state.paragraphs.isEmpty && !view.state.canUndo)
    }

    private func dictate(_ text: String) {
        presenter.pressButton()
        enter(.opening, .listening)
        hear(text)
        enter(.finishing, .idle)
    }

    private var lines: [String] {
        view.state.paragraphs.map { $0.map(\.text).joined() }
    }

    @Test func startGoesOnBelowTheTextInANewParagraph() {
        model(.ready)
        dictate("one two")
        dictate("three")
        #expect(lines == ["one two", "three"])
        presenter.edit("one too\nthree")
        dictate("four")
        #expect(lines == ["one too", "three", "four"])
        presenter.copy()
        #expect(view.copied == ["one too\nthree\nfour"])
    }

    @Test func aNewSessionThatStaysEmptyLeavesThePageAsItIs() {
        model(.ready)
        dictate("one two")
        presenter.pressButton()
        enter(.opening, .listening, .finishing, .idle)
        #expect(lines == ["one two"])
        presenter.undo()
        #expect(lines.isEmpty && !view.state.canUndo)
    }

    @Test func undoTakesTheLastDictationOffThePageOnceItHasEnded() {
        model(.ready)
        dictate("one two")
        presenter.pressButton()
        enter(.opening, .listening)
        hear("three")
        #expect(!view.state.canUndo)
        enter(.finishing, .idle)
        presenter.undo()
        #expect(lines == ["one two"])
        presenter.redo()
        #expect(lines == ["one two", "three"])
    }

    @Test func newPutsThePageAwayAndUndoBringsItBackAboveTheNextWords() async {
        let shelf = SpyPageKeeper()
        presenter.keeper = shelf
        model(.ready)
        dictate("one two")
        #expect(view.state.canBeginAnew)
        presenter.beginAnew()
        #expect(view.state.paragraphs.isEmpty && !view.state.canBeginAnew)
        #expect(view.undos == ["New page started"])
        await shelf.nextChange { shelf.pages.map(\.text) == ["one two"] }
        #expect(view.state.farewell == nil)
        dictate("three")
        presenter.undo()
        presenter.undo()
        #expect(lines == ["one two"])
        presenter.redo()
        presenter.redo()
        #expect(lines == ["three"])
    }

    @Test func newPressedRightAfterStopWaitsForTheLastWords() async {
        let shelf = SpyPageKeeper()
        presenter.keeper = shelf
        model(.ready)
        presenter.pressButton()
        enter(.opening, .listening)
        hear("one", interim: "two")
        presenter.pressButton()
        #expect(view.state.canBeginAnew)
        presenter.beginAnew()
        enter(.finishing)
        hear("one two")
        #expect(lines == ["one two"] && shelf.pages.isEmpty)
        enter(.idle)
        #expect(lines.isEmpty)
        await shelf.nextChange { shelf.pages.map(\.text) == ["one two"] }
        dictate("three")
        #expect(lines == ["three"])
    }

    @Test func undoWhileItListensTakesBackTheEditOnly() {
        model(.ready)
        dictate("one two")
        presenter.edit("one too")
        presenter.pressButton()
        enter(.opening, .listening)
        hear("three", interim: "four")
        #expect(view.state.canUndo && !view.state.canBeginAnew)
        presenter.undo()
        #expect(lines == ["one two", "three four"])
        hear("three four five")
        #expect(lines == ["one two", "three four five"])
        #expect(view.state.canRedo)
        presenter.redo()
        #expect(lines == ["one too", "three four five"])
    }

    private func dictateWithReplacement() {
        presenter.pressButton()
        enter(.opening, .listening)
        hear("a JSON file")
        presenter.dictationService(
            dictation.service, didReport: .heard(Transcript(paragraphs: [Paragraph(words: words("a jay son file"))])))
        enter(.finishing, .idle)
    }

    @Test func aDictationTakenOffThePageComesBackWhateverIsReplacedInTheNextOne() {
        model(.ready)
        dictate("one two")
        presenter.undo()
        dictateWithReplacement()
        #expect(lines == ["a JSON file"])
        presenter.redo()
        #expect(lines == ["one two", "a JSON file"])
    }

    @Test func undoBringsBackWhatWasSaidInPlaceOfWhatWasWritten() {
        model(.ready)
        dictateWithReplacement()
        #expect(lines == ["a JSON file"])
        presenter.undo()
        #expect(lines == ["a jay son file"])
        presenter.redo()
        #expect(lines == ["a JSON file"])
    }

    @Test func theClockOfThePageGoesOn() {
        model(.ready)
        dictate("one two")
        presenter.pressButton()
        enter(.opening, .listening)
        presenter.dictationService(dictation.service, didReport: .elapsed(9))
        // The first session has words of a second and a half.
        #expect(view.state.elapsed == "00:10")
    }

    @Test func onlyTheTextOfTheLastSessionIsDelivered() async {
        var preferences = store.load()
        preferences.delivery = .clipboard
        store.save(preferences)
        await view.nextChange(until: { [view] in view.state.chip.contains("clipboard") })
        model(.ready)
        dictate("one two")
        dictate("three")
        #expect(view.copied == ["one two", "three"])
    }

    @Test func textDeletedByHandCanStillBeTypedInto() {
        enter(.opening, .listening)
        hear("one")
        enter(.finishing, .idle)
        presenter.edit("")
        #expect(view.state.isEditable)
        #expect(view.state.paragraphs == [[.init("", .final)]])
        #expect(!view.state.canCopy)
    }

    @Test func textIsNotEditableWhileItIsWritten() {
        enter(.opening, .listening)
        hear("one")
        presenter.edit("two")
        #expect(view.state.paragraphs == [[.init("one", .final)]])
    }

    @Test func copyTakesTheTextAsItWasEdited() {
        enter(.opening, .listening)
        hear("one two", interim: "three")
        enter(.finishing, .idle)
        presenter.edit("One, two.")
        presenter.copy()
        #expect(view.copied == ["One, two."])
        #expect(view.toasts == ["Text copied"])
    }

    @Test func savingTakesTheFormOfTheEnding() async {
        let saver = FakeTextSaver()
        let presenter = presenter(saver: saver, hearing: "one two")
        presenter.save(to: "/somewhere/talk.srt")
        await view.nextChange(until: { [view] in view.toasts == ["Saved as talk.srt"] })
        #expect(saver.saves.map(\.path) == ["/somewhere/talk.srt"])
        #expect(saver.saves.first?.text.hasPrefix("1\n00:00:00,000 --> 00:00:01,500\none two\n") == true)
    }

    @Test func aTextThatCouldNotBeSavedStaysAndSaysWhyUntilItIsSaved() async {
        let saver = FakeTextSaver(error: TextSaveError(.diskFull))
        let presenter = presenter(saver: saver, hearing: "one two")
        presenter.save(to: "/somewhere/talk.txt")
        await view.nextChange(until: { [view] in view.state.banner != nil })
        #expect(view.state.banner?.text == "The text was not saved because the disk is full. It is still on this page.")
        #expect(view.state.paragraphs == [[.init("one two", .final)]])
        saver.recover()
        presenter.save(to: "/somewhere/talk.txt")
        await view.nextChange(until: { [view] in view.toasts == ["Saved as talk.txt"] })
        #expect(view.state.banner == nil)
    }

    @Test func closingAsksOnlyWhileSomethingWouldBeLost() async {
        let saver = FakeTextSaver(error: TextSaveError(.diskFull))
        let presenter = presenter(saver: saver)
        #expect(view.state.farewell == nil)
        presenter.dictationService(dictation.service, didReport: .phase(.opening))
        presenter.dictationService(dictation.service, didReport: .phase(.listening))
        let whileListening = view.state.farewell
        #expect(whileListening != nil)
        tell(presenter, "one two")
        presenter.dictationService(dictation.service, didReport: .phase(.idle))
        #expect(view.state.farewell != nil && view.state.farewell != whileListening)
        #expect(view.state.farewell?.save != nil && whileListening?.save != nil)
        presenter.save(to: "/somewhere/talk.txt")
        await view.nextChange(until: { [view] in view.state.banner != nil })
        #expect(view.state.farewell != nil)
        saver.recover()
        presenter.save(to: "/somewhere/talk.txt")
        await view.nextChange(until: { [view] in view.state.farewell == nil })
        presenter.edit("one two three")
        #expect(view.state.farewell != nil)
        presenter.beginAnew()
        #expect(view.state.farewell == nil)
    }

    @Test func savingBeforeClosingStopsTheSessionAndWaitsForItsWords() async {
        let saver = FakeTextSaver()
        let presenter = presenter(saver: saver)
        await dictation.service.start(DictationOptions())
        presenter.dictationService(dictation.service, didReport: .phase(.opening))
        presenter.dictationService(dictation.service, didReport: .phase(.listening))
        let saved = Task {
            await presenter.finishSession()
            return await presenter.saveLast(to: "/somewhere/last.txt")
        }
        await dictation.enters(.finishing)
        presenter.dictationService(dictation.service, didReport: .phase(.finishing))
        tell(presenter, "last words")
        presenter.dictationService(dictation.service, didReport: .phase(.idle))
        #expect(await saved.value)
        #expect(saver.saves.map(\.text) == ["last words\n"])
        #expect(view.state.farewell == nil)
    }

    @Test func whatCannotBeSavedBeforeClosingKeepsTheWindowOpen() async {
        let presenter = presenter(saver: FakeTextSaver(error: TextSaveError(.diskFull)), hearing: "one two")
        #expect(await !presenter.saveLast(to: "/somewhere/talk.txt"))
        #expect(view.state.banner != nil && view.state.farewell != nil)
    }

    @Test func timestampsComeAndGoWithThePreference() async {
        enter(.opening, .listening)
        hear("one two")
        enter(.finishing, .idle)
        var preferences = store.load()
        preferences.showsTimestamps = true
        store.save(preferences)
        await view.nextChange(until: { [view] in view.state.paragraphs.first?.first?.style == .timestamp })
        #expect(view.state.paragraphs.first?.first?.text == "[00:00 – 00:01] ")
    }
}
