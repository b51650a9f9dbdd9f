public import ParlandoCore
public import ParlandoServices

/// Delegate that records all events of a rhythm service and lets a test await them.
@MainActor public final class SpyRhythmDelegate: RhythmServiceDelegate, NewsKeeping {
    public let log = NewsLog<RhythmEvent>()
    public weak var listener: (any RhythmServiceDelegate)?

    public init() {}

    public var phases: [RhythmPhase] {
        news.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
    }

    public var clocks: [BeatClock] {
        news.compactMap { if case .clock(let clock) = $0 { clock } else { nil } }
    }

    public var verdicts: [Verdict] {
        news.compactMap { if case .verdicts(let verdicts) = $0 { verdicts } else { nil } }.flatMap { $0 }
    }

    public var results: [RhythmResults] {
        news.compactMap { if case .results(let results) = $0 { results } else { nil } }
    }

    public var failures: [RhythmFailure] {
        news.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
    }

    public var warnings: [RhythmWarning] {
        news.compactMap { if case .warning(let warning) = $0 { warning } else { nil } }
    }

    public var calibrations: [LatencyCalibration] {
        news.compactMap { if case .calibration(let calibration) = $0 { calibration } else { nil } }
    }

    public var drifts: [Drift] {
        news.compactMap { if case .drift(let drift) = $0 { drift } else { nil } }
    }

    public var changes: [TempoChange?] {
        news.compactMap { if case .upcoming(let change) = $0 { .some(change) } else { nil } }
    }

    public var passes: [(results: RhythmResults, number: Int, tempo: Tempo)] {
        news.compactMap {
            if case .pass(let results, let number, let tempo) = $0 { (results, number, tempo) } else { nil }
        }
    }

    public func wait(until isMet: @escaping (SpyRhythmDelegate) -> Bool) async {
        while !isMet(self), !Task.isCancelled {
            await next { _ in true }
        }
    }

    public func wait(for phase: RhythmPhase) async {
        await wait { $0.phases.last == phase }
    }

    public func rhythmService(_ service: RhythmService, didReport event: RhythmEvent) {
        listener?.rhythmService(service, didReport: event)
        log.hear(event)
    }
}

/// Records the grades for which a vibration was requested.
public final class SpyHaptics: StrokeHaptics {
    private let felt: AsyncStream<Grade>
    private let door: AsyncStream<Grade>.Continuation

    public init() {
        (felt, door) = AsyncStream.makeStream(of: Grade.self)
    }

    public func feel(_ grade: Grade) {
        door.yield(grade)
    }

    public func end() {
        door.finish()
    }

    /// Returns the next grade in order, or nil if there are no more.
    public func next() async -> Grade? {
        var iterator = felt.makeAsyncIterator()
        return await iterator.next()
    }
}

/// Practice store in memory.
public actor FakePracticeStore: PracticeStore {
    public private(set) var entries: [PracticeDay]

    private let additions: AsyncStream<PracticeDay>
    private let input: AsyncStream<PracticeDay>.Continuation

    public init(_ entries: [PracticeDay] = []) {
        self.entries = entries
        (additions, input) = AsyncStream.makeStream(of: PracticeDay.self)
    }

    public func days(of exercise: String, limit: Int) -> [PracticeDay] {
        entries.filter { $0.exercise == exercise }.suffix(limit)
    }

    public func add(_ results: RhythmResults, of exercise: String, on day: Int) {
        var entry = PracticeDay(day: day, exercise: exercise)
        if let index = entries.firstIndex(where: { $0.day == day && $0.exercise == exercise }) {
            entry = entries.remove(at: index)
        }
        entry.add(results)
        entries.append(entry)
        input.yield(entry)
    }

    public func removeAll() {
        entries = []
    }

    /// Waits for the next call to `add` and returns the changed day, including the added results. For a single reader.
    public func added() async -> PracticeDay? {
        var iterator = additions.makeAsyncIterator()
        return await iterator.next()
    }
}
