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
        presenter.activateAlone()
        return presenter
    }

    @Test func startAsksOnceDownloadsAndListens() async throws {
        view.answer = true
        model(.absent)
        presenter.pressButton()
        let options = try #require(await dictation.options())
        #expect(options.recognition.waitsForModel)
        #expect(view.questions.count == 1)
        #expect(view.questions.first?.text.contains("Fast") == true)
        #expect(view.questions.first?.text.contains("78 MB") == true)
        #expect(view.questions.first?.text.contains("metered") == false)
        #expect(await models.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        #expect(view.state.button == .wait)
    }

    @Test func theOneQuestionAlsoCoversAMeteredConnection() async {
        let presenter = page(isMetered: true)
        view.answer = true
        model(.absent, to: presenter)
        presenter.pressButton()
        _ = await dictation.options()
        #expect(view.questions.count == 1)
        #expect(view.questions.first?.text.contains("metered") == true)
        #expect(await models.nextStoreCommand() == .fetch("tiny.en", allowMetered: true))
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
        let entries = both.map {
            ModelEntry(model: $0, state: .absent, diskUse: 0, isChosen: $0.name == "tiny.en")
        }
        presenter.modelService(models.service, didChange: entries)
        presenter.pressButton()
        let options = try #require(await dictation.options())
        #expect(view.questions.first?.text.contains("148 MB") == true)
        #expect(options.recognition.language == nil)
        #expect(store.load().model == "base")
        #expect(await models.nextStoreCommand() == .fetch("base", allowMetered: false))
    }

    @Test func duringADownloadStartBeginsAtOnce() async throws {
        model(.downloading(TransferProgress(bytes: 0, total: 100, rate: 0)))
        #expect(view.state.status == "You can start while the speech model downloads")
        presenter.pressButton()
        _ = try #require(await dictation.options())
        enter(.opening, .listening)
        #expect(view.state.status == "Listening while the speech model downloads")
        #expect(view.state.progress?.canCancel == true)
        #expect(view.questions.isEmpty)
    }

    @Test func aFailedDownloadLeavesTheSessionListeningAndOffersAnotherTry() async {
        view.answer = true
        await dictation.recognizer.unload()
        model(.absent)
        presenter.pressButton()
        _ = await dictation.options()
        enter(.opening, .listening)
        model(.failed(.store(ModelError(.offline))))
        #expect(view.state.button == .stop)
        #expect(view.state.banner?.action?.kind == .downloadModel)
        enter(.finishing)
        #expect(view.state.status == "Your speech waits for the speech model")
        // The user can still give up.
        presenter.cancelProgress()
        await dictation.enters(.idle)
    }

    @Test func readyIsOnlySaidWhenAPressWouldWork() {
        #expect(view.state.status != "Ready")
        presenter.modelService(models.service, didChange: [])
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
        presenter.dictationService(dictation.service, didReport: .warning(.queueFull))
        enter(.finishing)
        #expect(view.state.banner?.text == RecognitionWarning.queueFull.message?.text)
        enter(.idle)
        #expect(view.state.banner == nil)
    }
}

/// What the page says to somebody who speaks, above all in a language that the model does not understand.
@MainActor @Suite(.timeLimit(.minutes(1))) struct OtherLanguageTests: StagedDictationScene {
    let stage = DictationStage()

    @Test func speechInAnotherLanguageIsSaidUntilItIsEnglishAgain() {
        model(.ready)
        enter(.opening, .listening)
        presenter.dictationService(dictation.service, didReport: .warning(.notEnglish))
        #expect(view.state.banner?.text.hasPrefix("This model understands only English") == true)
        presenter.dictationService(dictation.service, didReport: .warning(.english))
        #expect(view.state.banner == nil)
    }

    /// The models, of which one is chosen and only that for English is in memory.
    private func tell(chosen name: String, base: ModelState) {
        let entries = [
            ModelEntry(
                model: SpeechModel(name: "tiny.en", bytes: 78_000_000, sha256: ""), state: .ready, diskUse: 78_000_000,
                isChosen: name == "tiny.en"),
            ModelEntry(
                model: SpeechModel(name: "base", bytes: 148_000_000, sha256: "", isMultilingual: true), state: base,
                diskUse: 0, isChosen: name == "base"),
        ]
        presenter.modelService(models.service, didChange: entries)
    }

    @Test(arguments: [
        (ModelState.present, "Use Balanced · 99 languages"), (.absent, "Download Balanced · 99 languages (148 MB)"),
    ])
    func speechInAnotherLanguageIsOfferedAModelForIt(state: ModelState, label: String) async {
        tell(chosen: "tiny.en", base: state)
        enter(.opening, .listening)
        presenter.dictationService(dictation.service, didReport: .warning(.notEnglish))
        #expect(view.state.banner?.action == PageAction(label, .useMultilingualModel))
        #expect(view.state.banner?.alternative?.kind == .openPreferences)
        presenter.press(.useMultilingualModel)
        if state == .absent {
            #expect(await models.nextStoreCommand() == .fetch("base", allowMetered: false))
        }
        while store.load().model != "base" {
            await Task.yield()
        }
        // This session keeps its model.
        tell(chosen: "base", base: .present)
        #expect(view.state.banner?.text == "The model Balanced · 99 languages will be used for the next dictation.")
        #expect(view.state.status == "Listening")
        enter(.finishing, .idle)
        #expect(view.state.banner == nil)
    }

    @Test func speechThatWaitsIsLeftToTheModelThatKnowsItsLanguage() async {
        let download = ModelState.downloading(TransferProgress(bytes: 0, total: 100, rate: 0))
        store.change { $0.language = "de" }
        tell(chosen: "base", base: download)
        await view.nextChange(until: { [view] in view.state.chip == "Balanced · Deutsch" })
        presenter.pressButton()
        #expect(await dictation.options()?.recognition.keptModel == "base")
        enter(.opening, .listening)
        #expect(view.state.pill.modelNote == "")
        tell(chosen: "tiny.en", base: download)
        #expect(view.state.banner?.text == "Fast knows only English. This dictation waits for Balanced.")
        #expect(view.state.status == "Listening while the speech model downloads")
        #expect(view.state.pill.modelNote == "From the next dictation")
        tell(chosen: "tiny.en", base: .absent)
        #expect(view.state.banner?.action?.kind == .useMultilingualModel)
    }

    @Test(arguments: [ModelState.ready, .preparing(.loading, fraction: 0), .absent])
    func whoeverSpeaksIsNotToldToSpeak(state: ModelState) {
        model(state)
        enter(.opening, .listening)
        presenter.dictationService(dictation.service, didReport: .level(-12))
        #expect(view.state.emptyText.hasPrefix("Your words will appear here"))
    }
}
