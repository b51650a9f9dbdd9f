import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct PreferencesPresenterTests {
    private let view = SpyPreferencesView()
    private let models = ModelStage(present: ["base", "voice"])
    private let store = FakePreferenceStore()
    private let devices = FakeDeviceDirectory([.systemDefault, AudioDevice(id: "usb", name: "USB Microphone")])
    private let presenter: PreferencesPresenter

    init() {
        presenter = PreferencesPresenter(
            view: view, models: models.service, downloads: ModelDownloads(models, store: store), devices: devices,
            store: store, interfaceLanguages: ["en", "ru"])
        presenter.activate()
    }

    private func entry(
        _ name: String, _ state: ModelState, isChosen: Bool = false, isMultilingual: Bool = false, diskUse: Int64 = 0
    ) -> ModelEntry {
        let model = SpeechModel(name: name, bytes: 77_704_715, sha256: "", isMultilingual: isMultilingual)
        return ModelEntry(model: model, state: state, diskUse: diskUse, isChosen: isChosen)
    }

    private func tell(_ entries: ModelEntry...) {
        presenter.modelService(models.service, didChange: entries)
    }

    @Test func everyModelSaysWhereItStandsAndOffersWhatFits() {
        tell(
            entry("tiny.en", .ready, isChosen: true, diskUse: 78_000_000),
            // It was installed with the program.
            entry("base", .present, isMultilingual: true), entry("small.x", .absent),
            entry("base.en", .failed(.store(ModelError(.offline))), diskUse: 5_000_000))
        let rows = view.state.models
        let subtitles = [
            "Recommended · 78 MB · 144 MB of memory · ready", "78 MB · 144 MB of memory · downloaded",
            "78 MB · 144 MB of memory",
            "78 MB · 144 MB of memory · The speech model could not be downloaded. Check your network connection.",
        ]
        let titles = ["Fast · English", "Balanced · 99 languages", "small.x · English", "Balanced · English"]
        #expect(rows.map(\.title) == titles)
        #expect(rows.map(\.subtitle) == subtitles)
        #expect(rows.map(\.isChosen) == [true, false, false, false])
        #expect(rows.map(\.canChoose) == [false, true, true, true])
        #expect(rows.map(\.canDownload) == [false, false, true, true])
        #expect(rows.map(\.canRemove) == [true, false, false, true])
    }

    @Test func theRemovalOfAModelCanBeUndoneUntilTheOfferEnds() async {
        presenter.press(.remove, of: "base")
        await view.nextChange { [view] in view.restorable == ["base"] }
        presenter.restoreModel("base")
        #expect(await models.nextStoreCommand() == .putAway("base"))
        #expect(await models.nextStoreCommand() == .bringBack("base"))
        presenter.forgetRemovedModel("base")
        #expect(await models.nextStoreCommand() == .deletePutAway("base"))
    }

    @Test func aDownloadShowsItsShareAndCanBeCancelled() async {
        await models.service.download("tiny.en", allowMetered: false)
        #expect(await models.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        let transfer = TransferProgress(bytes: 1_000_000, total: 4_000_000, rate: 0)
        tell(entry("tiny.en", .downloading(transfer)))
        #expect(view.state.models.first?.fraction == 0.25)
        #expect(view.state.models.first?.canCancel == true)
        presenter.press(.cancel, of: "tiny.en")
        #expect(await models.nextStoreCommand() == .cancelled("tiny.en"))
    }

    @Test(arguments: [(ModelError.Kind.metered, true), (.offline, false)])
    func askingAgainWhereTheConnectionCostsMoneyAgreesToIt(failure: ModelError.Kind, agrees: Bool) async {
        tell(entry("tiny.en", .failed(.store(ModelError(failure)))))
        #expect(view.state.models.first?.canDownload == true)
        presenter.press(.download, of: "tiny.en")
        #expect(await models.nextStoreCommand() == .fetch("tiny.en", allowMetered: agrees))
    }

    @Test func choosingAModelIsKeptAndPassedOn() async {
        presenter.press(.choose, of: "base")
        #expect(store.load().model == "base")
        #expect(await models.nextEngineCommand() == .load("base"))
    }

    @Test func choosingAMissingModelOffersItsDownload() async {
        await view.nextChange { [view] in view.state.microphones.count == 2 }
        store.change { $0.model = "base" }
        await view.nextChange { [view] in view.state.preferences.model == "base" }
        tell(entry("base", .ready, isChosen: true, isMultilingual: true), entry("tiny.en", .absent))
        let drawn = view.states.count
        presenter.press(.choose, of: "tiny.en")
        await view.nextChange { [view] in view.states.count > drawn }
        #expect(view.questions.map(\.title) == ["Download Fast · English?"])
        #expect(view.questions.last?.goOn == "Download (78 MB)")
        #expect(view.questions.last?.text.contains("your speech waits on this computer") == true)
        #expect(store.load().model == "base")
        view.answer = true
        store.change { preferences in
            preferences.servers.profiles = [
                ServerProfile(id: "1", name: "Attic", address: "https://attic.example", wire: .whisper)
            ]
            preferences.servers.engine = "1"
        }
        presenter.press(.choose, of: "tiny.en")
        #expect(await models.nextStoreCommand() == .fetch("tiny.en", allowMetered: false))
        #expect(view.questions.last?.text == "")
        while store.load().model != "tiny.en" {
            await Task.yield()
        }
    }

    @Test func whoeverSpeaksWithAnotherModelIsNotToldThatTheSpeechWaits() async {
        let session = models.session(isForeign: true)
        #expect(await models.nextEngineCommand() == .load("base"))
        models.recognizer.finish()
        await models.haveBegun(sessions: 1)
        tell(entry("base", .ready, isChosen: true, isMultilingual: true), entry("tiny.en", .absent))
        presenter.press(.choose, of: "tiny.en")
        await view.nextChange { [view] in !view.questions.isEmpty }
        #expect(view.questions.last?.text == "The model Fast · English will be used for the next dictation.")
        #expect(await session.finish() == nil)
    }

    @Test func languagesAreOfferedOnlyForAModelThatKnowsSeveral() {
        tell(entry("tiny.en", .ready, isChosen: true))
        #expect(view.state.languages.isEmpty)
        tell(entry("base", .ready, isChosen: true, isMultilingual: true))
        #expect(view.state.languages.first?.id == "")
        #expect(view.state.languages.contains(.init("ru", "Русский")))
    }

    @Test func microphonesComeAndGoAndTheChosenOneStays() async {
        await view.nextChange(until: { [view] in view.state.microphones.count == 2 })
        #expect(view.state.microphones == [.init("", "System Default"), .init("usb", "USB Microphone")])
        presenter.apply(PreferenceChange(\.microphone, "usb"))
        devices.plug([.systemDefault])
        await view.nextChange(until: { [view] in view.state.microphones.last?.title == "usb (not connected)" })
        #expect(view.state.preferences.microphone == "usb")
    }

    @Test func whatTheComputerPlaysHasANameAndSaysWhatItNeeds() async {
        await view.nextChange(until: { [view] in view.state.microphones.count == 2 })
        presenter.apply(PreferenceChange(\.microphone, AudioDevice.computer.id))
        devices.plug([.systemDefault])
        let absent = "What This Computer Plays (needs PulseAudio or PipeWire)"
        await view.nextChange(until: { [view] in view.state.microphones.map(\.title) == ["System Default", absent] })
        devices.plug([.systemDefault, .computer])
        let present = [("", "System Default"), ("computer", "What This Computer Plays")]
        await view.nextChange(until: { [view] in
            view.state.microphones == present.map { .init($0, $1) }
        })
    }

    @Test(arguments: [(-5, 15), (1, 15), (14, 15), (15, 15), (77, 77), (120, 120), (121, 120), (Int.max, 120)])
    func secondsOfSilenceStayWithinTheirBounds(given: Int, kept: Int) {
        presenter.apply(PreferenceChange(\.silenceStop, given))
        #expect(store.load().silenceStop == kept)
        #expect(view.state.silenceSeconds == kept)
    }

    @Test func stoppingAfterSilenceSwitchesOffAndOnAgain() {
        presenter.apply(PreferenceChange(\.silenceStop, 0))
        #expect(store.load().silenceStop == 0)
        #expect(view.state.preferences.silenceStop == 0 && view.state.silenceSeconds == 30)
        presenter.apply(PreferenceChange(\.silenceStop, 30))
        #expect(store.load().silenceStop == 30)
    }

    @Test(arguments: [(-1, 1), (0, 0), (1, 1), (240, 240), (100_000, 240)])
    func minutesUntilTheModelSleepsStayWithinTheirBounds(given: Int, kept: Int) {
        presenter.apply(PreferenceChange(\.unloadMinutes, given))
        #expect(store.load().unloadMinutes == kept)
    }

    @Test func absurdStoredValuesAreShownWithinTheirBounds() {
        var absurd = Preferences()
        absurd.silenceStop = 1_000_000
        absurd.unloadMinutes = -7
        let view = SpyPreferencesView()
        let presenter = PreferencesPresenter(
            view: view, models: models.service, downloads: ModelDownloads(models, store: store), devices: devices,
            store: FakePreferenceStore(absurd), interfaceLanguages: [])
        presenter.activate()
        #expect(view.state.silenceSeconds == 120)
        #expect(view.state.preferences.unloadMinutes == 1)
    }

    @Test func aMirrorIsKeptOnlyWhenItIsSafe() {
        presenter.apply(PreferenceChange(\.mirror, "http://example.org/"))
        #expect(store.load().mirror == "")
        #expect(view.state.mirror == "http://example.org/")
        #expect(!view.state.mirrorProblem.isEmpty)
        presenter.apply(PreferenceChange(\.mirror, " https://example.org/models/ "))
        #expect(store.load().mirror == "https://example.org/models/")
        #expect(view.state.mirrorProblem.isEmpty)
        presenter.apply(PreferenceChange(\.mirror, ""))
        #expect(store.load().mirror == "")
    }

    @Test func anotherInterfaceLanguageIsSaidToNeedARestart() {
        #expect(view.state.interfaceLanguages.map(\.title) == ["Follow System", "English", "Русский"])
        presenter.apply(PreferenceChange(\.interfaceLanguage, "ru"))
        presenter.apply(PreferenceChange(\.interfaceLanguage, "ru"))
        #expect(view.toasts.count == 1)
        #expect(store.load().interfaceLanguage == "ru")
    }

    @Test func anOlderPieceOfNewsDoesNotUndoAYoungerChoice() async {
        presenter.apply(PreferenceChange(\.showsTimestamps, true))
        presenter.apply(PreferenceChange(\.unloadMinutes, 7))
        var elsewhere = store.load()
        elsewhere.model = "base"
        store.save(elsewhere)
        presenter.apply(PreferenceChange(\.language, "de"))
        await view.nextChange(until: { [view] in
            view.state.preferences.unloadMinutes == 7 && view.state.preferences.language == "de"
        })
        #expect(view.states.drop { !$0.preferences.showsTimestamps }.allSatisfy { $0.preferences.showsTimestamps })
        #expect(store.load().model == "base")
    }

    @Test func oneChangeIsDrawnOnce() {
        let before = view.states.count
        presenter.apply(PreferenceChange(\.showsTimestamps, true))
        presenter.apply(PreferenceChange(\.showsTimestamps, true))
        #expect(view.states.count == before + 1)
        #expect(store.saves == 1)
    }

    @Test func aPageIsResetAndTheResetUndone() {
        presenter.apply(PreferenceChange(\.rhythm.isFelt, false))
        presenter.apply(PreferenceChange(\.language, "de"))
        #expect(view.state.resettable == [.rhythm, .dictation])
        presenter.reset(.rhythm)
        #expect(view.undoable == [.rhythm])
        #expect(store.load().rhythm.isFelt)
        #expect(view.state.resettable == [.dictation])
        presenter.apply(PreferenceChange(\.language, "fr"))
        presenter.undoReset(of: .rhythm)
        #expect(!store.load().rhythm.isFelt)
        #expect(store.load().language == "fr")
    }

    @Test func aRefusedMirrorGoesWithTheReset() {
        presenter.apply(PreferenceChange(\.mirror, "http://example.org/"))
        presenter.reset(.models)
        #expect(view.state.mirror.isEmpty && view.state.mirrorProblem.isEmpty)
    }

    @Test func aSwitchThatDeletesAsksFirstAndIsSetBackIfTheUserDeclines() async {
        await view.nextChange { [view] in view.state.microphones.count == 2 }
        for path in [\Preferences.history.keepsDictations, \.history.keepsTerminal, \.history.keepsSound] {
            let before = view.questions.count
            view.answer = false
            presenter.apply(PreferenceChange(path, true))
            #expect(view.state.preferences[keyPath: path])
            #expect(view.questions.count == before)
            let drawn = view.states.count
            presenter.apply(PreferenceChange(path, false))
            await view.nextChange { [view] in view.states.count == drawn + 1 }
            #expect(view.questions.count == before + 1)
            #expect(view.state.preferences[keyPath: path])
            #expect(store.load()[keyPath: path])
            view.answer = true
            presenter.apply(PreferenceChange(path, false))
            await view.nextChange { [view] in !view.state.preferences[keyPath: path] }
            #expect(view.questions.count == before + 2)
            #expect(!store.load()[keyPath: path])
        }
    }

    @Test func onlyAShorterTimeAsks() async {
        await view.nextChange { [view] in view.state.microphones.count == 2 }
        view.answer = true
        presenter.apply(PreferenceChange(\.history.days, 90))
        await view.nextChange { [view] in view.state.preferences.history.days == 90 }
        #expect(view.questions.count == 1)
        presenter.apply(PreferenceChange(\.history.days, 365))
        presenter.apply(PreferenceChange(\.history.days, 0))
        #expect(view.state.preferences.history.days == 0)
        #expect(view.questions.count == 1)
        view.answer = false
        let drawn = view.states.count
        presenter.apply(PreferenceChange(\.history.days, 7))
        await view.nextChange { [view] in view.states.count == drawn + 1 }
        #expect(view.questions.count == 2)
        #expect(view.state.preferences.history.days == 0)
    }

    @Test func aScreenThatComesLaterIsToldOfTheModelsAtOnce() async {
        await models.service.begin()
        await view.nextChange { [view] in view.state.models.map(\.canRemove) == [false, true] }
        let later = SpyPreferencesView()
        let presenter = PreferencesPresenter(
            view: later, models: models.service, downloads: ModelDownloads(models, store: store), devices: devices,
            store: store, interfaceLanguages: [])
        presenter.activate()
        #expect(later.state.models == view.state.models)
    }
}

@Suite struct PreferencesIndexTests {
    private let index = PreferencesIndex([
        .init(title: "Keep For", note: "Older entries, including translations, are deleted", page: "General"),
        .init(title: "Geschwindigkeit", note: "", page: "Übersetzer"),
        .init(title: "Хранить результаты", note: "", page: "Конфиденциальность"),
    ])

    @Test(arguments: [
        ("keep", [0]), ("DELETED keep", [0]), ("ubersetzer", [1]), ("геш", []), ("ХРАНИТЬ конф", [2]),
        ("keep ritmo", []),
        ("e", [0, 1]), ("", []), ("  ", []),
    ])
    func aRowIsFoundByAllWordsWhateverTheirCaseAndAccents(words: String, found: [Int]) {
        #expect(index.matches(words) == found)
    }
}
