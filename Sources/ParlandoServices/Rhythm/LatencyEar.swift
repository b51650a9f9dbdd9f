import ParlandoCore
import ParlandoSignal

/// Hears the clicks of a calibration come back.
struct LatencyEar: Ear {
    /// Clicks that are measured.
    static let clicks = 10

    /// Clicks far enough apart that no delay can be taken for another.
    static let tempo = Tempo(clamping: 100)

    /// The smallest latency there is; the largest is a beat more. Sound is heard a little before the device says.
    private static let smallest = -0.1
    /// Seconds of sound in which all of them are heard, unless the first lines were so wrong that some are missed.
    private static let secondsToHear = 12.0
    /// Seconds after which lines that still move are not waited for any more.
    private static let patience = 30.0

    private let meter: LatencyMeter
    private let captureRate: Int
    private var aligned: AlignedSound
    private var watch = LeadWatch(listens: true)
    private var count = 0
    /// What the clicks said, once all were heard.
    private var measured: (median: Double, spread: Double)?
    /// Frames captured so far.
    private var captured = 0
    private var isDone = false

    init?(sound: PlayedSound, playbackRate: Int, captureRate: Int) {
        guard let meter = LatencyMeter(rate: captureRate) else {
            return nil
        }
        self.meter = meter
        self.captureRate = captureRate
        aligned = AlignedSound(sound, playbackRate: playbackRate, captureRate: captureRate)
    }

    mutating func hear(_ event: TransportEvent) -> [EarNews] {
        let pieces = aligned.take(event)
        note(event)
        guard !isDone else {
            return []
        }
        var news: [EarNews] = []
        for piece in pieces where measured == nil {
            let heard = min(meter.hear(piece.samples, reference: piece.reference), Self.clicks)
            news += heard > count ? [.counted(heard)] : []
            count = max(count, heard)
        }
        return news + (conclusion().map { [$0] } ?? [])
    }

    private var second: Double {
        Double(captured) / Double(captureRate)
    }

    private mutating func note(_ event: TransportEvent) {
        switch event {
        case .playback: watch.take(isPlayback: true, lead: aligned.lead, at: second)
        case .capture: watch.take(isPlayback: false, lead: aligned.lead, at: second)
        case .block(let block): captured += block.samples.count
        case .running, .xrun, .lost: break
        }
    }

    /// Nil: not all clicks were heard yet, or what the sound system says of its own delay moves, but may come to rest.
    private mutating func conclusion() -> EarNews? {
        guard count == Self.clicks || second >= Self.secondsToHear else {
            return nil
        }
        let agreed = watch.agreement(at: second)
        isDone = true
        if measured == nil, let refusal = measure(isSteady: agreed != nil) {
            return refusal
        }
        if let measured, let agreed {
            let spread = max(measured.spread, agreed.spread)
            return .measured(LatencyCalibration(median: Self.likely(measured.median - agreed.lead), spread: spread))
        }
        isDone = second >= Self.patience
        return isDone ? .failed(.unsteady) : nil
    }

    /// Why nothing was measured, nil: it was.
    private mutating func measure(isSteady: Bool) -> EarNews? {
        do throws(LatencyMeter.Refusal) {
            measured = try meter.measure()
            return nil
        } catch {
            switch error {
            case .silence: return .failed(.silence)
            case .tooFewClicks: return .failed(.unsteady)
            case .noise: return .failed(isSteady ? .noise : .unsteady)
            case .spread(let seconds): return .failed(isSteady ? .spread(seconds) : .unsteady)
            }
        }
    }

    /// Clicks are all alike: a reference that was laid too far away had one compared with another.
    private static func likely(_ latency: Double) -> Double {
        let beat = tempo.secondsPerBeat
        return latency - beat * ((latency - smallest) / beat).rounded(.down)
    }
}
