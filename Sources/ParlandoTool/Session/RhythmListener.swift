import ParlandoCore
import ParlandoServices

/// Hears what a rhythm service says, for a command that waits for it.
@MainActor final class RhythmListener: RhythmServiceDelegate {
    /// What a command wants to know.
    enum News: Sendable {
        case phase(RhythmPhase)
        case count(Int, of: Int)
        case calibration(LatencyCalibration)
        case warning(RhythmWarning)
        case failure(RhythmFailure)
    }

    /// In the order it happened. For one reader.
    let news: AsyncStream<News>
    private let said: AsyncStream<News>.Continuation

    init() {
        (news, said) = AsyncStream.makeStream(of: News.self)
    }

    func rhythmService(_ service: any RhythmTraining, didEnter phase: RhythmPhase) {
        said.yield(.phase(phase))
    }

    func rhythmService(_ service: any RhythmTraining, didWarn warning: RhythmWarning) {
        said.yield(.warning(warning))
    }

    func rhythmService(_ service: any RhythmTraining, didCount count: Int, of needed: Int) {
        said.yield(.count(count, of: needed))
    }

    func rhythmService(_ service: any RhythmTraining, didCalibrate calibration: LatencyCalibration) {
        said.yield(.calibration(calibration))
    }

    func rhythmService(_ service: any RhythmTraining, didFailWith failure: RhythmFailure) {
        said.yield(.failure(failure))
    }

    func rhythmService(_ service: any RhythmTraining, didFit clock: BeatClock) {}

    func rhythmService(_ service: any RhythmTraining, didJudge verdicts: [Verdict]) {}

    func rhythmService(_ service: any RhythmTraining, didFinish results: RhythmResults) {}

    func rhythmService(_ service: any RhythmTraining, didMeasure level: Double) {}

    func rhythmService(_ service: any RhythmTraining, didLearn instrument: InstrumentProfile) {}
}
