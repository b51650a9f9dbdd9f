/// Removes from the microphone what the loudspeaker plays.
///
/// Learns the path from what is played to what is heard from the first events (the clicks of the count-in, when nobody
/// plays), predicts every later event by it, and goes on learning. When nothing is heard of the loudspeaker
/// (headphones) nothing is removed.
final class ClickRemover {
    private static let lead = Int(StrokeDetector.referenceLead * Double(HearingSettings.rate))
    /// Frames that the delay changes by when it is worth telling: 1 ms.
    private static let notable = 48
    private static let ahead = EchoPath.early / EchoConvolver.block

    /// What the loudspeaker is believed to have put into the microphone, frame by frame.
    let echo = SoundHistory(frames: 131_072)

    private let heard: SoundHistory
    private let settings: HearingSettings
    private let due = SoundHistory(frames: 131_072)
    private let learner: PathLearner
    private let convolver: EchoConvolver
    private var finder = ReferenceEvents()
    private var scanned = 0
    private var waiting: [Int] = []
    private var latest = -1_000_000
    private var block: [Float]
    private var blockNumber = -1
    /// Frames that the loudspeaker was last said to be late by, nil: nothing was said yet, or that it is not heard.
    private var toldArrival: Int?
    private var hasTold = false

    /// Nil when there is no memory.
    init?(heard: SoundHistory, settings: HearingSettings) {
        guard let learner = PathLearner(), let convolver = EchoConvolver(taps: EchoPath.taps) else {
            return nil
        }
        self.heard = heard
        self.settings = settings
        self.learner = learner
        self.convolver = convolver
        block = [Float](repeating: 0, count: EchoConvolver.block)
        for _ in 0..<Self.lead {
            due.append(0)  // What was due before the first block is not known.
        }
    }

    /// Takes what the loudspeaker is given next.
    func play(_ samples: UnsafeBufferPointer<Float>) {
        due.append(samples)
    }

    /// Extends `echo` up to frame `end`, after having learned from what was heard until then.
    func predict(until end: Int, events: inout [HearingEvent]) {
        scan(until: end + Self.lead)
        while let start = waiting.first, end >= lessonEnd(start, waiting.dropFirst().first) {
            waiting.removeFirst()
            let next = waiting.first
            learn(PathLearner.Lesson(start: start, end: lessonEnd(start, next), next: next), &events)
        }
        while echo.end < end {
            let number = echo.end / EchoConvolver.block
            if number != blockNumber {
                blockNumber = number
                convolver.feed(
                    due, start: (number + Self.ahead) * EchoConvolver.block, number: number + Self.ahead)
                fill()
            }
            echo.append(block[echo.end % EchoConvolver.block])
        }
    }

    /// Whether an attack is the loudspeaker's: while the path is being learned everything about the time of an event,
    /// later what is no louder than what may be left of it.
    func explains(_ attack: OnsetDetector.Attack) -> Bool {
        let frame = Int(attack.frame)
        guard learner.isReady else {
            let starts = waiting + [latest]
            return starts.contains { frame >= $0 - EchoPath.early && frame < $0 + 14_400 }
        }
        return learner.isHeard
            && attack.peak < settings.clickShare * echo.peak(in: frame - 720..<frame + 720)
    }

    private var isRemoving: Bool {
        learner.isReady && learner.isHeard
    }

    private func scan(until end: Int) {
        while scanned + HearingSettings.hop <= min(due.end, end) {
            if let start = finder.look(at: due, frame: scanned) {
                waiting.append(start)
                // The clocks have run apart since the last event.
                if waiting.count == 1, isRemoving {
                    convolver.use(learner.response(at: start))
                    fill()
                }
            }
            scanned += HearingSettings.hop
        }
    }

    /// When everything of an event has been heard: shortly before the next one arrives.
    private func lessonEnd(_ start: Int, _ next: Int?) -> Int {
        let longest = start + EchoPath.taps - EchoPath.early
        guard let next else {
            return longest
        }
        return min(longest, next + (learner.arrival.map { $0 - 240 } ?? -EchoPath.early))
    }

    private func learn(_ lesson: PathLearner.Lesson, _ events: inout [HearingEvent]) {
        let wasRemoved = isRemoving
        let hasChanged = learner.learn(lesson, heard: heard, due: due, echo: echo, wasRemoved: wasRemoved)
        if hasChanged {
            events.append(.roomChanged)
        }
        latest = lesson.start
        guard learner.isReady else {
            return
        }
        guard learner.isHeard, let arrival = learner.arrival else {
            if !hasTold {
                hasTold = true
                events.append(.hearsNoLoudspeaker)
            }
            return
        }
        // Of two taps that are as loud now the one is louder, now the other: only another path has another delay.
        if toldArrival.map({ hasChanged && abs(arrival - $0) > Self.notable }) ?? true {
            hasTold = true
            toldArrival = arrival
            events.append(.heardLoudspeaker(delay: Double(arrival) / Double(HearingSettings.rate)))
        }
        convolver.use(learner.response(at: waiting.first ?? lesson.end))
        fill()
    }

    /// Predicts the current block.
    private func fill() {
        guard isRemoving, let output = convolver.output(number: blockNumber + Self.ahead) else {
            for index in block.indices {
                block[index] = 0
            }
            return
        }
        for index in block.indices {
            block[index] = output[output.startIndex + index]
        }
    }
}
