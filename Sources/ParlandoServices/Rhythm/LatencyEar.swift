import ParlandoCore
import ParlandoSignal

/// Hears the clicks of a calibration come back.
struct LatencyEar: Ear {
    /// Clicks that are measured.
    static let clicks = 10

    private let meter: LatencyMeter
    private var aligned: AlignedSound
    private var count = 0

    init?(sound: PlayedSound, playbackRate: Int, captureRate: Int) {
        guard let meter = LatencyMeter(rate: captureRate) else {
            return nil
        }
        self.meter = meter
        aligned = AlignedSound(sound, playbackRate: playbackRate, captureRate: captureRate)
    }

    mutating func hear(_ event: TransportEvent) -> [EarNews] {
        var news: [EarNews] = []
        for piece in aligned.take(event) where count < Self.clicks {
            let heard = min(meter.hear(piece.samples, reference: piece.reference), Self.clicks)
            guard heard > count else {
                continue
            }
            count = heard
            news.append(.counted(count))
            if count == Self.clicks {
                news.append(result())
            }
        }
        return news
    }

    private func result() -> EarNews {
        do throws(LatencyMeter.Refusal) {
            let (median, spread) = try meter.measure()
            return .measured(LatencyCalibration(median: median, spread: spread))
        } catch {
            switch error {
            case .silence: return .failed(.silence)
            case .noise: return .failed(.noise)
            case .spread(let seconds): return .failed(.spread(seconds))
            case .tooFewClicks: return .failed(.tooFewStrokes)
            }
        }
    }
}
