import ParlandoCore
import ParlandoEspeak
import ParlandoGtk
import ParlandoNetwork
import ParlandoPiper
import ParlandoPresenters
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem

/// Creates and connects the translator's service, page, preferences and presenters.
@MainActor final class TranslatorParts {
    let page: TranslatorPage
    let presenter: TranslatorPresenter
    private let translator: any Translating
    let preferencesPresenter: TranslatorPreferencesPresenter

    /// - Parameters:
    ///   - microphone: a microphone that nothing else uses at the same time.
    ///   - models: service that loads speech models and shares them between sessions.
    ///   - voices: the voices on disk.
    ///   - servers: client for speech recognition servers that nothing else uses.
    ///   - gates: makes voice activity detectors.
    ///   - words: keeps the user's vocabulary.
    ///   - history: the sessions of the history, which are deleted along with all other data.
    ///   - secrets: keeps the API keys.
    ///   - environment: the environment variables at the start of the program, which may contain API keys.
    init(
        microphone: any Microphone, models: ModelService, voices: any ModelStore, servers: any ServerRecognizing,
        gates: any SpeechGateMaker, store: any PreferenceStore, settings: PreferencesWindow,
        archive: any TranslationArchive,
        words: any WordBookStore, history: any KeptFiles, secrets: any SecretStore, folders: Folders,
        environment: [String: String]
    ) {
        page = TranslatorPage()
        let keys = TranslatorKeys(secrets, given: EnvironmentKeys(environment), homes: .chosen)
        let piper = PiperEngine(
            phonemes: EspeakPhonemizer(), libraries: folders.libraries("libsherpa-onnx-c-api.so"))
        let local = LocalSynthesizer(
            natural: NaturalVoices(store: voices, engine: piper, preferences: store, memory: SystemMemoryPressure()),
            plain: EspeakSynthesizer())
        var ports = TranslatorPorts.real(
            microphone: microphone, models: models, servers: servers, gates: gates, archive: archive,
            keys: ServiceKeys(secrets, environment: environment), homes: .chosen, folders: folders, local: local)
        ports.words = words
        translator = TranslatorService(ports)
        presenter = TranslatorPresenter(
            view: page, translator: translator, models: models, store: store, saver: FileTextSaver(),
            keys: keys, calendar: SystemClock())
        preferencesPresenter = TranslatorPreferencesPresenter(
            view: settings, translator: translator,
            keys: keys, archive: archive,
            // The history comes first, because its folder can be removed only once it is empty.
            files: KeptFileGroup([history, StoredFiles(folders)]), store: store,
            calendar: SystemClock(), voices: VoiceKeeper(store: voices, engine: piper))
        page.presenter = presenter
        settings.translatorPresenter = preferencesPresenter
    }

    /// Renders the initial view states. Call once, after the window has been created.
    func activate() {
        presenter.activate()
        preferencesPresenter.activate()
    }
}
