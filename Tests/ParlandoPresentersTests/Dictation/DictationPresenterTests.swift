import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct DictationPresenterTests: StagedDictationScene {
    let stage = DictationStage()

    // MARK: Commands from outside

    private func tell(_ commands: DictationCommand...) {
        commands.forEach { presenter.receive($0) }
    }

    @Test func eachCommandDoesWhatItSaysInThePhaseThatFitsIt() async {
        model(.ready)
        tell(.stop, .pause, .resume, .start)
        await dictation.enters(.listening)
        enter(.opening, .listening)
        tell(.start, .resume, .pause)
        await dictation.enters(.paused)
        enter(.paused)
        tell(.pause, .resume)
        await dictation.enters(.opening)
        enter(.listening)
        tell(.toggle)
        await dictation.enters(.finishing)
    }

    @Test func aStopBeforeTheMicrophoneOpensEndsTheSessionThatBegins() async {
        model(.ready)
        tell(.start, .stop)
        enter(.opening)
        await dictation.enters(.idle)
        enter(.finishing, .idle)
        tell(.start)
        await dictation.enters(.opening)
    }

    @Test func aToggleWhileTheLastWordsComeBeginsTheNextSession() async {
        model(.ready)
        tell(.start)
        enter(.opening, .listening)
        tell(.stop)
        enter(.finishing)
        tell(.toggle)
        #expect(view.state.status == "Transcribing the last words, then starting again")
        tell(.toggle)
        #expect(view.state.status == "Transcribing the last words")
        presenter.pressButton()
        await dictation.enters(.idle)
        enter(.idle)
        await dictation.enters(.opening)
        #expect(view.state.button == .wait)
    }

    private func talk(_ commands: DictationCommand...) {
        commands.forEach { presenter.talk(isHeld: $0 == .start) }
    }

    @Test func aPressWhileTheLastWordsComeIsNotLostThoughItIsOverBefore() async {
        store.change { $0.listensAhead = true }
        model(.ready)
        talk(.start)
        enter(.opening, .listening)
        talk(.stop)
        enter(.finishing)
        talk(.start, .stop)
        #expect(view.state.status == "Transcribing the last words, then starting again")
        await dictation.enters(.idle)
        enter(.idle)
        await dictation.enters(.opening)
        enter(.opening)
        await dictation.enters(.finishing)
    }

    @Test func aKeyThatIsStillHeldWhenTheLastWordsHaveComeDictatesUntilItIsReleased() async {
        model(.ready)
        talk(.start)
        enter(.opening, .listening)
        talk(.stop)
        enter(.finishing)
        talk(.start, .start)
        await dictation.enters(.idle)
        enter(.idle)
        await dictation.enters(.opening)
        enter(.opening, .listening)
        #expect(view.state.button == .stop)
        talk(.stop)
        #expect(view.state.button == .wait)
    }

    /// Nothing of it was heard.
    @Test func withoutListeningAheadAPressThatIsOverBeginsNothing() {
        model(.ready)
        talk(.start)
        enter(.opening, .listening)
        talk(.stop)
        enter(.finishing)
        talk(.start, .stop)
        #expect(view.state.status == "Transcribing the last words")
    }

    @Test func pushToTalkDoesNotEndADictationThatItDidNotBegin() {
        model(.ready)
        tell(.start)
        enter(.opening, .listening)
        talk(.start, .stop)
        #expect(view.state.button == .stop)
    }

    @Test func aToggleBeforeTheMicrophoneHasClosedBeginsTheNextSessionToo() async {
        model(.ready)
        tell(.start)
        enter(.opening, .listening)
        tell(.stop, .toggle)
        await dictation.enters(.idle)
        enter(.finishing, .idle)
        await dictation.enters(.opening)
    }

    @Test func aStopTakesTheNextSessionBack() {
        model(.ready)
        tell(.start)
        enter(.opening, .listening)
        tell(.stop)
        enter(.finishing)
        tell(.start, .stop)
        enter(.idle)
        #expect(view.state.button == .start)
    }

    // MARK: Button

    @Test func aPressBeforeTheModelIsKnownWaitsForItAndListensInItsLanguage() async throws {
        var preferences = Preferences()
        preferences.language = "de"
        store.save(preferences)
        presenter.pressButton()
        #expect(view.state.button == .wait)
        presenter.pressButton()
        model(.ready, isMultilingual: true)
        let options = try #require(await dictation.options())
        #expect(options.recognition.language != "en")
        enter(.opening, .listening)
        #expect(view.state.button == .stop)
    }

    @Test func aPressBeforeTheModelIsKnownBeginsNothingWithoutOne() async {
        presenter.pressButton()
        model(.absent)
        #expect(view.state.button == .start)
        await view.nextChange(until: { [view] in view.questions.count == 1 })
        presenter.modelService(models.service, didChange: [])
        presenter.pressButton()
        #expect(view.state.button == .start)
        #expect(view.toasts.count == 1)
    }

    @Test func aSecondPressIsIgnoredUntilTheServiceAnswers() async {
        model(.ready)
        presenter.pressButton()
        #expect(view.state.button == .wait)
        presenter.pressButton()
        enter(.opening, .listening)
        presenter.pressButton()
        presenter.pressButton()
        await dictation.enters(.idle)
        #expect(dictation.recognizer.sessions == 1)
        enter(.finishing, .idle)
        #expect(view.state.button == .start)
    }

    @Test func theButtonAndItsNameFollowThePhase() {
        let expected: [(DictationPhase, PageButton, String)] = [
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
        await dictation.service.start(DictationOptions())
        enter(.opening, .listening)
        #expect(view.state.pause == .pause)
        presenter.pressPause()
        #expect(view.state.pause == .hidden)
        await dictation.enters(.paused)
        enter(.paused)
        #expect(view.state.pause == .resume)
        presenter.pressPause()
        await dictation.enters(.opening)
    }

    @Test func preferencesDecideHowASessionIsRun() async throws {
        var preferences = Preferences()
        preferences.microphone = "usb"
        preferences.silenceStop = 0
        preferences.language = "de"
        model(.ready, isMultilingual: true)
        store.save(preferences)
        await view.nextChange(until: { [view] in view.state.chip == "Balanced · Deutsch" })
        presenter.pressButton()
        var expected = DictationOptions(
            microphone: "usb", recognition: RecognitionOptions(language: "de"), silenceStop: nil)
        expected.recognition.waitsForModel = true
        expected.recognition.keptModel = "base"
        let options = try #require(await dictation.options())
        expected.session = options.session
        #expect(options == expected)
    }

    @Test func anEnglishModelIsAlwaysToldEnglish() async throws {
        model(.ready)
        presenter.pressButton()
        var expected = DictationOptions(recognition: RecognitionOptions(language: "en"), silenceStop: 30)
        expected.recognition.waitsForModel = true
        let options = try #require(await dictation.options())
        expected.session = options.session
        #expect(options == expected)
    }

    // MARK: Rendering

    @Test func onePieceOfNewsIsDrawnOnce() {
        enter(.opening, .listening)
        let before = view.states.count
        hear("and so", interim: "my fellow")
        #expect(view.states.count == before + 1)
        hear("and so", interim: "my fellow")
        #expect(view.states.count == before + 1)
        presenter.dictationService(dictation.service, didReport: .level(-30))
        presenter.dictationService(dictation.service, didReport: .level(-30))
        #expect(view.states.count == before + 2)
        presenter.dictationService(dictation.service, didReport: .elapsed(61))
        #expect(view.states.count == before + 3)
        #expect(view.state.elapsed == "01:01")
    }

    @Test func finalAndInterimWordsLookDifferent() {
        enter(.opening, .listening)
        hear("and so", interim: "my fellow")
        #expect(view.state.paragraphs == [[.init("and so", .final), .init(" my fellow", .interim)]])
    }

    @Test func theLevelIsAShareOfSixtyDecibelsAndOnlyWhileListening() {
        enter(.opening, .listening)
        presenter.dictationService(dictation.service, didReport: .level(-30))
        #expect(view.state.level == 0.5)
        presenter.dictationService(dictation.service, didReport: .level(-120))
        #expect(view.state.level == 0)
        presenter.dictationService(dictation.service, didReport: .level(3))
        #expect(view.state.level == 1)
        enter(.paused)
        #expect(view.state.level == 0)
    }

    @Test func theChipNamesModelAndLanguage() {
        model(.ready)
        #expect(view.state.chip == "Fast · English")
        model(.ready, isMultilingual: true)
        #expect(view.state.chip == "Balanced")
        presenter.dictationService(dictation.service, didReport: .language("de", probability: 0.9))
        #expect(view.state.chip == "Balanced · Deutsch")
    }

    // MARK: Model

    @Test func withoutItsModelNoSessionBeginsAndTheWayOutIsOffered() async {
        model(.absent)
        presenter.pressButton()
        #expect(view.state.button == .start)
        #expect(view.state.banner?.action?.kind == .downloadModel)
        presenter.press(.downloadModel)
        #expect(await models.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
    }

    @Test func aModelThatStillLoadsDoesNotHoldASessionUp() async throws {
        model(.preparing(.warming, fraction: 0.5))
        #expect(view.state.progress?.fraction == 0.5)
        presenter.pressButton()
        _ = try #require(await dictation.options())
    }

    @Test func aModelThatGaveItsMemoryBackDoesNotHoldASessionUp() async throws {
        model(.present)
        presenter.pressButton()
        _ = try #require(await dictation.options())
    }

    @Test func aDownloadShowsItsProgressAndCanBeCancelled() async {
        await models.service.download("tiny.en", allowMetered: false)
        #expect(await models.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        model(.downloading(TransferProgress(bytes: 38_852_357, total: 77_704_714, rate: 1_000_000)))
        #expect(view.state.progress?.fraction == 0.5)
        #expect(
            view.state.progress?.text
                == "Downloading speech model Fast · 39 MB of 78 MB, 1 MB/s, 39 seconds left")
        presenter.cancelProgress()
        #expect(await models.nextStoreCommand() == .cancelled("tiny.en"))
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
        (ModelFailure.store(ModelError(.offline)), PageAction.Kind.downloadModel),
        (.store(ModelError(.metered)), .downloadMetered), (.store(ModelError(.diskFull)), .downloadModel),
        (.recognition(RecognitionError(.modelCorrupt)), .downloadModel),
        (.recognition(RecognitionError(.outOfMemory)), .openPreferences),
        (.recognition(RecognitionError(.engineFailed)), .retry),
    ])
    func everyFailureOfAModelOffersAWayOut(failure: ModelFailure, action: PageAction.Kind) {
        model(.failed(failure))
        #expect(view.state.banner?.tone == .failure)
        #expect(view.state.banner?.text.isEmpty == false)
        #expect(view.state.banner?.action?.kind == action)
    }

    // MARK: Banners and toasts

    @Test func aLostMicrophoneIsSaidUntilItIsBack() {
        enter(.opening, .listening, .deviceLost)
        presenter.dictationService(dictation.service, didReport: .failure(.audio(AudioError(.lost))))
        #expect(view.state.banner?.action?.kind == .chooseMicrophone)
        enter(.listening)
        #expect(view.state.banner == nil)
    }

    @Test func aMicrophoneThatDoesNotOpenLeavesTheOldTextOnThePage() {
        enter(.opening, .listening)
        hear("worth keeping")
        enter(.finishing, .idle)
        model(.ready)
        presenter.pressButton()
        enter(.opening)
        #expect(view.state.paragraphs == [[.init("worth keeping", .final)]])
        presenter.dictationService(dictation.service, didReport: .failure(.audio(AudioError(.busy))))
        enter(.finishing, .idle)
        #expect(view.state.paragraphs == [[.init("worth keeping", .final)]])
        #expect(view.state.banner?.action?.kind == .retry)
    }

    @Test func aMicrophoneWithoutSoundIsSaidUntilItGivesSome() {
        enter(.opening, .listening)
        presenter.dictationService(dictation.service, didReport: .warning(.noSound))
        #expect(view.state.banner?.text == "The microphone gives no sound. Is it muted?")
        #expect(view.state.banner?.action?.kind == .chooseMicrophone)
        presenter.dictationService(dictation.service, didReport: .warning(.sound))
        #expect(view.state.banner == nil)
    }

    @Test func stoppingAfterSilenceIsSaidInAToast() {
        presenter.dictationService(dictation.service, didReport: .silence(30))
        presenter.dictationService(dictation.service, didReport: .silence(1))
        #expect(
            view.toasts == ["Stopped after 30 seconds without speech.", "Stopped after 1 second without speech."])
    }

    @Test func aChangeOfMicrophoneInMidSessionIsPassedOn() async {
        await dictation.service.start(DictationOptions())
        enter(.opening, .listening)
        var preferences = store.load()
        preferences.microphone = "usb"
        store.save(preferences)
        await dictation.opens("usb")
    }

    @Test func aSessionThatFinishesWithoutItsModelCanBeAborted() async {
        await startWithoutModel()
        model(.preparing(.loading, fraction: 0.5))
        enter(.opening, .listening)
        #expect(view.state.progress?.canCancel == false)
        enter(.finishing)
        #expect(view.state.progress?.canCancel == true)
        model(.present)
        #expect(view.state.progress?.canCancel == true)
        presenter.cancelProgress()
        await dictation.enters(.idle)
    }

    @Test func thePageSaysWhenAnotherOneUsesADifferentModel() {
        model(.present, isAwaited: true)
        #expect(view.state.banner == nil)
        enter(.opening, .listening)
        #expect(view.state.banner?.text.hasPrefix("Another page is using a different speech model.") == true)
        enter(.finishing)
        #expect(view.state.banner?.tone == .information)
        model(.ready)
        #expect(view.state.banner == nil)
        // The session has its model; another one waits.
        model(.present, isMultilingual: true, isAwaited: true)
        #expect(view.state.banner == nil)
    }

    /// Starts a session that never ends by itself.
    private func startWithoutModel() async {
        await dictation.recognizer.unload()
        await dictation.service.start(DictationOptions())
    }

    @Test func aLongFinishCanBeAborted() async {
        await startWithoutModel()
        model(.ready)
        enter(.opening, .listening)
        presenter.dictationService(dictation.service, didReport: .warning(.fallingBehind))
        #expect(view.toasts.count == 1)
        enter(.finishing)
        #expect(view.state.progress?.canCancel == true)
        presenter.cancelProgress()
        await dictation.enters(.idle)
    }
}
