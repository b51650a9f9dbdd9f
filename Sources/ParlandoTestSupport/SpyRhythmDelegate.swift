public import ParlandoCore
public import ParlandoServices

/// Keeps everything a rhythm service says, and lets a test wait for it.
@MainActor public final class SpyRhythmDelegate: RhythmServiceDelegate, NewsKeeping {
    public let log = NewsLog<RhythmEvent>()

    public init() {}

    /// The phases so far, in order.
    public var phases: [RhythmPhase] {
        news.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
    }

    /// The clocks so far, in order.
    public var clocks: [BeatClock] {
        news.compactMap { if case .clock(let clock) = $0 { clock } else { nil } }
    }

    /// The verdicts so far, in order.
    public var verdicts: [Verdict] {
        news.compactMap { if case .verdicts(let verdicts) = $0 { verdicts } else { nil } }.flatMap { $0 }
    }

    /// The results so far, in order.
    public var results: [RhythmResults] {
        news.compactMap { if case .results(let results) = $0 { results } else { nil } }
    }

    /// The failures so far, in order.
    public var failures: [RhythmFailure] {
        news.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
    }

    /// The warnings so far, in order.
    public var warnings: [RhythmWarning] {
        news.compactMap { if case .warning(let warning) = $0 { warning } else { nil } }
    }

    /// The calibrations so far, in order.
    public var calibrations: [LatencyCalibration] {
        news.compactMap { if case .calibration(let calibration) = $0 { calibration } else { nil } }
    }

    /// Returns when what has been heard meets the condition.
    public func wait(until isMet: @escaping (SpyRhythmDelegate) -> Bool) async {
        while !isMet(self), !Task.isCancelled {
            await next { _ in true }
        }
    }

    /// Returns when the service stands in this phase.
    public func wait(for phase: RhythmPhase) async {
        await wait { $0.phases.last == phase }
    }

    public func rhythmService(_ service: any RhythmTraining, didReport event: RhythmEvent) {
        log.hear(event)
    }
}
