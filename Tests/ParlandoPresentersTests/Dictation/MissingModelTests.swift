import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// *Start* while the speech model is not on this computer.
@MainActor @Suite(.timeLimit(.minutes(1))) struct MissingModelTests: StagedDictationScene {
    let stage = DictationStage()

    /// A page on a metered connection or a desktop in another language.
    private func page(isMetered: Bool = false, language: String = "en") -> DictationPresenter {
        let presenter = DictationPresenter(
            view, dictation, models, store: store, isMetered: isMetered, language: language)
        presenter.activate()
        return presenter
    }

    @Test func startAsksOnceDownloadsAndListens() async throws {
        view.answer = true
        model(.absent)
        presenter.pressButton()
        let options = try #require(await firstCommand()?.started)
        #expect(options.recognition.waitsForModel)
        #expect(view.questions.count == 1)
        #expect(view.questions.first?.text.contains("tiny.en") == true)
        #expect(view.questions.first?.text.contains("78 MB") == true)
        #expect(view.questions.first?.text.contains("metered") == false)
        var commands = models.commands.makeAsyncIterator()
        #expect(await commands.next() == .download("tiny.en", allowMetered: false))
        #expect(await commands.next() == .choose("tiny.en"))
        #expect(view.state.button == .wait)
    }

    @Test func theOneQuestionAlsoCoversAMeteredConnection() async {
        let presenter = page(isMetered: true)
        view.answer = true
        model(.absent)
        presenter.pressButton()
        _ = await firstCommand()
        #expect(view.questions.count == 1)
        #expect(view.questions.first?.text.contains("metered") == true)
        var commands = models.commands.makeAsyncIterator()
        #expect(await commands.next() == .download("tiny.en", allowMetered: true))
    }

    @Test func aRefusalDownloadsAndRecordsNothing() async {
        model(.absent)
        presenter.pressButton()
        await view.nextChange(until: { [view] in view.questions.count == 1 })
        #expect(view.state.button == .start)
        // Another press asks again.
        presenter.pressButton()
        await view.nextChange(until: { [view] in view.questions.count == 2 })
        #expect(store.load() == Preferences())
    }

    @Test func aRussianIsNotAskedAboutAnEnglishModelThatNobodyChose() async throws {
        let presenter = page(language: "ru")
        view.answer = true
        let both = [
            SpeechModel(name: "tiny.en", bytes: 78_000_000, sha256: ""),
            SpeechModel(name: "base", bytes: 148_000_000, sha256: "", isMultilingual: true),
        ]
        models.tell(both.map { ModelEntry(model: $0, state: .absent, diskUse: 0, isChosen: $0.name == "tiny.en") })
        presenter.pressButton()
        let options = try #require(await firstCommand()?.started)
        #expect(view.questions.first?.text.contains("148 MB") == true)
        #expect(options.recognition.language == nil)
        #expect(store.load().model == "base")
        var commands = models.commands.makeAsyncIterator()
        #expect(await commands.next() == .download("base", allowMetered: false))
        #expect(await commands.next() == .choose("base"))
    }

    @Test func duringADownloadStartBeginsAtOnce() async throws {
        model(.downloading(TransferProgress(bytes: 0, total: 100, rate: 0)))
        #expect(view.state.status == "You can start while the speech model downloads")
        presenter.pressButton()
        _ = try #require(await firstCommand()?.started)
        enter(.opening, .listening)
        #expect(view.state.status == "Listening while the speech model downloads")
        #expect(view.state.progress?.canCancel == true)
        #expect(view.questions.isEmpty)
    }

    @Test func aFailedDownloadLeavesTheSessionListeningAndOffersAnotherTry() async {
        view.answer = true
        model(.absent)
        presenter.pressButton()
        _ = await firstCommand()
        enter(.opening, .listening)
        model(.failed(.store(ModelError(.offline))))
        #expect(view.state.button == .stop)
        #expect(view.state.banner?.action?.kind == .downloadModel)
        enter(.finishing)
        #expect(view.state.status == "Your speech waits for the speech model")
        // The user can still give up.
        presenter.cancelProgress()
        var commands = dictation.commands.makeAsyncIterator()
        #expect(await commands.next() == .abort)
    }

    @Test func readyIsOnlySaidWhenAPressWouldWork() {
        #expect(view.state.status != "Ready")
        models.tell([])
        #expect(view.state.status != "Ready")
        for state in [
            ModelState.absent, .failed(.store(ModelError(.offline))),
            .failed(.recognition(RecognitionError(.modelCorrupt))),
        ] {
            model(state)
            #expect(view.state.status != "Ready")
        }
        model(.present)
        #expect(view.state.status == "Ready")
    }

    @Test func afterAnHourThePageSaysThatTheMicrophoneIsOff() {
        model(.downloading(TransferProgress(bytes: 0, total: 100, rate: 0)))
        enter(.opening, .listening)
        presenter.dictationService(dictation, didReport: .warning(.queueFull))
        enter(.finishing)
        #expect(view.state.banner?.text == RecognitionWarning.queueFull.message?.text)
        enter(.idle)
        #expect(view.state.banner == nil)
    }
}
