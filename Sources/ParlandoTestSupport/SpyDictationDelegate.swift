public import ParlandoCore
public import ParlandoServices

/// Keeps everything a dictation service says, and lets a test wait for it.
@MainActor public final class SpyDictationDelegate: DictationServiceDelegate {
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

    /// Everything so far, in order.
    public private(set) var news: [News] = []
    private var waiting: [(condition: (News) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

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

    /// Returns at the next piece of news that meets the condition. Only news that is still to come counts.
    public func next(_ condition: @escaping (News) -> Bool) async {
        await withCheckedContinuation { waiting.append((condition, $0)) }
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

    private func hear(_ piece: News) {
        news.append(piece)
        let ready = waiting.filter { $0.condition(piece) }
        waiting.removeAll { $0.condition(piece) }
        ready.forEach { $0.continuation.resume() }
    }

    public func dictationService(_ service: any Dictating, didEnter phase: DictationPhase) {
        hear(.phase(phase))
    }

    public func dictationService(_ service: any Dictating, didHear transcript: Transcript) {
        hear(.transcript(transcript))
    }

    public func dictationService(_ service: any Dictating, didMeasure level: Double) {
        hear(.level(level))
    }

    public func dictationService(_ service: any Dictating, didElapse seconds: Int) {
        hear(.elapsed(seconds))
    }

    public func dictationService(_ service: any Dictating, didDetect language: String, probability: Double) {
        hear(.language(language, probability))
    }

    public func dictationService(_ service: any Dictating, didWarn warning: RecognitionWarning) {
        hear(.warning(warning))
    }

    public func dictationService(_ service: any Dictating, didHalt error: RecognitionError?) {
        hear(.halt(error))
    }

    public func dictationService(_ service: any Dictating, didRecognise seconds: Double, of total: Double) {
        hear(.recognised(seconds, of: total))
    }

    public func dictationService(_ service: any Dictating, didStopAfterSilence seconds: Int) {
        hear(.silence(seconds))
    }

    public func dictationService(_ service: any Dictating, didFailWith failure: DictationFailure) {
        hear(.failure(failure))
    }
}
