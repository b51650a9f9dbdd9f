public import ParlandoCore
public import ParlandoServices

/// Keeps everything a dictation service says, and lets a test wait for it.
@MainActor public final class SpyDictationDelegate: DictationServiceDelegate, NewsKeeping {
    /// One call of the delegate.
    public enum News: Sendable, Equatable {
        case phase(DictationPhase)
        case transcript(Transcript)
        case level(Double)
        case elapsed(Int)
        case language(String, Double)
        case warning(RecognitionWarning)
        case silence(Int)
        case failure(DictationFailure)
        case halt(RecognitionError?)
        case recognised(Double, of: Double)
    }

    public let log = NewsLog<News>()

    public init() {}

    /// The phases so far, in order.
    public var phases: [DictationPhase] {
        news.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
    }

    /// The transcripts so far, in order.
    public var transcripts: [Transcript] {
        news.compactMap { if case .transcript(let transcript) = $0 { transcript } else { nil } }
    }

    /// The failures so far, in order.
    public var failures: [DictationFailure] {
        news.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
    }

    /// The seconds so far, in order.
    public var seconds: [Int] {
        news.compactMap { if case .elapsed(let seconds) = $0 { seconds } else { nil } }
    }

    /// The levels so far, in order.
    public var levels: [Double] {
        news.compactMap { if case .level(let level) = $0 { level } else { nil } }
    }

    /// Returns when so many sessions have ended.
    public func wait(forSessions count: Int) async {
        await wait(for: .idle, times: count)
    }

    /// Returns when the service has entered this phase so many times.
    public func wait(for phase: DictationPhase, times count: Int) async {
        while phases.count(where: { $0 == phase }) < count {
            await next { $0 == .phase(phase) }
        }
    }

    /// Returns when the service stands in this phase.
    public func wait(for phase: DictationPhase) async {
        if phases.last != phase {
            await next { $0 == .phase(phase) }
        }
    }

    /// Returns when the settled text contains these words.
    public func wait(forText text: String) async {
        if transcripts.last?.text.contains(text) != true {
            await next { if case .transcript(let transcript) = $0 { transcript.text.contains(text) } else { false } }
        }
    }

    public func dictationService(_ service: any Dictating, didEnter phase: DictationPhase) {
        log.hear(.phase(phase))
    }

    public func dictationService(_ service: any Dictating, didHear transcript: Transcript) {
        log.hear(.transcript(transcript))
    }

    public func dictationService(_ service: any Dictating, didMeasure level: Double) {
        log.hear(.level(level))
    }

    public func dictationService(_ service: any Dictating, didElapse seconds: Int) {
        log.hear(.elapsed(seconds))
    }

    public func dictationService(_ service: any Dictating, didDetect language: String, probability: Double) {
        log.hear(.language(language, probability))
    }

    public func dictationService(_ service: any Dictating, didWarn warning: RecognitionWarning) {
        log.hear(.warning(warning))
    }

    public func dictationService(_ service: any Dictating, didHalt error: RecognitionError?) {
        log.hear(.halt(error))
    }

    public func dictationService(_ service: any Dictating, didRecognise seconds: Double, of total: Double) {
        log.hear(.recognised(seconds, of: total))
    }

    public func dictationService(_ service: any Dictating, didStopAfterSilence seconds: Int) {
        log.hear(.silence(seconds))
    }

    public func dictationService(_ service: any Dictating, didFailWith failure: DictationFailure) {
        log.hear(.failure(failure))
    }
}
