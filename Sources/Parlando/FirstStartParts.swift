import ParlandoALSA
import ParlandoCore
import ParlandoGtk
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem
import ParlandoWhisper

/// The page of the first start, and the downloads that all pages begin.
@MainActor final class FirstStartParts {
    let downloads: ModelDownloads
    private let check: MicrophoneCheck
    private let presenter: FirstStartPresenter

    /// - Parameters:
    ///   - page: shows the first start in its place.
    ///   - microphone: a port of the page of dictation.
    ///   - environment: the environment variables at the start of the program.
    init(
        page: DictationPage, models: ModelService, microphone: any Microphone, store: any PreferenceStore,
        environment: [String: String]
    ) {
        let language = SpeechLanguage.desktop(chosen: store.load().interfaceLanguage, environment: environment)
        downloads = ModelDownloads(
            models: models, network: NetworkMonitor(), store: store,
            advisor: ModelAdvisor(language: language, meter: WhisperMeter()))
        check = MicrophoneCheck(microphone: microphone)
        presenter = FirstStartPresenter(
            view: page, models: models, downloads: downloads, check: check, devices: ALSADeviceDirectory(),
            store: store)
    }

    /// Starts to receive events. Call once, after the page of dictation has started to.
    func activate() {
        presenter.activate()
    }
}
