import ParlandoALSA
import ParlandoCore
import ParlandoGtk
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem
import ParlandoWhisper

/// Creates and connects the presenter of the first-start page, and the model downloads that all pages can start.
@MainActor final class FirstStartParts {
    let downloads: ModelDownloads
    private let check: MicrophoneCheck
    private let presenter: FirstStartPresenter

    /// - Parameters:
    ///   - page: dictation page, which shows the first-start page in its own place.
    ///   - microphone: microphone of the dictation page, for the microphone check.
    ///   - environment: the environment variables at the start of the program.
    init(
        page: DictationPage, models: ModelService, microphone: any Microphone, store: any PreferenceStore,
        environment: [String: String]
    ) {
        let language = SpeechLanguage.desktop(chosen: store.load().interfaceLanguage, environment: environment)
        downloads = ModelDownloads(
            models: models, network: NetworkMonitor(), store: store,
            advisor: ModelAdvisor(language: language, machine: WhisperEngine.machine))
        check = MicrophoneCheck(microphone: microphone)
        presenter = FirstStartPresenter(
            view: page, models: models, downloads: downloads, check: check, devices: ALSADeviceDirectory(),
            store: store)
        page.firstStartPresenter = presenter
    }

    /// Starts to receive events. Call once, after the presenter of the dictation page has been activated.
    func activate() {
        presenter.activate()
    }
}
