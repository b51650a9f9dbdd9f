import ParlandoCore
import ParlandoGtk
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem

/// Creates and connects the service, presenter and window for transcribing files.
@MainActor final class FilesParts {
    let window = FilesWindow()
    private let service: FileTranscriptionService
    private let presenter: FilesPresenter

    /// - Parameters:
    ///   - models: service that loads speech models and shares them between sessions.
    ///   - servers: client for speech recognition servers that nothing else uses.
    ///   - history: stores the texts.
    init(
        models: ModelService, servers: any ServerRecognizing, history: any FileKeeping, words: any WordBookStore,
        catalogue: [SpeechModel], store: any PreferenceStore
    ) {
        service = FileTranscriptionService(
            FileTranscriptionParts(
                reader: SoundFileReader(), recognizer: models, servers: servers, speakers: models.speakers,
                history: history, words: words, preferences: store, catalogue: catalogue, wallClock: SystemClock(),
                clock: SystemMonotonicClock()))
        presenter = FilesPresenter(view: window, service: service, saver: FileTextSaver(), store: store)
        window.presenter = presenter
    }

    /// Renders the initial view state. Call once, after the main window has been created.
    func activate() {
        presenter.activate()
    }

    /// Adds files to the queue.
    ///
    /// - Parameters:
    ///   - paths: paths in the form of `PathBytes`.
    ///   - others: number of further files, which are not on this computer.
    func receive(_ paths: [String], others: Int) {
        window.receive(paths, others: others)
    }
}
