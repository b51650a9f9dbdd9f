import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct TranscriptionPresenterTests {
    private let view = SpyTranscriptionView()
    private let dictation = FakeDictation()
    private let models = FakeModelKeeping()
    private let store = FakePreferenceStore()
    private let presenter: TranscriptionPresenter
    private let news: ModelNews

    init() {
        news = ModelNews(of: models)
        presenter = TranscriptionPresenter(
            view: view, dictation: dictation, models: models, news: news, store: store, saver: FakeTextSaver(),
            clock: FixedClock())
        presenter.activate()
    }

    private func presenter(saver: FakeTextSaver) -> TranscriptionPresenter {
        let presenter = TranscriptionPresenter(
            view: view, dictation: dictation, models: models, news: news, store: store, saver: saver,
            clock: FixedClock())
        presenter.activate()
        return presenter
    }

    private func model(_ state: ModelState, isMultilingual: Bool = false) {
        let model = SpeechModel(
            name: isMultilingual ? "base" : "tiny.en", bytes: 77_704_715, sha256: "", isMultilingual: isMultilingual)
        news.modelService(models, didChange: [ModelEntry(model: model, state: state, diskUse: 0, isChosen: true)])
    }

    private func enter(_ phases: DictationPhase...) {
        phases.forEach { presenter.dictationService(dictation, didEnter: $0) }
    }

    private func hear(_ text: String, tentative: String = "") {
        var transcript = Transcript()
        transcript.apply(.settled(words(text)))
        transcript.apply(.partial(words(tentative, from: 100)))
        presenter.dictationService(dictation, didHear: transcript)
    }

    private func words(_ text: String, from start: Double = 0) -> [Word] {
        text.split(separator: " ").enumerated().map { index, word in
            Word(text: String(word), start: start + Double(index), end: start + Double(index) + 0.5, probability: 0.9)
        }
    }

    private func firstCommand() async -> FakeDictation.Command? {
        var commands = dictation.commands.makeAsyncIterator()
        return await commands.next()
    }

    // MARK: Button

    @Test func aPressBeforeTheModelIsKnownWaitsForItAndListensInItsLanguage() async {
        var preferences = Preferences()
        preferences.language = "de"
        store.save(preferences)
        presenter.transcriptionViewDidPressButton(view)
        #expect(view.state.button == .wait)
        presenter.transcriptionViewDidPressButton(view)
        model(.ready, isMultilingual: true)
        guard case .start(let options) = await firstCommand() else {
            Issue.record("no start")
            return
        }
        #expect(options.recognition.language != "en")
        enter(.opening, .listening)
        #expect(view.state.button == .stop)
    }

    @Test func aPressBeforeTheModelIsKnownBeginsNothingWithoutOne() {
        presenter.transcriptionViewDidPressButton(view)
        model(.absent)
        #expect(view.state.button == .start)
        #expect(view.toasts.count == 1)
        news.modelService(models, didChange: [])
        presenter.transcriptionViewDidPressButton(view)
        #expect(view.state.button == .start)
        #expect(view.toasts.count == 2)
    }

    @Test func aSecondPressIsIgnoredUntilTheServiceAnswers() async {
        model(.ready)
        presenter.transcriptionViewDidPressButton(view)
        #expect(view.state.button == .wait)
        presenter.transcriptionViewDidPressButton(view)
        enter(.opening, .listening)
        presenter.transcriptionViewDidPressButton(view)
        presenter.transcriptionViewDidPressButton(view)
        var commands = dictation.commands.makeAsyncIterator()
        guard case .start = await commands.next() else {
            Issue.record("no start")
            return
        }
        #expect(await commands.next() == .stop)
        enter(.finishing, .idle)
        #expect(view.state.button == .start)
    }

    @Test func theButtonAndItsNameFollowThePhase() {
        let expected: [(DictationPhase, TranscriptionViewState.Button, String)] = [
            (.opening, .wait, "Starting…"), (.listening, .stop, "Stop"), (.paused, .stop, "Stop"),
            (.deviceLost, .stop, "Stop"), (.finishing, .wait, "Finishing…"), (.idle, .start, "Start"),
        ]
        for (phase, button, label) in expected {
            enter(phase)
            #expect(view.state.button == button)
            #expect(view.state.buttonLabel == label)
        }
    }

    @Test func pauseAndResumeAreOfferedWhereTheyFit() async {
        enter(.opening, .listening)
        #expect(view.state.pause == .pause)
        presenter.transcriptionViewDidPressPause(view)
        #expect(view.state.pause == .hidden)
        #expect(await firstCommand() == .pause)
        enter(.paused)
        #expect(view.state.pause == .resume)
        presenter.transcriptionViewDidPressPause(view)
        #expect(await firstCommand() == .resume)
    }

    @Test func preferencesDecideHowASessionIsRun() async {
        var preferences = Preferences()
        preferences.microphone = "usb"
        preferences.silenceStop = 0
        preferences.language = "de"
        model(.ready, isMultilingual: true)
        store.save(preferences)
        await view.nextChange(until: { [view] in view.state.chip == "base · Deutsch" })
        presenter.transcriptionViewDidPressButton(view)
        let expected = DictationOptions(
            microphone: "usb", recognition: RecognitionOptions(language: "de"), silenceStop: nil)
        #expect(await firstCommand() == .start(expected))
    }

    @Test func anEnglishModelIsAlwaysToldEnglish() async {
        model(.ready)
        presenter.transcriptionViewDidPressButton(view)
        let expected = DictationOptions(recognition: RecognitionOptions(language: "en"), silenceStop: 30)
        #expect(await firstCommand() == .start(expected))
    }

    // MARK: Rendering

    @Test func onePieceOfNewsIsDrawnOnce() {
        enter(.opening, .listening)
        let before = view.states.count
        hear("and so", tentative: "my fellow")
        #expect(view.states.count == before + 1)
        hear("and so", tentative: "my fellow")
        #expect(view.states.count == before + 1)
        presenter.dictationService(dictation, didMeasure: -30)
        presenter.dictationService(dictation, didMeasure: -30)
        #expect(view.states.count == before + 2)
        presenter.dictationService(dictation, didElapse: 61)
        #expect(view.states.count == before + 3)
        #expect(view.state.elapsed == "01:01")
    }

    @Test func settledAndTentativeWordsLookDifferent() {
        enter(.opening, .listening)
        hear("and so", tentative: "my fellow")
        #expect(view.state.paragraphs == [[.init("and so", .settled), .init(" my fellow", .tentative)]])
    }

    @Test func theLevelIsAShareOfSixtyDecibelsAndOnlyWhileListening() {
        enter(.opening, .listening)
        presenter.dictationService(dictation, didMeasure: -30)
        #expect(view.state.level == 0.5)
        presenter.dictationService(dictation, didMeasure: -120)
        #expect(view.state.level == 0)
        presenter.dictationService(dictation, didMeasure: 3)
        #expect(view.state.level == 1)
        enter(.paused)
        #expect(view.state.level == 0)
    }

    @Test func theChipNamesModelAndLanguage() {
        model(.ready)
        #expect(view.state.chip == "tiny.en · English")
        model(.ready, isMultilingual: true)
        #expect(view.state.chip == "base")
        presenter.dictationService(dictation, didDetect: "de", probability: 0.9)
        #expect(view.state.chip == "base · Deutsch")
    }

    // MARK: Model

    @Test func withoutItsModelNoSessionBeginsAndTheWayOutIsOffered() async {
        model(.absent)
        presenter.transcriptionViewDidPressButton(view)
        #expect(view.state.button == .start)
        #expect(view.toasts.count == 1)
        #expect(view.state.banner?.action?.kind == .downloadModel)
        presenter.transcriptionView(view, didPress: .downloadModel)
        var commands = models.commands.makeAsyncIterator()
        #expect(await commands.next() == .download("tiny.en", allowMetered: false))
    }

    @Test func aModelThatStillLoadsDoesNotHoldASessionUp() async {
        model(.preparing(.warming, fraction: 0.5))
        #expect(view.state.progress?.fraction == 0.5)
        presenter.transcriptionViewDidPressButton(view)
        guard case .start = await firstCommand() else {
            Issue.record("no start")
            return
        }
    }

    @Test func aModelThatGaveItsMemoryBackIsWokenFirst() async {
        model(.present)
        presenter.transcriptionViewDidPressButton(view)
        var commands = models.commands.makeAsyncIterator()
        #expect(await commands.next() == .wake)
        guard case .start = await firstCommand() else {
            Issue.record("no start")
            return
        }
    }

    @Test func aDownloadShowsItsProgressAndCanBeCancelled() async {
        model(.downloading(TransferProgress(bytes: 38_852_357, total: 77_704_714, rate: 1_000_000)))
        #expect(view.state.progress?.fraction == 0.5)
        #expect(
            view.state.progress?.text
                == "Downloading the speech model tiny.en · 39 MB of 78 MB, 1 MB/s, 39 seconds left")
        presenter.transcriptionViewDidPressCancelProgress(view)
        var commands = models.commands.makeAsyncIterator()
        #expect(await commands.next() == .cancelDownload("tiny.en"))
    }

    @Test func theStatusLineIsNotReadOutAnewForEachMegabyte() {
        model(.downloading(TransferProgress(bytes: 1_000_000, total: 77_704_714, rate: 1_000_000)))
        let status = view.state.status
        model(.downloading(TransferProgress(bytes: 2_000_000, total: 77_704_714, rate: 1_000_000)))
        #expect(view.state.status == status)
        model(.ready)
        #expect(view.state.status == "Ready")
    }

    @Test(arguments: [
        (ModelFailure.store(ModelError(.offline)), TranscriptionViewState.Action.Kind.downloadModel),
        (.store(ModelError(.metered)), .downloadMetered), (.store(ModelError(.diskFull)), .downloadModel),
        (.recognition(RecognitionError(.modelCorrupt)), .downloadModel),
        (.recognition(RecognitionError(.outOfMemory)), .openPreferences),
        (.recognition(RecognitionError(.engineFailed)), .retry),
    ])
    func everyFailureOfAModelOffersAWayOut(failure: ModelFailure, action: TranscriptionViewState.Action.Kind) {
        model(.failed(failure))
        #expect(view.state.banner?.tone == .failure)
        #expect(view.state.banner?.text.isEmpty == false)
        #expect(view.state.banner?.action?.kind == action)
    }

    // MARK: Banners and toasts

    @Test func speechInAnotherLanguageIsSaidUntilItIsEnglishAgain() {
        model(.ready)
        enter(.opening, .listening)
        presenter.dictationService(dictation, didWarn: .notEnglish)
        #expect(view.state.banner?.text.hasPrefix("Please speak English") == true)
        presenter.dictationService(dictation, didWarn: .english)
        #expect(view.state.banner == nil)
    }

    @Test func aLostMicrophoneIsSaidUntilItIsBack() {
        enter(.opening, .listening, .deviceLost)
        presenter.dictationService(dictation, didFailWith: .audio(AudioError(.lost)))
        #expect(view.state.banner?.action?.kind == .chooseMicrophone)
        enter(.listening)
        #expect(view.state.banner == nil)
    }

    @Test func aMicrophoneThatDoesNotOpenLeavesTheOldTextOnThePage() {
        enter(.opening, .listening)
        hear("worth keeping")
        enter(.finishing, .idle)
        model(.ready)
        presenter.transcriptionViewDidPressButton(view)
        enter(.opening)
        #expect(view.state.paragraphs.isEmpty)
        presenter.dictationService(dictation, didFailWith: .audio(AudioError(.busy)))
        enter(.finishing, .idle)
        #expect(view.state.paragraphs == [[.init("worth keeping", .settled)]])
        #expect(view.state.banner?.action?.kind == .retry)
    }

    @Test func stoppingAfterSilenceIsSaidInAToast() {
        presenter.dictationService(dictation, didStopAfterSilence: 30)
        presenter.dictationService(dictation, didStopAfterSilence: 1)
        #expect(
            view.toasts == ["Stopped after 30 seconds without speech.", "Stopped after 1 second without speech."])
    }

    @Test func aChangeOfMicrophoneInMidSessionIsPassedOn() async {
        enter(.opening, .listening)
        var preferences = store.load()
        preferences.microphone = "usb"
        store.save(preferences)
        #expect(await firstCommand() == .change("usb"))
    }

    // MARK: Text

    @Test func clearTakesTheTextAwayAndUndoBringsItBackEditsIncluded() {
        enter(.opening, .listening)
        hear("one two")
        enter(.finishing, .idle)
        #expect(view.state.canClear && view.state.canCopy && view.state.canSave && view.state.isEditable)
        presenter.transcriptionView(view, didEdit: "one two three")
        presenter.transcriptionViewDidPressClear(view)
        #expect(view.state.paragraphs.isEmpty && view.state.canUndo && !view.state.canSave)
        presenter.transcriptionViewDidPressUndo(view)
        #expect(view.state.paragraphs == [[.init("one two three", .settled)]])
        #expect(!view.state.canUndo)
    }

    @Test func aNewSessionThatStaysEmptyCanGiveTheOldTextBack() {
        enter(.opening, .listening)
        hear("one two")
        enter(.finishing, .idle)
        model(.ready)
        presenter.transcriptionViewDidPressButton(view)
        enter(.opening, .listening, .finishing, .idle)
        #expect(view.state.canUndo)
        presenter.transcriptionViewDidPressUndo(view)
        #expect(view.state.paragraphs == [[.init("one two", .settled)]])
    }

    @Test func textDeletedByHandCanStillBeTypedInto() {
        enter(.opening, .listening)
        hear("one")
        enter(.finishing, .idle)
        presenter.transcriptionView(view, didEdit: "")
        #expect(view.state.isEditable)
        #expect(view.state.paragraphs == [[.init("", .settled)]])
        #expect(!view.state.canCopy)
    }

    @Test func textIsNotEditableWhileItIsWritten() {
        enter(.opening, .listening)
        hear("one")
        presenter.transcriptionView(view, didEdit: "two")
        #expect(view.state.paragraphs == [[.init("one", .settled)]])
    }

    @Test func copyTakesTheTextAsItWasEdited() {
        enter(.opening, .listening)
        hear("one two", tentative: "three")
        enter(.finishing, .idle)
        presenter.transcriptionView(view, didEdit: "One, two.")
        presenter.transcriptionViewDidPressCopy(view)
        #expect(view.copied == ["One, two."])
        #expect(view.toasts == ["The text was copied."])
    }

    @Test func savingTakesTheFormOfTheEnding() async {
        let saver = FakeTextSaver()
        let presenter = presenter(saver: saver)
        var transcript = Transcript()
        transcript.apply(.settled(words("one two")))
        presenter.dictationService(dictation, didHear: transcript)
        presenter.transcriptionView(view, didChooseFile: "/somewhere/talk.srt")
        await view.nextChange(until: { [view] in view.toasts == ["Saved as talk.srt."] })
        #expect(saver.saves.map(\.path) == ["/somewhere/talk.srt"])
        #expect(saver.saves.first?.text.hasPrefix("1\n00:00:00,000 --> 00:00:01,500\none two\n") == true)
    }

    @Test func aTextThatCouldNotBeSavedStaysAndSaysWhyUntilItIsSaved() async {
        let saver = FakeTextSaver(error: TextSaveError(.diskFull))
        let presenter = presenter(saver: saver)
        var transcript = Transcript()
        transcript.apply(.settled(words("one two")))
        presenter.dictationService(dictation, didHear: transcript)
        presenter.transcriptionView(view, didChooseFile: "/somewhere/talk.txt")
        await view.nextChange(until: { [view] in view.state.banner != nil })
        #expect(view.state.banner?.text == "Nothing was saved: the disk is full. The text is still here.")
        #expect(view.state.paragraphs == [[.init("one two", .settled)]])
        saver.recover()
        presenter.transcriptionView(view, didChooseFile: "/somewhere/talk.txt")
        await view.nextChange(until: { [view] in view.toasts == ["Saved as talk.txt."] })
        #expect(view.state.banner == nil)
    }

    @Test func closingAsksOnlyWhileSomethingWouldBeLost() async {
        let saver = FakeTextSaver(error: TextSaveError(.diskFull))
        let presenter = presenter(saver: saver)
        #expect(view.state.farewell == nil)
        presenter.dictationService(dictation, didEnter: .opening)
        presenter.dictationService(dictation, didEnter: .listening)
        let whileListening = view.state.farewell
        #expect(whileListening != nil)
        var transcript = Transcript()
        transcript.apply(.settled(words("one two")))
        presenter.dictationService(dictation, didHear: transcript)
        presenter.dictationService(dictation, didEnter: .idle)
        #expect(view.state.farewell != nil && view.state.farewell != whileListening)
        presenter.transcriptionView(view, didChooseFile: "/somewhere/talk.txt")
        await view.nextChange(until: { [view] in view.state.banner != nil })
        #expect(view.state.farewell != nil)
        saver.recover()
        presenter.transcriptionView(view, didChooseFile: "/somewhere/talk.txt")
        await view.nextChange(until: { [view] in view.state.farewell == nil })
        presenter.transcriptionView(view, didEdit: "one two three")
        #expect(view.state.farewell != nil)
        presenter.transcriptionViewDidPressClear(view)
        #expect(view.state.farewell == nil)
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

    @Test func aSessionThatFinishesWithoutItsModelCanBeAborted() async {
        model(.preparing(.loading, fraction: 0.5))
        enter(.opening, .listening)
        #expect(view.state.progress?.canCancel == false)
        enter(.finishing)
        #expect(view.state.progress?.canCancel == true)
        model(.present)
        #expect(view.state.progress?.canCancel == true)
        presenter.transcriptionViewDidPressCancelProgress(view)
        #expect(await firstCommand() == .abort)
    }

    @Test func aLongFinishCanBeAborted() async {
        model(.ready)
        enter(.opening, .listening)
        presenter.dictationService(dictation, didWarn: .fallingBehind)
        #expect(view.toasts.count == 1)
        enter(.finishing)
        #expect(view.state.progress?.canCancel == true)
        presenter.transcriptionViewDidPressCancelProgress(view)
        #expect(await firstCommand() == .abort)
    }
}
