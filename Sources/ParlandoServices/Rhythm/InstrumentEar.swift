import ParlandoCore
import ParlandoSignal

/// Learns the sound of an instrument from a few strokes without any other sound.
struct InstrumentEar: Ear {
    /// Duration of sound to collect before the learner runs, in seconds. The learner analyses all sound again each
    /// time.
    private static let stepSeconds = 0.25
    /// Duration for which the last stroke may ring out before learning ends, in seconds.
    private static let ringSeconds = 0.5
    /// Timeout in seconds after which learning ends if there were too few strokes.
    private static let patience = 60.0

    private let learner: InstrumentLearner
    private let rate: Double
    private var waiting: [Float] = []
    private var seconds = 0.0
    private var count = 0
    private var completeAt: Double?
    private var isOver = false

    init?(captureRate: Int) {
        guard let learner = InstrumentLearner(rate: captureRate) else {
            return nil
        }
        self.learner = learner
        rate = Double(captureRate)
    }

    mutating func hear(_ event: TransportEvent) -> [EarNews] {
        guard case .block(let block) = event, !isOver else {
            return []
        }
        waiting += block.samples
        guard Double(waiting.count) >= Self.stepSeconds * rate else {
            return []
        }
        seconds += Double(waiting.count) / rate
        let heard = learner.hear(waiting)
        waiting.removeAll(keepingCapacity: true)
        var news: [EarNews] = []
        if heard != count {
            count = heard
            news.append(.counted(min(count, InstrumentLearner.needed)))
        }
        if count >= InstrumentLearner.needed, completeAt == nil {
            completeAt = seconds + Self.ringSeconds
        }
        if seconds >= completeAt ?? Self.patience {
            isOver = true
            news.append(learner.profile.map { .learned($0) } ?? .failed(.tooFewStrokes))
        }
        return news
    }
}
