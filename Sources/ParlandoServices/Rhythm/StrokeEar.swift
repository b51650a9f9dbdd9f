import ParlandoCore
import ParlandoSignal

/// Detects strokes in the captured sound while the metronome plays.
struct StrokeEar: Ear {
    private let detector: StrokeDetector
    private let instrument: InstrumentProfile?
    private var aligned: AlignedSound

    init?(instrument: InstrumentProfile?, sound: PlayedSound?, playbackRate: Int, captureRate: Int) {
        guard let sound,
            let detector = StrokeDetector(rate: captureRate, instrument: instrument, hasReference: true)
        else {
            return nil
        }
        self.detector = detector
        self.instrument = instrument
        aligned = AlignedSound(sound, playbackRate: playbackRate, captureRate: captureRate)
    }

    mutating func hear(_ event: TransportEvent) -> [EarNews] {
        aligned.take(event).flatMap { piece in
            detector.hear(piece.samples, reference: piece.reference).compactMap(news)
        }
    }

    private func news(of event: HearingEvent) -> EarNews? {
        switch event {
        case .onset(let onset):
            return onset.isAccepted ? aligned.due(afterFrames: onset.frame).map { .stroke(frame: $0) } : nil
        case .heardLoudspeaker(let delay): return .loudspeaker(delay: delay)
        case .roomChanged: return .warning(.roomChanged)
        case .tooQuiet: return .warning(.microphoneTooQuiet)
        case .tooLoud: return .warning(.microphoneTooLoud)
        case .hearsNoLoudspeaker:
            // The player uses headphones; or the first clock fits were so wrong that the clicks arrive long before they
            // are due.
            aligned.anchorAnew()
            return nil
        }
    }
}
