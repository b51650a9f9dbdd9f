import Foundation
import ParlandoALSA
import ParlandoCore
import ParlandoEspeak
import ParlandoGtk
import ParlandoNetwork
import ParlandoPiper
import ParlandoPresenters
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem

/// The translator's service, page, preferences and presenters.
@MainActor final class TranslatorParts {
    let page: TranslatorPage
    let presenter: TranslatorPresenter
    let service: TranslatorService
    let preferencesPresenter: TranslatorPreferencesPresenter

    /// - Parameters:
    ///   - microphone: used by nothing else at the same time.
    ///   - servers: used by nothing else.
    ///   - history: deleted along with all other data.
    ///   - environment: as it was at the start of the program; it may have API keys.
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
        let services = NetworkServices(
            keys: ServiceKeys(secrets, environment: environment), authorities: folders.googleAuthorities,
            offline: ApertiumTranslator(), local: local, decoder: SoundFileDecoder(), homes: .chosen)
        var ports = TranslatorPorts(
            microphone: microphone, recognizer: models, servers: servers, offlineRecognizer: models, gates: gates,
            services: services, player: ALSASoundPlayer(), saver: WaveFileSaver(), archive: archive,
            network: NetworkMonitor())
        ports.words = words
        service = TranslatorService(ports)
        presenter = TranslatorPresenter(
            view: page, translator: service, models: models, store: store, saver: FileTextSaver(),
            keys: keys, calendar: SystemClock())
        preferencesPresenter = TranslatorPreferencesPresenter(
            view: settings, translator: service,
            keys: keys, archive: archive,
            // The history first: its folder can be removed only once it is empty.
            files: KeptFileGroup([history, StoredFiles(folders)]), store: store,
            calendar: SystemClock(), voices: VoiceKeeper(store: voices, engine: piper))
        page.presenter = presenter
        settings.translatorPresenter = preferencesPresenter
    }

    /// Call once, after the window has been made.
    func activate() {
        presenter.activate()
        preferencesPresenter.activate()
    }
}

extension ServiceHomes {
    /// Google's addresses, or the gateways in `PARLANDO_GEMINI_ADDRESS` and `PARLANDO_GOOGLE_ADDRESS`. These must use
    /// HTTPS, unless they are on this computer.
    static var chosen: ServiceHomes {
        var homes = ServiceHomes()
        for owner in ServiceHomes.owners {
            homes[owner] = gateway("PARLANDO_\(owner.uppercased())_ADDRESS") ?? homes[owner]
        }
        return homes
    }

    private static func gateway(_ name: String) -> String? {
        let address = ProcessInfo.processInfo.environment[name] ?? ""
        return !address.isEmpty && SecureAddress.problem(in: address) == nil ? address : nil
    }
}
