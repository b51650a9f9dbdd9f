public import ParlandoCore
public import ParlandoServices

/// Delegate that records all events of a dictation service and lets a test await them.
@MainActor public final class SpyDictationDelegate: DictationServiceDelegate, NewsKeeping {
    public let log = NewsLog<DictationEvent>()

    public init() {}

    public var phases: [DictationPhase] {
        news.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
    }

    public var transcripts: [Transcript] {
        news.compactMap { if case .transcript(let transcript) = $0 { transcript } else { nil } }
    }

    public var failures: [DictationFailure] {
        news.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
    }

    /// Elapsed times reported so far, in seconds and in order.
    public var seconds: [Int] {
        news.compactMap { if case .elapsed(let seconds) = $0 { seconds } else { nil } }
    }

    public var levels: [Double] {
        news.compactMap { if case .level(let level) = $0 { level } else { nil } }
    }

    public func wait(forSessions count: Int) async {
        await wait(for: .idle, times: count)
    }

    public func wait(for phase: DictationPhase, times count: Int) async {
        while phases.count(where: { $0 == phase }) < count {
            await next { $0 == .phase(phase) }
        }
    }

    public func wait(for phase: DictationPhase) async {
        if phases.last != phase {
            await next { $0 == .phase(phase) }
        }
    }

    public func wait(forText text: String) async {
        if transcripts.last?.text.contains(text) != true {
            await next { if case .transcript(let transcript) = $0 { transcript.text.contains(text) } else { false } }
        }
    }

    public func dictationService(_ service: DictationService, didReport event: DictationEvent) {
        log.hear(event)
    }
}
