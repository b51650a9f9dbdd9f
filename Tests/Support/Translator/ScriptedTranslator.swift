public import ParlandoCore
import Synchronization

/// Translator with scripted outcomes. Without a scripted outcome it returns the text in upper case.
public final class ScriptedTranslator: Translator {
    /// Outcome of one request.
    public enum Outcome: Sendable {
        case says([String], String)
        case fails(TranslationError, after: [String] = [])
        /// Sends partial results, then nothing until the request is cancelled.
        case saysAndWaits([String])
        /// Sends nothing until the request is cancelled.
        case silence
    }

    public let rephrases: Bool
    /// Requests as they arrive. For a single reader.
    public let asked: AsyncStream<TranslationRequest>

    private let offered: Mutex<TranslationPairs?>
    private let listed: Mutex<Result<[String], TranslationError>>
    private let outcomes: Mutex<[Outcome]>
    private let past = Mutex<[TranslationRequest]>([])
    private let news: AsyncStream<TranslationRequest>.Continuation

    /// - Parameters:
    ///   - pairs: language pairs that the translator lists, or nil if it lists none.
    ///   - models: models that the translator lists.
    public init(
        _ outcomes: [Outcome] = [], rephrases: Bool = true, pairs: TranslationPairs? = nil, models: [String] = []
    ) {
        offered = Mutex(pairs)
        listed = Mutex(.success(models))
        self.rephrases = rephrases
        self.outcomes = Mutex(outcomes)
        (asked, news) = AsyncStream.makeStream(of: TranslationRequest.self)
    }

    public func script(_ more: Outcome...) {
        outcomes.withLock { $0 += more }
    }

    public func offer(pairs: TranslationPairs?) {
        offered.withLock { $0 = pairs }
    }

    public func offer(models: Result<[String], TranslationError>) {
        listed.withLock { $0 = models }
    }

    public func pairs() async -> TranslationPairs? {
        offered.withLock { $0 }
    }

    public func models() async throws -> [String] {
        try listed.withLock { $0 }.get()
    }

    public var requests: [TranslationRequest] {
        past.withLock { $0 }
    }

    public func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error> {
        let text = request.phrase.text.revealed
        let outcome = outcomes.withLock { $0.isEmpty ? .says([], text.uppercased()) : $0.removeFirst() }
        let (stream, progress) = AsyncThrowingStream.makeStream(of: TranslationProgress.self)
        switch outcome {
        case .says(let partials, let whole):
            partials.forEach { progress.yield(.partial(Private($0))) }
            progress.yield(.whole(Translation(whole, detectedLanguage: "en")))
            progress.finish()
        case .fails(let error, let partials):
            partials.forEach { progress.yield(.partial(Private($0))) }
            progress.finish(throwing: error)
        case .saysAndWaits(let partials):
            unended.withLock { $0.append(progress) }
            partials.forEach { progress.yield(.partial(Private($0))) }
        case .silence:
            unended.withLock { $0.append(progress) }
        }
        // The request counts as made once it can be answered.
        past.withLock { $0.append(request) }
        news.yield(request)
        return stream
    }

    /// Completes all requests that have no final result yet with this translation.
    public func answer(_ whole: String) {
        for progress in takeUnended() {
            progress.yield(.whole(Translation(whole, detectedLanguage: "en")))
            progress.finish()
        }
    }

    public func refuse(_ error: TranslationError) {
        takeUnended().forEach { $0.finish(throwing: error) }
    }

    private func takeUnended() -> [AsyncThrowingStream<TranslationProgress, any Error>.Continuation] {
        unended.withLock { streams in
            defer { streams = [] }
            return streams
        }
    }

    /// Continuations of unfinished streams, kept because a stream ends when its continuation is released.
    private let unended = Mutex<[AsyncThrowingStream<TranslationProgress, any Error>.Continuation]>([])
}
