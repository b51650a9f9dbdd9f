public import ParlandoCore
public import ParlandoServices
import Synchronization

/// Fake interpreter that only records commands. A test plays the interpreter by calling the delegate, and sets the
/// results of `save`, `voices` and `models`.
public actor FakeInterpreter: Interpreting {
    /// Command that the interpreter received.
    public enum Command: Sendable, Equatable {
        case listen(InterpreterOptions)
        case finishListening
        case translate(Private<String>, InterpreterOptions)
        case translateAnew(Exchange, InterpreterOptions)
        case cancel
        case stopSending
        case retry(Exchange.ID, InterpreterOptions)
        case speak(Private<String>, language: String, of: Exchange.ID?, InterpreterOptions)
        case pauseSpeech
        case resumeSpeech
        case stopSpeech
        case save(Private<String>, language: String, path: String, InterpreterOptions)
        case voices(language: String, VoiceServiceKind)
        case models(InterpreterOptions)
    }

    private struct Answers {
        var saving: InterpreterFailure?
        var voices: Result<[Voice], SynthesisError> = .success([])
        var models: Result<[String], TranslationError> = .success([])
    }

    @MainActor public weak var delegate: (any InterpreterDelegate)?
    /// Commands as they arrive. For a single reader.
    public nonisolated let commands: AsyncStream<Command>
    private let log: AsyncStream<Command>.Continuation
    private let answers = Mutex(Answers())

    public init() {
        (commands, log) = AsyncStream.makeStream(of: Command.self)
    }

    deinit {
        log.finish()
    }

    /// Sets the failure of the following calls to `save`, or nil for success.
    public nonisolated func failSaving(with failure: InterpreterFailure?) {
        answers.withLock { $0.saving = failure }
    }

    /// Sets the result of the following calls to `voices`.
    public nonisolated func offer(voices: Result<[Voice], SynthesisError>) {
        answers.withLock { $0.voices = voices }
    }

    /// Sets the result of the following calls to `models`.
    public nonisolated func offer(models: Result<[String], TranslationError>) {
        answers.withLock { $0.models = models }
    }

    public func listen(_ options: InterpreterOptions) {
        log.yield(.listen(options))
    }

    public func finishListening() {
        log.yield(.finishListening)
    }

    public func translate(_ text: Private<String>, _ options: InterpreterOptions) {
        log.yield(.translate(text, options))
    }

    public func cancel() {
        log.yield(.cancel)
    }

    public func translateAnew(_ exchange: Exchange, _ options: InterpreterOptions) {
        log.yield(.translateAnew(exchange, options))
    }

    public func stopSending() {
        log.yield(.stopSending)
    }

    public func retry(_ exchange: Exchange.ID, _ options: InterpreterOptions) {
        log.yield(.retry(exchange, options))
    }

    public func speak(
        _ text: Private<String>, language: String, of exchange: Exchange.ID?, _ options: InterpreterOptions
    ) {
        log.yield(.speak(text, language: language, of: exchange, options))
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
        _ text: Private<String>, language: String, to path: String, _ options: InterpreterOptions
    ) async throws(InterpreterFailure) {
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

    public func models(_ options: InterpreterOptions) async throws(TranslationError) -> [String] {
        log.yield(.models(options))
        return try answers.withLock { $0.models }.get()
    }
}
