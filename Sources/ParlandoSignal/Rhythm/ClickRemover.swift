/// Removes the loudspeaker's sound from the microphone signal (echo cancellation).
///
/// Learns the echo path from the first events, the clicks of the count-in, during which the player does not play yet.
/// Then predicts every later event with that path and keeps learning. If the loudspeaker is not heard at all
/// (headphones), nothing is removed.
final class ClickRemover {
    private static let lead = Int(StrokeDetector.referenceLead * Double(HearingSettings.rate))
    /// Minimum change of the delay that is reported, in frames: 1 ms.
    private static let notable = 48.0
    private static let ahead = EchoPath.early / EchoConvolver.block

    /// Estimated sound of the loudspeaker in the microphone signal, by frame.
    let echo = SoundHistory(frames: 131_072)

    private let heard: SoundHistory
    private let due = SoundHistory(frames: EarlyArrival.history)
    private let learner: PathLearner
    private let convolver: EchoConvolver
    private var finder = ReferenceEvents()
    private var scanned = 0
    private var waiting: [Int] = []
    private var latest = -1_000_000
    private var block: [Float]
    private var blockNumber = -1
    /// The first arrival, in frames after the due time, apart from how far the clocks have run apart; nil if unknown.
    private var arrival: Double?
    /// The delay reported last, in frames; nil if no delay has been reported yet.
    private var toldDelay: Double?
    private var hasTold = false

    /// Nil if memory cannot be allocated.
    init?(heard: SoundHistory) {
        guard let learner = PathLearner(), let convolver = EchoConvolver(taps: EchoPath.taps) else {
            return nil
        }
        self.heard = heard
        self.learner = learner
        self.convolver = convolver
        block = [Float](repeating: 0, count: EchoConvolver.block)
        for _ in 0..<Self.lead {
            due.append(0)  // The sound due before the first block is unknown.
        }
    }

    /// Adds the next samples that the loudspeaker receives.
    ///
    /// - Parameter pace: their pace, see `ReferenceStretch`.
    func play(_ samples: UnsafeBufferPointer<Float>, pace: Double = 1) {
        learner.note(pace: pace, from: due.end)
        due.append(samples)
    }

    /// Extends `echo` up to frame `end`, after learning from the sound received before it.
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

    /// Returns whether an attack comes from the loudspeaker. While the echo path is being learned, this is assumed of
    /// everything around the time of an event. Later it is assumed of anything no louder than the possible remainder of
    /// the echo.
    func explains(_ attack: OnsetDetector.Attack) -> Bool {
        let frame = Int(attack.frame)
        guard learner.isReady else {
            let starts = waiting + [latest]
            return starts.contains { frame >= $0 - EchoPath.early && frame < $0 + 14_400 }
        }
        return learner.isHeard
            && attack.peak < HearingSettings.clickShare * echo.peak(in: frame - 720..<frame + 720)
    }

    /// Whether an echo path has been learned or is being learned, which applies to this position of the reference only.
    var holdsReference: Bool {
        learner.isReady ? learner.isHeard : learner.events > 0 || !waiting.isEmpty
    }

    /// Whether no sound of the reference has begun yet.
    var awaitsReference: Bool {
        learner.events == 0 && waiting.isEmpty
    }

    private var isRemoving: Bool {
        learner.isReady && learner.isHeard
    }

    private func scan(until end: Int) {
        while scanned + HearingSettings.hop <= min(due.end, end) {
            if let start = finder.look(at: due, frame: scanned) {
                waiting.append(start)
                // The response is updated, because the two clocks have drifted apart since the last event.
                if waiting.count == 1, isRemoving {
                    convolver.use(learner.response(at: start))
                    fill()
                }
            }
            scanned += HearingSettings.hop
        }
    }

    /// Returns the frame at which the whole event has been received: shortly before the next one arrives.
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
        guard learner.events >= PathLearner.lessons else {
            return
        }
        if !hasTold,
            let early = EarlyArrival.frames(heard: heard, due: due, latest: lesson.start, until: lesson.end)
        {
            hasTold = true
            events.append(.loudspeakerIsEarly(by: Double(early) / Double(HearingSettings.rate)))
            return
        }
        guard learner.isReady else {
            return
        }
        guard learner.isHeard, let found = learner.arrival else {
            if !hasTold {
                hasTold = true
                events.append(.hearsNoLoudspeaker)
            }
            return
        }
        // An arrival that is just loud enough may count as the first one or not, by turns. Another one is therefore
        // adopted only if the path has changed.
        let first = hasChanged ? nil : arrival
        let delay = (first ?? Double(found) - learner.slip) + learner.slip
        arrival = delay - learner.slip
        if toldDelay.map({ abs(delay - $0) > Self.notable }) ?? true {
            hasTold = true
            toldDelay = delay
            events.append(.heardLoudspeaker(delay: delay / Double(HearingSettings.rate)))
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

/// Detects where a sound begins in the samples that the loudspeaker receives.
struct ReferenceEvents {
    /// Minimum number of frames between two beginnings. A click and a guide tone at the same time are one event.
    private static let pause = 3360
    /// Minimum amplitude of a sound: −60 dBFS.
    private static let softest: Float = 0.001
    private static let remembered = 10

    private var peaks = [Float](repeating: 0, count: Self.remembered)
    private var slot = 0
    private var last = -Self.pause

    /// Processes the hop that begins at `frame`. Returns the frame at which a sound begins in it, if there is one.
    mutating func look(at sound: SoundHistory, frame: Int) -> Int? {
        let peak = sound.peak(in: frame..<frame + HearingSettings.hop)
        let before = peaks.max() ?? 0
        peaks[slot] = peak
        slot = (slot + 1) % peaks.count
        guard peak > max(Self.softest, 2 * before), frame - last >= Self.pause else {
            return nil
        }
        last = frame
        return (frame..<frame + HearingSettings.hop).first { abs(sound[$0]) > 0.01 * peak } ?? frame
    }
}
