import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Synchronization
import Testing

/// The list of natural voices in the preferences.
@MainActor @Suite(.timeLimit(.minutes(1))) struct NaturalVoicePreferencesTests {
    private let view = SpyTranslatorPreferencesView()
    private let translator = FakeTranslating()
    private let store = FakePreferenceStore()
    private let keeper = FakeVoiceKeeping()
    private let presenter: TranslatorPreferencesPresenter

    private static let joe = model("en_US-joe-medium", "en", "US", "Joe")
    private static let own = model("mine", "de", "", "Erna", home: "")

    init() {
        presenter = TranslatorPreferencesPresenter(
            view: view, translator: translator, keys: TranslatorKeys(FakeSecretStore()),
            archive: FakeTranslationArchive(), files: FakeKeptFiles(), store: store, calendar: FixedClock(),
            voices: keeper)
        presenter.activate()
    }

    private static func model(
        _ name: String, _ language: String, _ region: String, _ speaker: String, home: String = "https://a.example/"
    ) -> SpeechModel {
        SpeechModel(
            name: name, kind: .voice, home: home, bytes: 63_201_294, sha256: "",
            voice: VoiceFacts(
                language: language, region: region, speaker: speaker, gender: .male, rate: 22050, licence: "CC0-1.0",
                configuration: .init(path: "c", bytes: 1, sha256: "")))
    }

    private func list(_ states: (SpeechModel, ModelState)..., isInstalled: Bool = true) {
        let entries = states.map { ModelEntry(model: $0, state: $1, diskUse: $1 == .absent ? 0 : 9, isChosen: false) }
        presenter.voiceKeeper(keeper, didChange: VoiceList(entries: entries, isInstalled: isInstalled))
    }

    @Test func aVoiceIsListedWithWhatCanBeDone() {
        #expect(!view.state.showsNaturalVoices)
        list((Self.joe, .absent), (Self.own, .present))
        #expect(view.state.showsNaturalVoices && view.state.naturalNote.contains("work offline"))
        let (joe, own) = (view.state.naturalVoices[0], view.state.naturalVoices[1])
        #expect(joe.title == "Joe · English (US)")
        #expect(joe.subtitle == "male · 63 MB · CC0-1.0 · not downloaded")
        #expect(joe.canDownload && !joe.canListen && !joe.canRemove && !joe.canCancel)
        #expect(own.title == "Erna · German" && own.canListen && own.canRemove && !own.canDownload)
        list((Self.joe, .downloading(TransferProgress(bytes: 1, total: 4, rate: 0))))
        #expect(view.state.naturalVoices[0].fraction == 0.25 && view.state.naturalVoices[0].canCancel)
    }

    @Test func eachLanguageSaysWhichVoiceItHas() {
        list((Self.joe, .present), (Self.own, .absent))
        let titles = Dictionary(uniqueKeysWithValues: view.state.voiceLanguages.map { ($0.id, $0.title) })
        #expect(titles["en"] == "English · natural" && titles["de"] == "Deutsch · plain")
        list((Self.joe, .present), isInstalled: false)
        #expect(view.state.voiceLanguages.first?.title == "English · plain")
        #expect(view.state.naturalNote.contains("sherpa-onnx"))
    }

    @Test func anotherServiceHasNoNaturalVoices() {
        store.change { $0.translator.voiceService = .gemini }
        presenter.apply(PreferenceChange(\.translator.speaks, true))
        list((Self.joe, .present))
        #expect(!view.state.showsNaturalVoices && view.state.voiceLanguages.first?.title == "English")
    }

    @Test func pressesBecomeCommands() async {
        list((Self.joe, .present))
        presenter.press(.listen, of: Self.joe.name)
        var commands = translator.commands.makeAsyncIterator()
        while let command = await commands.next() {
            guard case .speakSample(let text, language: "en", let options) = command else {
                continue
            }
            #expect(text.revealed.contains("half past nine"))
            #expect(options.preferences.voices["local:en"] == "natural:en_US-joe-medium")
            #expect(options.preferences.voiceService == .local)
            break
        }
        list((Self.joe, .failed(.store(ModelError(.metered)))))
        presenter.press(.download, of: Self.joe.name)
        presenter.press(.cancel, of: Self.joe.name)
        presenter.press(.remove, of: Self.joe.name)
        var done = keeper.commands.makeAsyncIterator()
        var seen: Set<FakeVoiceKeeping.Command> = []
        for _ in 0..<3 {
            if let command = await done.next() {
                seen.insert(command)
            }
        }
        #expect(seen == [.download(Self.joe.name, true), .cancel(Self.joe.name), .remove(Self.joe.name)])
    }

    @Test func aRemovalCanBeUndoneUntilTheOfferEnds() async {
        list((Self.joe, .present))
        presenter.press(.remove, of: Self.joe.name)
        await view.nextChange { view.restorable == [Self.joe.name] }
        presenter.restoreVoice(Self.joe.name)
        var commands = keeper.commands.makeAsyncIterator()
        #expect(await commands.next() == .remove(Self.joe.name))
        #expect(await commands.next() == .restore(Self.joe.name))
        presenter.forgetRemovedVoice(Self.joe.name)
        #expect(await commands.next() == .forgetRemoved(Self.joe.name))
    }

    @Test(arguments: [TranslatorFailure.busy, .synthesis(SynthesisError(.voiceUnloadable))])
    func aSampleThatDoesNotSoundSaysWhyInThePreferences(failure: TranslatorFailure) async {
        list((Self.joe, .present))
        translator.failSample(with: failure)
        presenter.press(.listen, of: Self.joe.name)
        await view.nextChange { view.toasts.last == failure.message.text }
    }

    @Test func whatFailsIsNamedAsWhatWasDone() async {
        list((Self.own, .present))
        for (path, sentence) in [
            ("/a/failed.onnx", "The voice could not be imported."),
            ("/a/secret.onnx", "The selected file cannot be read. Check its permissions."),
            ("/a/big.onnx", "The disk is full. Free up space, then try again."),
        ] {
            presenter.importVoice(from: path)
            await view.nextChange { view.toasts.last == sentence }
        }
        keeper.failRemoval()
        presenter.press(.remove, of: Self.own.name)
        await view.nextChange { view.toasts.last == "The voice could not be removed." }
        list((Self.joe, .failed(.store(ModelError(.failed)))))
        #expect(view.state.naturalVoices[0].subtitle.hasSuffix("Check your network connection."))
        #expect(SynthesisError(.ownVoiceDamaged).message.text.contains("Import it again"))
    }

    @Test func anImportUnderWayIsInTheListAndCanBeCancelled() async {
        let arriving = SpeechModel(name: "mine.onnx", kind: .voice, bytes: 0, sha256: "")
        list((Self.joe, .present), (arriving, .verifying(fraction: 0.25)))
        let row = view.state.naturalVoices[1]
        #expect(row.title == "mine.onnx" && row.fraction == 0.25 && row.subtitle == "is being imported")
        #expect(row.canCancel && row.cancelLabel == "Cancel Import of mine.onnx" && !row.canListen && !row.canRemove)
        presenter.press(.cancel, of: row.id)
        var commands = keeper.commands.makeAsyncIterator()
        #expect(await commands.next() == .cancel("mine.onnx"))
        // Whoever cancelled is told nothing.
        presenter.importVoice(from: "/a/cancelled.onnx")
        presenter.importVoice(from: "/a/mine.onnx")
        await view.nextChange { !view.toasts.isEmpty }
        #expect(view.toasts == ["The voice mine was imported"])
    }

    @Test func anImportSaysHowItWent() async {
        presenter.importVoice(from: "/a/mine.onnx")
        await view.nextChange { view.toasts.last == "The voice mine was imported" }
        presenter.importVoice(from: "/a/bad.onnx")
        await view.nextChange { view.toasts.last == ModelError(.notVoice).message.text }
    }

    @Test func theGenderIsGreyWhereAVoiceDecides() async {
        let joe = Voice(id: "natural:joe", language: "es", name: "Joe", gender: .male, isNatural: true)
        let plain = Voice(id: "es", language: "es", name: "eSpeak NG 1", gender: .male)
        translator.offer(voices: .success([plain]))
        presenter.open()
        await view.nextChange { view.state.voices.count == 2 }
        #expect(view.state.genderNote.isEmpty)
        presenter.chooseVoice("es")
        #expect(view.state.genderNote == "The voice that you chose for this language decides")
        presenter.chooseVoice("")
        translator.offer(voices: .success([joe, plain]))
        presenter.chooseVoiceLanguage("es")
        await view.nextChange { view.state.voices.count == 3 }
        #expect(view.state.genderNote == "Joe is the only natural voice for this language")
        #expect(view.state.voices[1].title == "Joe · male · natural")
    }
}

/// Keeps no voices, and records commands.
private actor FakeVoiceKeeping: VoiceKeeping {
    enum Command: Hashable, Sendable {
        case download(String, Bool)
        case cancel(String)
        case remove(String)
        case restore(String)
        case forgetRemoved(String)
    }

    @MainActor weak var delegate: (any VoiceKeeperDelegate)?
    nonisolated var commands: AsyncStream<Command> { log.commands }
    private nonisolated let log = CommandLog<Command>()

    func refresh() {}
    func download(_ name: String, allowMetered: Bool) { log.yield(.download(name, allowMetered)) }
    func cancelDownload(_ name: String) { log.yield(.cancel(name)) }

    func remove(_ name: String) throws(ModelError) {
        log.yield(.remove(name))
        if removalFails.withLock({ $0 }) {
            throw ModelError(.failed)
        }
    }

    func restore(_ name: String) throws(ModelError) { log.yield(.restore(name)) }
    func forgetRemoved(_ name: String) throws(ModelError) { log.yield(.forgetRemoved(name)) }

    private let removalFails = Mutex(false)

    nonisolated func failRemoval() {
        removalFails.withLock { $0 = true }
    }

    func importVoice(from path: String) throws(ModelError) -> String? {
        switch path {
        case "/a/mine.onnx": return "mine"
        case "/a/cancelled.onnx": return nil
        case "/a/failed.onnx": throw ModelError(.failed)
        case "/a/secret.onnx": throw ModelError(.notReadable)
        case "/a/big.onnx": throw ModelError(.diskFull)
        default: throw ModelError(.notVoice)
        }
    }
}
