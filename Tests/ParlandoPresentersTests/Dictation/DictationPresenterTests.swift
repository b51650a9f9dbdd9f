import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct DictationPresenterTests: StagedDictationScene {
    let stage = DictationStage()

    // MARK: Commands from outside

    /// The names of the next commands.
    private func commands(_ count: Int) async -> [String] {
        var names: [String] = []
        for await command in dictation.commands {
            names.append("\(command)".prefix { $0.isLetter }.description)
            if names.count == count {
                break
            }
        }
        return names
    }

    private func tell(_ commands: DictationCommand...) {
        commands.forEach { presenter.receive($0) }
    }

    @Test func eachCommandDoesWhatItSaysInThePhaseThatFitsIt() async {
        model(.ready)
        tell(.stop, .pause, .resume, .start)
        #expect(await commands(1) == ["start"])
        enter(.opening, .listening)
        tell(.start, .resume, .pause)
        #expect(await commands(1) == ["pause"])
        enter(.paused)
        tell(.pause, .resume)
        #expect(await commands(1) == ["resume"])
        enter(.listening)
        tell(.toggle)
        #expect(await commands(1) == ["stop"])
    }

    @Test func aStopBeforeTheMicrophoneOpensEndsTheSessionThatBegins() async {
        model(.ready)
        tell(.start, .stop)
        enter(.opening)
        #expect(await commands(2) == ["start", "stop"])
        enter(.finishing, .idle)
        tell(.start)
        #expect(await commands(1) == ["start"])
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
        #expect(await commands(2) == ["start", "stop"])
        enter(.idle)
        #expect(await commands(1) == ["start"])
        #expect(view.state.button == .wait)
    }

    @Test func aToggleBeforeTheMicrophoneHasClosedBeginsTheNextSessionToo() async {
        model(.ready)
        tell(.start)
        enter(.opening, .listening)
        tell(.stop, .toggle)
        enter(.finishing, .idle)
        #expect(await commands(3) == ["start", "stop", "start"])
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
        let options = try #require(await firstCommand()?.started)
        #expect(options.recognition.language != "en")
        enter(.opening, .listening)
        #expect(view.state.button == .stop)
    }

    @Test func aPressBeforeTheModelIsKnownBeginsNothingWithoutOne() async {
        presenter.pressButton()
        model(.absent)
        #expect(view.state.button == .start)
        await view.nextChange(until: { [view] in view.questions.count == 1 })
        models.tell([])
        presenter.pressButton()
        #expect(view.state.button == .start)
        #expect(view.toasts.count == 1)
    }

    @Test func aSecondPressIsIgnoredUntilTheServiceAnswers() async throws {
        model(.ready)
        presenter.pressButton()
        #expect(view.state.button == .wait)
        presenter.pressButton()
        enter(.opening, .listening)
        presenter.pressButton()
        presenter.pressButton()
        var commands = dictation.commands.makeAsyncIterator()
        _ = try #require(await commands.next()?.started)
        #expect(await commands.next() == .stop)
        enter(.finishing, .idle)
        #expect(view.state.button == .start)
    }

    @Test func theButtonAndItsNameFollowThePhase() {
        let expected: [(DictationPhase, DictationViewState.Button, String)] = [
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
        presenter.pressPause()
        #expect(view.state.pause == .hidden)
        #expect(await firstCommand() == .pause)
        enter(.paused)
        #expect(view.state.pause == .resume)
        presenter.pressPause()
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
        presenter.pressButton()
        var expected = DictationOptions(
            microphone: "usb", recognition: RecognitionOptions(language: "de"), silenceStop: nil)
        expected.recognition.waitsForModel = true
        #expect(await firstCommand() == .start(expected))
    }

    @Test func anEnglishModelIsAlwaysToldEnglish() async {
        model(.ready)
        presenter.pressButton()
        var expected = DictationOptions(recognition: RecognitionOptions(language: "en"), silenceStop: 30)
        expected.recognition.waitsForModel = true
        #expect(await firstCommand() == .start(expected))
    }

    // MARK: Rendering

    @Test func onePieceOfNewsIsDrawnOnce() {
        enter(.opening, .listening)
        let before = view.states.count
        hear("and so", interim: "my fellow")
        #expect(view.states.count == before + 1)
        hear("and so", interim: "my fellow")
        #expect(view.states.count == before + 1)
        presenter.dictationService(dictation, didReport: .level(-30))
        presenter.dictationService(dictation, didReport: .level(-30))
        #expect(view.states.count == before + 2)
        presenter.dictationService(dictation, didReport: .elapsed(61))
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
        presenter.dictationService(dictation, didReport: .level(-30))
        #expect(view.state.level == 0.5)
        presenter.dictationService(dictation, didReport: .level(-120))
        #expect(view.state.level == 0)
        presenter.dictationService(dictation, didReport: .level(3))
        #expect(view.state.level == 1)
        enter(.paused)
        #expect(view.state.level == 0)
    }

    @Test func theChipNamesModelAndLanguage() {
        model(.ready)
        #expect(view.state.chip == "tiny.en · English")
        model(.ready, isMultilingual: true)
        #expect(view.state.chip == "base")
        presenter.dictationService(dictation, didReport: .language("de", probability: 0.9))
        #expect(view.state.chip == "base · Deutsch")
    }

    // MARK: Model

    @Test func withoutItsModelNoSessionBeginsAndTheWayOutIsOffered() async {
        model(.absent)
        presenter.pressButton()
        #expect(view.state.button == .start)
        #expect(view.state.banner?.action?.kind == .downloadModel)
        presenter.press(.downloadModel)
        var commands = models.commands.makeAsyncIterator()
        #expect(await commands.next() == .download("tiny.en", allowMetered: false))
    }

    @Test func aModelThatStillLoadsDoesNotHoldASessionUp() async throws {
        model(.preparing(.warming, fraction: 0.5))
        #expect(view.state.progress?.fraction == 0.5)
        presenter.pressButton()
        _ = try #require(await firstCommand()?.started)
    }

    @Test func aModelThatGaveItsMemoryBackIsWokenFirst() async throws {
        model(.present)
        presenter.pressButton()
        var commands = models.commands.makeAsyncIterator()
        #expect(await commands.next() == .wake)
        _ = try #require(await firstCommand()?.started)
    }

    @Test func aDownloadShowsItsProgressAndCanBeCancelled() async {
        model(.downloading(TransferProgress(bytes: 38_852_357, total: 77_704_714, rate: 1_000_000)))
        #expect(view.state.progress?.fraction == 0.5)
        #expect(
            view.state.progress?.text
                == "Downloading speech model tiny.en · 39 MB of 78 MB, 1 MB/s, 39 seconds left")
        presenter.cancelProgress()
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
        (ModelFailure.store(ModelError(.offline)), DictationViewState.Action.Kind.downloadModel),
        (.store(ModelError(.metered)), .downloadMetered), (.store(ModelError(.diskFull)), .downloadModel),
        (.recognition(RecognitionError(.modelCorrupt)), .downloadModel),
        (.recognition(RecognitionError(.outOfMemory)), .openPreferences),
        (.recognition(RecognitionError(.engineFailed)), .retry),
    ])
    func everyFailureOfAModelOffersAWayOut(failure: ModelFailure, action: DictationViewState.Action.Kind) {
        model(.failed(failure))
        #expect(view.state.banner?.tone == .failure)
        #expect(view.state.banner?.text.isEmpty == false)
        #expect(view.state.banner?.action?.kind == action)
    }

    // MARK: Banners and toasts

    @Test func aLostMicrophoneIsSaidUntilItIsBack() {
        enter(.opening, .listening, .deviceLost)
        presenter.dictationService(dictation, didReport: .failure(.audio(AudioError(.lost))))
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
        presenter.dictationService(dictation, didReport: .failure(.audio(AudioError(.busy))))
        enter(.finishing, .idle)
        #expect(view.state.paragraphs == [[.init("worth keeping", .final)]])
        #expect(view.state.banner?.action?.kind == .retry)
    }

    @Test func stoppingAfterSilenceIsSaidInAToast() {
        presenter.dictationService(dictation, didReport: .silence(30))
        presenter.dictationService(dictation, didReport: .silence(1))
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

    @Test func aSessionThatFinishesWithoutItsModelCanBeAborted() async {
        model(.preparing(.loading, fraction: 0.5))
        enter(.opening, .listening)
        #expect(view.state.progress?.canCancel == false)
        enter(.finishing)
        #expect(view.state.progress?.canCancel == true)
        model(.present)
        #expect(view.state.progress?.canCancel == true)
        presenter.cancelProgress()
        #expect(await firstCommand() == .abort)
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
    }

    @Test func aLongFinishCanBeAborted() async {
        model(.ready)
        enter(.opening, .listening)
        presenter.dictationService(dictation, didReport: .warning(.fallingBehind))
        #expect(view.toasts.count == 1)
        enter(.finishing)
        #expect(view.state.progress?.canCancel == true)
        presenter.cancelProgress()
        #expect(await firstCommand() == .abort)
    }
}
