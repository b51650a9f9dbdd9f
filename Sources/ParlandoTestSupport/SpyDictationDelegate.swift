public import ParlandoCore
public import ParlandoServices

/// Keeps everything a dictation service says, and lets a test wait for it.
@MainActor public final class SpyDictationDelegate: DictationServiceDelegate, NewsKeeping {
    public let log = NewsLog<DictationEvent>()

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

    public func dictationService(_ service: any Dictating, didReport event: DictationEvent) {
        log.hear(event)
    }
}
