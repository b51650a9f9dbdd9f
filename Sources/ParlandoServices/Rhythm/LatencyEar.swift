import ParlandoCore
import ParlandoSignal

/// Hears the clicks of a calibration come back.
struct LatencyEar: Ear {
    /// Clicks that are measured.
    static let clicks = 10

    private let meter: LatencyMeter
    private var aligned: AlignedSound
    private var count = 0
    /// What the lines said of the reference each time that a better one came. The reference is laid by the first ones,
    /// which a busy sound server gets wrong by tens of milliseconds; the later ones tell by how much.
    private var leads: [Double] = []

    init?(sound: PlayedSound, playbackRate: Int, captureRate: Int) {
        guard let meter = LatencyMeter(rate: captureRate) else {
            return nil
        }
        self.meter = meter
        aligned = AlignedSound(sound, playbackRate: playbackRate, captureRate: captureRate)
    }

    mutating func hear(_ event: TransportEvent) -> [EarNews] {
        var news: [EarNews] = []
        let pieces = aligned.take(event)
        note(event)
        for piece in pieces where count < Self.clicks {
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

    private mutating func note(_ event: TransportEvent) {
        switch event {
        case .playback, .capture:
            if let lead = aligned.lead {
                leads.append(lead)
            }
        case .running, .block, .xrun, .lost:
            break
        }
    }

    /// Seconds by which the reference ran ahead of what the lines of the later half of the time agree on.
    private var lead: Double {
        let settled = leads.suffix((leads.count + 1) / 2).sorted()
        return settled.isEmpty ? 0 : settled[settled.count / 2]
    }

    private func result() -> EarNews {
        do throws(LatencyMeter.Refusal) {
            let (median, spread) = try meter.measure()
            return .measured(LatencyCalibration(median: median - lead, spread: spread))
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
