import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The popover of the pill: language, model and microphone.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DictationPillTests: DictationScene {
    private static let headset = AudioDevice(id: "usb", name: "Headset")

    let view = SpyDictationView()
    let dictation = DictationDoubles()
    let models = ModelStage(present: [])
    let presenter: DictationPresenter
    private let store = FakePreferenceStore()
    private let microphone = FakeMicrophone()
    private let devices = FakeDeviceDirectory([.systemDefault, Self.headset])

    init() {
        presenter = DictationPresenter(
            view, dictation, models, store: store, check: MicrophoneCheck(microphone: microphone), devices: devices)
        presenter.activateAlone()
    }

    private var pill: DictationPill { view.state.pill }

    private func tell(_ states: [String: ModelState], chosen: String) {
        let entries = ["tiny.en", "base", "small"].map { name in
            ModelEntry(
                model: SpeechModel(name: name, bytes: 148_000_000, sha256: "", isMultilingual: name != "tiny.en"),
                state: states[name] ?? .absent, diskUse: 0, isChosen: name == chosen)
        }
        presenter.modelService(models.service, didChange: entries)
    }

    @Test func modelsThatAreThereOrOnTheirWayAreOffered() {
        let transfer = TransferProgress(bytes: 74_000_000, total: 148_000_000, rate: 0)
        tell(["tiny.en": .ready, "base": .downloading(transfer)], chosen: "tiny.en")
        #expect(pill.models.map(\.id) == ["tiny.en", "base"])
        #expect(pill.models.map(\.isChosen) == [true, false])
        #expect(pill.models.first?.subtitle == "English · 148 MB")
        #expect(pill.models.last?.subtitle.contains("74 MB of 148 MB") == true)
    }

    @Test func aModelThatIsMissingIsDownloadedByAPress() async {
        tell([:], chosen: "base")
        presenter.setPillOpen(true)
        #expect(pill.models.map(\.isChosen) == [false])
        presenter.chooseModel("base")
        #expect(!view.state.isPillOpen)
        #expect(await models.nextStoreCommand() == .fetch("base", allowMetered: false))
    }

    @Test func aLanguageIsOnlyOfferedWhereTheModelKnowsSeveral() {
        tell(["tiny.en": .ready], chosen: "tiny.en")
        #expect(pill.language.options.isEmpty && pill.onlyLanguage == "English only")
        tell(["base": .ready], chosen: "base")
        #expect(pill.language.options.first?.title == "Detect Automatically" && pill.onlyLanguage.isEmpty)
        presenter.apply(PreferenceChange(\.language, "de"))
        #expect(store.load().language == "de")
        #expect(view.state.chip == "Balanced · Deutsch")
        #expect(view.state.pillName == "Speech: Balanced · Deutsch")
    }

    @Test func whatASessionKeepsIsForTheNextOneAndAMicrophoneForThisOne() async {
        tell(["base": .ready], chosen: "base")
        #expect(pill.language.note.isEmpty && pill.modelNote.isEmpty)
        await dictation.service.start(DictationOptions())
        enter(.opening, .listening)
        #expect(pill.language.note == "From the next dictation" && pill.modelNote == pill.language.note)
        #expect(pill.microphone.note.isEmpty)
        presenter.apply(PreferenceChange(\.microphone, "usb"))
        #expect(pill.microphone.chosen == "usb")
        await dictation.opens("usb")
    }

    @Test func aServerOrThisComputerIsChosen() {
        #expect(pill.engine.options.isEmpty)
        store.change { preferences in
            preferences.servers.profiles = [
                ServerProfile(id: "1", name: "Attic", address: "https://attic.example", wire: .whisper)
            ]
        }
        presenter.apply(PreferenceChange(\.servers.engine, "1"))
        #expect(pill.engine.options.map(\.title) == ["This Computer", "Attic"])
        #expect(view.state.chip == "Attic" && pill.models.isEmpty && !pill.language.options.isEmpty)
        presenter.apply(PreferenceChange(\.servers.engine, ""))
        #expect(pill.engine.chosen.isEmpty && store.load().servers.engine.isEmpty)
    }

    @Test func theMicrophoneIsMeasuredWhileThePopoverIsOpenAndNoSessionRuns() async {
        var commands = microphone.commands.makeAsyncIterator()
        presenter.setPillOpen(true)
        #expect(await commands.next() == .open(nil))
        microphone.play([Float](repeating: 0.5, count: AudioBlock.sampleRate))
        await view.nextChange(until: { [view] in view.state.pill.level > 0.8 })
        enter(.opening)
        #expect(await commands.next() == .close)
        enter(.listening)
        presenter.dictationService(dictation.service, didReport: .level(-30))
        #expect(pill.level == 0.5)
        enter(.finishing, .idle)
        #expect(await commands.next() == .open(nil))
        presenter.setPillOpen(false)
        #expect(await commands.next() == .close)
        #expect(pill.level == 0)
    }

    @Test func anotherPageThatUsesTheMicrophoneIsNoFault() {
        presenter.setPillOpen(true)
        let check = MicrophoneCheck(microphone: microphone)
        presenter.microphoneCheck(check, didReport: .failure(AudioError(.taken(by: .terminal))))
        #expect(pill.microphone.note.isEmpty)
        presenter.microphoneCheck(check, didReport: .failure(AudioError(.denied)))
        #expect(!pill.microphone.note.isEmpty)
    }

    @Test func aSessionThatWaitsTakesTheModelThatIsChosen() {
        tell(["base": .downloading(TransferProgress(bytes: 1, total: 148_000_000, rate: 0))], chosen: "base")
        enter(.opening, .listening)
        #expect(pill.modelNote.isEmpty && !pill.language.note.isEmpty)
        tell(["base": .ready], chosen: "base")
        #expect(!pill.modelNote.isEmpty)
    }

    @Test func readyIsNotSaidWithoutAMicrophone() async {
        tell(["tiny.en": .ready], chosen: "tiny.en")
        devices.plug([.systemDefault])
        await view.nextChange(until: { [view] in view.state.status.hasPrefix("No microphone found.") })
        devices.plug([.systemDefault, Self.headset])
        await view.nextChange(until: { [view] in view.state.status == "Ready" })
        #expect(pill.microphone.options.map(\.title) == ["System Default", "Headset"])
    }
}
