public import ParlandoCore
public import ParlandoServices
import Synchronization

/// Fake translator that only records commands. A test reports events by calling the delegate, and sets the results of
/// `save`, `voices` and `models`.
public actor FakeTranslating: Translating {
    /// Command that the translator received.
    public enum Command: Sendable, Equatable {
        case listen(TranslatorOptions)
        case finishListening
        case translate(Private<String>, TranslatorOptions)
        case translateAnew(Exchange, TranslatorOptions)
        case cancel
        case cancelWaiting
        case cancelAll
        case stopSending
        case retry(Exchange.ID, TranslatorOptions)
        case speak(Private<String>, language: String, of: Exchange.ID?, TranslatorOptions)
        case speakSample(Private<String>, language: String, TranslatorOptions)
        case pauseSpeech
        case resumeSpeech
        case stopSpeech
        case save(Private<String>, language: String, path: String, TranslatorOptions)
        case voices(language: String, VoiceServiceKind)
        case models(TranslatorOptions)

        /// The options with which to listen; nil for all other commands.
        public var listened: TranslatorOptions? {
            if case .listen(let options) = self { options } else { nil }
        }
    }

    private struct Answers {
        var saving: TranslatorFailure?
        var sample: TranslatorFailure?
        var voices: Result<[Voice], SynthesisError> = .success([])
        var models: Result<[String], TranslationError> = .success([])
        var pairs: TranslationPairs?
    }

    @MainActor public weak var delegate: (any TranslatorServiceDelegate)?
    /// The received commands, each as soon as it arrives. For a single reader.
    public nonisolated var commands: AsyncStream<Command> { log.commands }
    private nonisolated let log = CommandLog<Command>()
    private let answers = Mutex(Answers())

    public init() {}

    /// Sets the failure of the following calls to `save`, or nil for success.
    public nonisolated func failSaving(with failure: TranslatorFailure?) {
        answers.withLock { $0.saving = failure }
    }

    /// Sets the failure of the following calls to `speakSample`, or nil for success.
    public nonisolated func failSample(with failure: TranslatorFailure?) {
        answers.withLock { $0.sample = failure }
    }

    /// Sets the result of the following calls to `voices`.
    public nonisolated func offer(voices: Result<[Voice], SynthesisError>) {
        answers.withLock { $0.voices = voices }
    }

    /// Sets the result of the following calls to `models`.
    public nonisolated func offer(models: Result<[String], TranslationError>) {
        answers.withLock { $0.models = models }
    }

    /// Sets the result of the following calls to `pairs`.
    public nonisolated func offer(pairs: TranslationPairs?) {
        answers.withLock { $0.pairs = pairs }
    }

    public func listen(_ options: TranslatorOptions) {
        log.yield(.listen(options))
    }

    public func finishListening() {
        log.yield(.finishListening)
    }

    public func translate(_ text: Private<String>, _ options: TranslatorOptions) {
        log.yield(.translate(text, options))
    }

    public func cancel() {
        log.yield(.cancel)
    }

    public func cancelWaiting() {
        log.yield(.cancelWaiting)
    }

    public func cancelAll() {
        log.yield(.cancelAll)
    }

    public func pairs(_ preferences: TranslatorPreferences) -> TranslationPairs? {
        answers.withLock { $0.pairs }
    }

    public func translateAnew(_ exchange: Exchange, _ options: TranslatorOptions) {
        log.yield(.translateAnew(exchange, options))
    }

    public func stopSending() {
        log.yield(.stopSending)
    }

    public func retry(_ exchange: Exchange.ID, _ options: TranslatorOptions) {
        log.yield(.retry(exchange, options))
    }

    public func speak(
        _ text: Private<String>, language: String, of exchange: Exchange.ID?, _ options: TranslatorOptions
    ) {
        log.yield(.speak(text, language: language, of: exchange, options))
    }

    public func speakSample(
        _ text: Private<String>, language: String, _ options: TranslatorOptions
    ) async throws(TranslatorFailure) {
        log.yield(.speakSample(text, language: language, options))
        if let failure = answers.withLock({ $0.sample }) {
            throw failure
        }
    }

    public func pauseSpeech() {
        log.yield(.pauseSpeech)
    }

    public func resumeSpeech() {
        log.yield(.resumeSpeech)
    }

    public func stopSpeech() {
        log.yield(.stopSpeech)
    }

    public func save(
        _ text: Private<String>, language: String, to path: String, _ options: TranslatorOptions
    ) async throws(TranslatorFailure) {
        log.yield(.save(text, language: language, path: path, options))
        if let failure = answers.withLock({ $0.saving }) {
            throw failure
        }
    }

    public func voices(
        for language: String, of service: VoiceServiceKind
    ) async throws(SynthesisError) -> [Voice] {
        log.yield(.voices(language: language, service))
        return try answers.withLock { $0.voices }.get()
    }

    public func models(_ options: TranslatorOptions) async throws(TranslationError) -> [String] {
        log.yield(.models(options))
        return try answers.withLock { $0.models }.get()
    }
}
