/// Removes the loudspeaker's sound from the microphone signal (echo cancellation).
///
/// Learns the echo path from the clicks of the count-in, in which the player does not play yet, then predicts every
/// later event and keeps learning. If the loudspeaker is not heard, nothing is removed.
final class ClickRemover {
    private static let lead = Int(StrokeDetector.referenceLead * Double(HearingSettings.rate))
    /// In frames: 1 ms.
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
    /// In frames after the due time, apart from how far the clocks have run apart; nil if unknown.
    private var arrival: Double?
    /// In frames.
    private var toldDelay: Double?
    private var hasTold = false

    /// Nil if there is too little memory.
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

    /// - Parameter pace: see `ReferenceStretch`.
    func play(_ samples: UnsafeBufferPointer<Float>, pace: Double = 1) {
        learner.note(pace: pace, from: due.end)
        due.append(samples)
    }

    /// Extends `echo` up to frame `end`, after learning from the sound before it.
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

    /// While the echo path is being learned, everything around an event is the loudspeaker's; later, anything no louder
    /// than the possible remainder of the echo.
    func explains(_ attack: OnsetDetector.Attack) -> Bool {
        let frame = Int(attack.frame)
        guard learner.isReady else {
            let starts = waiting + [latest]
            return starts.contains { frame >= $0 - EchoPath.early && frame < $0 + 14_400 }
        }
        return learner.isHeard
            && attack.peak < HearingSettings.clickShare * echo.peak(in: frame - 720..<frame + 720)
    }

    /// Whether the echo path, learned or being learned, applies to this position of the reference only.
    var holdsReference: Bool {
        learner.isReady ? learner.isHeard : learner.events > 0 || !waiting.isEmpty
    }

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
                // The two clocks have drifted apart since the last event.
                if waiting.count == 1, isRemoving {
                    convolver.use(learner.response(at: start))
                    fill()
                }
            }
            scanned += HearingSettings.hop
        }
    }

    /// Shortly before the next event arrives.
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
        // An arrival that is just loud enough may count by turns, so another is adopted only if the path has changed.
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

    private func fill() {
        guard isRemoving, let output = convolver.output(number: blockNumber + Self.ahead) else {
            block = [Float](repeating: 0, count: EchoConvolver.block)
            return
        }
        block = Array(output)
    }
}

/// Detects where a sound begins in the samples that the loudspeaker receives.
struct ReferenceEvents {
    /// In frames. A click and a guide tone at the same time are one event.
    private static let pause = 3360
    /// −60 dBFS.
    private static let softest: Float = 0.001
    private static let remembered = 10

    private var peaks = [Float](repeating: 0, count: Self.remembered)
    private var slot = 0
    private var last = -Self.pause

    /// Returns the frame at which a sound begins in the hop, if there is one.
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

/// Finds clicks that arrive long before they are due, because wrong clock fits aligned the reference.
///
/// The next click, which is early, may be taken for the echo of this one. But of the clicks before the last one is due,
/// all match at the true lag, and one fewer at the wrong one.
enum EarlyArrival {
    /// Frames of history that are needed.
    static let history = 262_144

    /// In frames: half a second.
    private static let earliest = 24_000
    /// In frames, for comparison: a second.
    private static let latest = 48_000
    /// In frames of played sound: three clicks down to 33 beats per minute.
    private static let length = 196_608
    /// In frames. The played sound is silent at its end, so no lag wraps around.
    private static let size = 262_144
    /// Bins of the high-pass: 250 to 450 Hz, as when the echo path is learned.
    private static let low = 1365...2458
    /// Normalised correlation. Strokes on the beat are much less like clicks, and without the loudspeaker it is below
    /// 0.05.
    private static let convincing: Float = 0.3
    /// Over the best other lag. Three matching clicks against two are 1.5, and late clicks match at most as often at an
    /// early lag.
    private static let better: Float = 1.2

    /// By how many frames the clicks arrive before they are due; nil if they are not found to be early.
    ///
    /// - Parameters:
    ///   - due: played sound, indexed by the frame at which it is due at the microphone.
    ///   - start: frame at which the latest click is due.
    ///   - end: frame at which its sound is over.
    static func frames(heard: SoundHistory, due: SoundHistory, latest start: Int, until end: Int) -> Int? {
        guard let transform = FourierTransform(size: size) else {
            return nil
        }
        let first = end - length
        let played = spectrum(of: due, in: first..<end, by: transform)
        let received = spectrum(of: heard, in: first - earliest..<max(start, first), by: transform)
        _ = transform.spectrum.update(fromContentsOf: Spectra.product(received, Spectra.conjugate(played)))
        transform.inverse()
        let energy = Spectra.energy(of: played) * Spectra.energy(of: received)
        // Index `earliest` is the lag of sound that arrives when it is due.
        let early = transform.samples[..<(earliest - EchoPath.early)]
        let others = transform.samples[(earliest - EchoPath.early)..<(earliest + latest)]
        guard energy > 0, let best = early.indices.max(by: { early[$0] < early[$1] }),
            early[best] >= max(convincing * energy.squareRoot(), better * (others.max() ?? 0))
        else {
            return nil
        }
        return earliest - best
    }

    private static func spectrum(
        of sound: SoundHistory, in frames: Range<Int>, by transform: FourierTransform
    ) -> [Float] {
        transform.samples.update(repeating: 0)
        let target = UnsafeMutableBufferPointer(rebasing: transform.samples[..<frames.count])
        sound.copy(from: frames.lowerBound, into: target)
        transform.forward()
        return Spectra.high(Array(transform.spectrum), from: low)
    }
}
