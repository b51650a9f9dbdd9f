public import ParlandoCore
public import ParlandoServices

/// Delegate that records all events of a dictation service and lets a test await them.
@MainActor public final class SpyDictationDelegate: DictationServiceDelegate, NewsKeeping {
    public let log = NewsLog<DictationEvent>()

    public init() {}

    /// Phases reported so far, in order.
    public var phases: [DictationPhase] {
        news.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
    }

    /// Transcripts reported so far, in order.
    public var transcripts: [Transcript] {
        news.compactMap { if case .transcript(let transcript) = $0 { transcript } else { nil } }
    }

    /// Failures reported so far, in order.
    public var failures: [DictationFailure] {
        news.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
    }

    /// Elapsed times reported so far, in seconds and in order.
    public var seconds: [Int] {
        news.compactMap { if case .elapsed(let seconds) = $0 { seconds } else { nil } }
    }

    /// Sound levels reported so far, in order.
    public var levels: [Double] {
        news.compactMap { if case .level(let level) = $0 { level } else { nil } }
    }

    /// Returns once the given number of sessions have ended.
    public func wait(forSessions count: Int) async {
        await wait(for: .idle, times: count)
    }

    /// Returns once the service has entered the phase the given number of times.
    public func wait(for phase: DictationPhase, times count: Int) async {
        while phases.count(where: { $0 == phase }) < count {
            await next { $0 == .phase(phase) }
        }
    }

    /// Returns once the service is in the given phase.
    public func wait(for phase: DictationPhase) async {
        if phases.last != phase {
            await next { $0 == .phase(phase) }
        }
    }

    /// Returns once the final text contains the given text.
    public func wait(forText text: String) async {
        if transcripts.last?.text.contains(text) != true {
            await next { if case .transcript(let transcript) = $0 { transcript.text.contains(text) } else { false } }
        }
    }

    public func dictationService(_ service: DictationService, didReport event: DictationEvent) {
        log.hear(event)
    }
}
