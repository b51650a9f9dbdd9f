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

    public let capabilities: TranslatorCapabilities
    /// Requests as they arrive. For a single reader.
    public let asked: AsyncStream<TranslationRequest>

    private let offered: TranslationPairs?
    private let outcomes: Mutex<[Outcome]>
    private let past = Mutex<[TranslationRequest]>([])
    private let news: AsyncStream<TranslationRequest>.Continuation

    /// - Parameter pairs: language pairs that the translator lists, or nil if it lists none.
    public init(_ outcomes: [Outcome] = [], rephrases: Bool = true, pairs: TranslationPairs? = nil) {
        offered = pairs
        capabilities = TranslatorCapabilities(streams: true, detects: true, rephrases: rephrases)
        self.outcomes = Mutex(outcomes)
        (asked, news) = AsyncStream.makeStream(of: TranslationRequest.self)
    }

    public func pairs() async -> TranslationPairs? {
        offered
    }

    /// All requests so far.
    public var requests: [TranslationRequest] {
        past.withLock { $0 }
    }

    public func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error> {
        past.withLock { $0.append(request) }
        news.yield(request)
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
            partials.forEach { progress.yield(.partial(Private($0))) }
            unended.withLock { $0.append(progress) }
        case .silence:
            unended.withLock { $0.append(progress) }
        }
        return stream
    }

    /// Completes all requests that have no final result yet with this translation.
    public func answer(_ whole: String) {
        let waiting = unended.withLock { streams in
            defer { streams = [] }
            return streams
        }
        for progress in waiting {
            progress.yield(.whole(Translation(whole, detectedLanguage: "en")))
            progress.finish()
        }
    }

    /// Continuations of unfinished streams, kept because a stream ends when its continuation is released.
    private let unended = Mutex<[AsyncThrowingStream<TranslationProgress, any Error>.Continuation]>([])
}
