import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The list of natural voices in the preferences.
@MainActor @Suite(.timeLimit(.minutes(1))) struct NaturalVoicePreferencesTests {
    private let view = SpyTranslatorPreferencesView()
    private let parts = TranslatorRig()
    private let store = FakePreferenceStore()
    private let voices = FakeVoiceStore([Self.joe.name: "en"], present: [])
    private let keeper: VoiceKeeper
    private let presenter: TranslatorPreferencesPresenter

    private static let joe = model("en_US-joe-medium", "en", "US", "Joe")
    private static let own = model("mine", "de", "", "Erna", home: "")

    init() {
        keeper = VoiceKeeper(store: voices, engine: FakeVoiceEngine())
        presenter = TranslatorPreferencesPresenter(
            view: view, translator: parts.service, keys: TranslatorKeys(FakeSecretStore()),
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

    private var row: PreferencesViewState.ModelRow? {
        view.state.naturalVoices.first
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
        list((Self.joe, .failed(.store(ModelError(.signIn)))))
        #expect(view.state.naturalVoices[0].subtitle.contains("If this network wants you to sign in"))
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

    @Test func listenSpeaksASampleWithTheVoice() async {
        list((Self.joe, .present))
        presenter.press(.listen, of: Self.joe.name)
        var opened = parts.player.opened.makeAsyncIterator()
        await opened.next()
        let requests = parts.voice.requests
        #expect(requests.contains { $0.text.revealed.contains("half past nine") })
        #expect(requests.allSatisfy { $0.voice == "natural:en_US-joe-medium" && $0.language == "en" })
    }

    @Test func aDownloadThatMayCostWaitsForASecondPress() async {
        list((Self.joe, .absent))
        presenter.press(.download, of: Self.joe.name)
        await view.nextChange { row?.subtitle.hasSuffix("Press Download again to download anyway.") == true }
        #expect(row?.canDownload == true && row?.canListen == false)
        presenter.press(.download, of: Self.joe.name)
        await view.nextChange { row?.canListen == true }
    }

    @Test func aRemovalCanBeUndoneUntilTheOfferEnds() async {
        voices.place(Self.joe.name)
        list((Self.joe, .present))
        presenter.press(.remove, of: Self.joe.name)
        await view.nextChange { view.restorable == [Self.joe.name] && row?.canDownload == true }
        presenter.restoreVoice(Self.joe.name)
        await view.nextChange { row?.canRemove == true }
        presenter.press(.remove, of: Self.joe.name)
        await view.nextChange { view.restorable.count == 2 }
        presenter.forgetRemovedVoice(Self.joe.name)
        while voices.deleted != [Self.joe.name] {
            await Task.yield()
        }
    }

    @Test func anUndoThatFailsIsOfferedAgain() async {
        voices.place(Self.joe.name)
        list((Self.joe, .present))
        presenter.press(.remove, of: Self.joe.name)
        await view.nextChange { view.restorable.count == 1 && row?.canDownload == true }
        voices.fail(with: ModelError(.failed))
        presenter.restoreVoice(Self.joe.name)
        await view.nextChange { view.restorable.count == 2 }
        voices.fail(with: nil)
        presenter.restoreVoice(Self.joe.name)
        await view.nextChange { row?.canRemove == true }
        #expect(row?.canRemove == true)
    }

    @Test func aSampleThatDoesNotSoundSaysWhyInThePreferences() async {
        list((Self.joe, .present))
        parts.voice.fail(SynthesisError(.voiceGone))
        presenter.press(.listen, of: Self.joe.name)
        let gone = TranslatorFailure.synthesis(SynthesisError(.voiceGone)).message.text
        await view.nextChange { view.toasts.last == gone }
        parts.translator.script(.silence)
        await parts.service.translate(Private("Hello"), TranslatorRig.options)
        presenter.press(.listen, of: Self.joe.name)
        await view.nextChange { view.toasts.last == TranslatorFailure.busy.message.text }
    }

    @Test func whatFailsIsNamedAsWhatWasDone() async {
        voices.place(Self.joe.name)
        for (kind, sentence) in [
            (.failed, "The voice could not be imported."),
            (.notReadable, "The selected file cannot be read. Check its permissions."),
            (.diskFull, "The disk is full. Free up space, then try again."),
        ] as [(ModelError.Kind, String)] {
            voices.fail(with: ModelError(kind))
            presenter.importVoice(from: "/a/mine.onnx")
            await view.nextChange { view.toasts.last == sentence }
        }
        voices.fail(with: ModelError(.failed))
        list((Self.joe, .present))
        presenter.press(.remove, of: Self.joe.name)
        await view.nextChange { view.toasts.last == "The voice could not be removed." }
        list((Self.joe, .failed(.store(ModelError(.failed)))))
        #expect(view.state.naturalVoices[0].subtitle.hasSuffix("Check your network connection."))
        #expect(SynthesisError(.ownVoiceDamaged).message.text.contains("Import it again"))
    }

    @Test func anImportUnderWayIsInTheListAndCanBeCancelled() async throws {
        presenter.importVoice(from: "/a/mine.onnx")
        await view.nextChange { view.state.naturalVoices.last?.fraction == 0.5 }
        let row = try #require(view.state.naturalVoices.last)
        #expect(row.title == "mine.onnx" && row.subtitle == "is being imported")
        #expect(row.canCancel && row.cancelLabel == "Cancel Import of mine.onnx" && !row.canListen && !row.canRemove)
        presenter.press(.cancel, of: row.id)
        voices.endImport()
        // Whoever cancelled is told nothing.
        await view.nextChange { view.state.naturalVoices.map(\.id) == [Self.joe.name] }
        voices.fail(with: ModelError(.notVoice))
        presenter.importVoice(from: "/a/late.onnx")
        await view.nextChange { !view.toasts.isEmpty }
        #expect(view.toasts == [ModelError(.notVoice).message.text])
    }

    @Test func anImportSaysHowItWent() async {
        voices.endImport()
        presenter.importVoice(from: "/a/late.onnx")
        await view.nextChange { view.toasts == ["The voice \(Self.joe.name) was imported"] }
    }

    @Test func theGenderIsGreyWhereAVoiceDecides() async {
        let joe = Voice(id: "natural:joe", language: "es", name: "Joe", gender: .male, isNatural: true)
        let plain = Voice(id: "es", language: "es", name: "eSpeak NG 1", gender: .male)
        parts.voice.offer(voices: .success([plain]))
        presenter.open()
        await view.nextChange { view.state.voices.count == 2 }
        #expect(view.state.genderNote.isEmpty)
        presenter.chooseVoice("es")
        #expect(view.state.genderNote == "The voice that you chose for this language decides")
        presenter.chooseVoice("")
        parts.voice.offer(voices: .success([joe, plain]))
        presenter.chooseVoiceLanguage("es")
        await view.nextChange { view.state.voices.count == 3 }
        #expect(view.state.genderNote == "Joe is the only natural voice for this language")
        #expect(view.state.voices[1].title == "Joe · male · natural")
    }
}
