import ParlandoCore
import ParlandoSignal

/// Measures the latency of calibration clicks that the microphone captures.
struct LatencyEar: Ear {
    /// Number of clicks that are measured.
    static let clicks = 10

    /// Tempo of the clicks. Their interval of 0.6 s is as long as the range of possible latencies, so that each
    /// measured delay has only one explanation.
    static let tempo = Tempo(clamping: 100)

    /// Smallest possible latency, in seconds; the largest is one beat more. It is negative because sound can be heard a
    /// little before the time that the device reports.
    private static let smallest = -0.1
    /// Seconds of sound that normally contain all clicks. Some are missed if the first clock fits were very wrong.
    private static let secondsToHear = 12.0
    /// Timeout in seconds for clock fits that do not become stable.
    private static let patience = 30.0

    private let meter: LatencyMeter
    private let captureRate: Int
    private var aligned: AlignedSound
    private var count = 0
    /// Median and spread of the click delays in seconds, once all clicks have been measured.
    private var measured: (median: Double, spread: Double)?
    /// Number of frames captured so far.
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
        if case .block(let block) = event {
            captured += block.samples.count
        }
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

    /// Returns the result or a failure. Returns nil if clicks are still missing, or if the delay that the sound system
    /// reports is still changing but may become stable.
    private mutating func conclusion() -> EarNews? {
        guard count == Self.clicks || second >= Self.secondsToHear else {
            return nil
        }
        let lead = aligned.lead
        isDone = true
        if measured == nil, let refusal = measure(isSteady: lead != nil) {
            return refusal
        }
        if let measured, let lead {
            let spread = max(measured.spread, lead.uncertainty)
            return .measured(LatencyCalibration(median: Self.likely(measured.median - lead.seconds), spread: spread))
        }
        isDone = second >= Self.patience
        return isDone ? .failed(.unsteady) : nil
    }

    /// Measures the delay of the clicks. Returns the failure, or nil on success.
    private mutating func measure(isSteady: Bool) -> EarNews? {
        do throws(LatencyMeter.Refusal) {
            measured = try meter.measure()
            return nil
        } catch {
            switch error {
            case .silence: return .failed(.silence)
            case .tooFewClicks: return .failed(.tooFewClicks)
            case .noise: return .failed(isSteady ? .noise : .unsteady)
            case .spread(let seconds): return .failed(isSteady ? .spread(seconds) : .unsteady)
            }
        }
    }

    /// Returns the latency modulo one beat, within the possible range. All clicks sound alike, so a reference that was
    /// too far off made the meter compare a click with its neighbour.
    private static func likely(_ latency: Double) -> Double {
        let beat = tempo.secondsPerBeat
        return latency - beat * ((latency - smallest) / beat).rounded(.down)
    }
}
