public import ParlandoCore
public import ParlandoServices

/// Delegate that records all events of a rhythm service and lets a test await them.
@MainActor public final class SpyRhythmDelegate: RhythmServiceDelegate, NewsKeeping {
    public let log = NewsLog<RhythmEvent>()
    /// Delegate to which each event is passed on before it is recorded.
    public weak var listener: (any RhythmServiceDelegate)?

    public init() {}

    /// Phases reported so far, in order.
    public var phases: [RhythmPhase] {
        news.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
    }

    /// Beat clocks reported so far, in order.
    public var clocks: [BeatClock] {
        news.compactMap { if case .clock(let clock) = $0 { clock } else { nil } }
    }

    /// Verdicts (grade and deviation of a note or stroke) reported so far, in order.
    public var verdicts: [Verdict] {
        news.compactMap { if case .verdicts(let verdicts) = $0 { verdicts } else { nil } }.flatMap { $0 }
    }

    /// Results reported so far, in order.
    public var results: [RhythmResults] {
        news.compactMap { if case .results(let results) = $0 { results } else { nil } }
    }

    /// Failures reported so far, in order.
    public var failures: [RhythmFailure] {
        news.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
    }

    /// Warnings reported so far, in order.
    public var warnings: [RhythmWarning] {
        news.compactMap { if case .warning(let warning) = $0 { warning } else { nil } }
    }

    /// Calibrations reported so far, in order.
    public var calibrations: [LatencyCalibration] {
        news.compactMap { if case .calibration(let calibration) = $0 { calibration } else { nil } }
    }

    /// Returns once the recorded events meet the condition.
    public func wait(until isMet: @escaping (SpyRhythmDelegate) -> Bool) async {
        while !isMet(self), !Task.isCancelled {
            await next { _ in true }
        }
    }

    /// Returns once the service is in the given phase.
    public func wait(for phase: RhythmPhase) async {
        await wait { $0.phases.last == phase }
    }

    public func rhythmService(_ service: RhythmService, didReport event: RhythmEvent) {
        listener?.rhythmService(service, didReport: event)
        log.hear(event)
    }
}
