import Foundation

/// Learns the echo path from the loudspeaker to the microphone, event by event, and the drift between their clocks.
///
/// A path that fails is compared with one learned from the last event alone. If the new path predicts the following
/// events, it replaces the old one (the two-path method of echo cancellers; K. Ochiai et al., IEEE Trans. Comm. 25,
/// 1977).
final class PathLearner {
    /// One training event: a sound played at `start`, with no other played sound received until `end`.
    struct Lesson {
        let start: Int
        let end: Int
        /// Frame at which the next event is played; nil if it is not known yet. It may lie before `end`, because sound
        /// is received later than played.
        let next: Int?
    }

    /// Number of events before the path is used.
    static let lessons = 3
    /// Minimum cosine similarity of received and predicted sound for a click that no other sound masks.
    private static let uncovered = 0.9
    /// Range of the amplitude relative to the prediction that does not count as a change of volume.
    private static let steady: ClosedRange<Float> = 0.75...1.33
    /// Number of consecutive unmasked clicks needed to accept a change of volume.
    private static let witnesses = 2
    /// Maximum length of an event in frames.
    private static let longestEvent = 19_200
    /// Number of frames before and after the loudest moment of an event that are compared with the prediction.
    private static let (before, after) = (240, 5760)
    private static let furthestLag = 24
    /// Bins of the transform over which the high-pass of the training sound rises: 250 to 450 Hz.
    private static let low = 341...614
    /// Minimum delay that clock drift causes, in frames. A smaller delay is taken for a measurement error.
    private static let smallestDelay = 0.6

    /// Whether the loudspeaker is audible at the microphone.
    private(set) var isHeard = false
    /// Number of events received.
    private(set) var events = 0

    private let transform: FourierTransform
    private var path: EchoPath
    private let trial: PathTrial
    /// Amplitudes of the latest unmasked clicks relative to the prediction.
    private var loudness: [Float] = []
    /// The delay of the echo with a reference of the nominal pace, relative to the delay at which the path was learned.
    private var tracker = DelayTracker()
    private var stretch = ReferenceStretch()
    /// The stretch of the reference at which the path was learned, in frames.
    private var pathStretch = 0.0
    private var last: Int?
    private var noise: Float = 0

    /// Nil if memory cannot be allocated.
    init?() {
        guard let transform = FourierTransform(size: EchoPath.size) else {
            return nil
        }
        self.transform = transform
        path = EchoPath(transform: transform)
        trial = PathTrial(transform: transform)
    }

    /// Whether enough events were received to use the path. After an odd one, the next one decides.
    var isReady: Bool {
        events > Self.lessons || events == Self.lessons && isHeard
    }

    /// Frames from the due time of an event to the first arrival of its sound; nil if unknown.
    var arrival: Int? {
        guard isHeard else {
            return nil
        }
        return path.firstTap - EchoPath.early + Int(delay(tracker.delay, at: last ?? 0).rounded())
    }

    /// Frames by which the sound of the latest event arrived later than when the path was learned, because two clocks
    /// run apart or the reference has changed its pace.
    var slip: Double {
        shift
    }

    /// Returns the impulse response at a frame, shape `[EchoPath.taps]`.
    func response(at frame: Int) -> [Float] {
        let delay = delay(believed(tracker.delay(after: frame - (last ?? frame))), at: frame)
        let turned = Spectra.delayed(path.spectrum, by: delay, gain: 1, size: EchoPath.size)
        return Array(sound(of: turned).prefix(EchoPath.taps))
    }

    /// Notes the pace of the reference from a frame on, see `ReferenceStretch`.
    func note(pace: Double, from frame: Int) {
        stretch.note(pace: pace, from: frame)
    }

    /// Updates the echo path (the impulse response from the loudspeaker to the microphone) with one event, such as a
    /// click.
    ///
    /// - Parameters:
    ///   - lesson: frames of the event.
    ///   - heard: microphone signal.
    ///   - due: played sound, indexed by the frame at which it is due at the microphone.
    ///   - echo: predicted echo of all events, which is subtracted. The echo of this event is added back.
    ///   - wasRemoved: whether `echo` contains a prediction of this event.
    /// - Returns: whether the path was replaced, or scaled to a changed volume.
    func learn(_ lesson: Lesson, heard: SoundHistory, due: SoundHistory, echo: SoundHistory, wasRemoved: Bool) -> Bool {
        if events == 0 {
            // Sound may arrive before its due time, so that the start of the event is excluded from the noise estimate.
            let quiet = max(0, lesson.start - EchoPath.early)
            let lead = max(0, quiet - 14_400)..<quiet
            let silence = high(from: lead.lowerBound, to: lead.upperBound) { heard[$0] }
            noise = Spectra.energy(of: silence, size: EchoPath.size) / Float(max(1, lead.count))
            pathStretch = stretch.frames(at: lesson.start)
        }
        tracker.advance(lesson.start - (last ?? lesson.start))
        last = lesson.start
        let steady = tracker
        let first = lesson.start - EchoPath.early
        let silenced = min(lesson.next ?? lesson.end, lesson.end, lesson.start + Self.longestEvent)
        let played = spectrum(from: lesson.start, to: silenced, fade: 0) { due[$0] }
        let predicted = Spectra.product(
            played, Spectra.delayed(path.spectrum, by: shift, gain: 1, size: EchoPath.size))
        var own = high(from: first, to: lesson.end) { heard[$0] - echo[$0] }
        if wasRemoved {
            own = Spectra.sum(own, predicted)
        }
        if events > 0 {
            compare(own, predicted, lesson.end - first)
        }
        let aligned = Spectra.delayed(own, by: -shift, gain: 1, size: EchoPath.size)
        let attempt = PathTrial.Lesson(
            start: lesson.start, stretch: stretch.frames(at: lesson.start), heard: own, played: played,
            frames: lesson.end - first, noise: noise)
        events += 1
        if events > Self.lessons,
            let better = trial.path(for: attempt, insteadOf: path, delayedBy: shift, drift: steady.drift)
        {
            path = better.path
            tracker = steady
            tracker.begin(at: better.delay)
            pathStretch = better.stretch
            isHeard = true
            loudness = []
            return true
        }
        path.add(heard: aligned, played: played, noise: noise * Float(lesson.end - first))
        if !isHeard, (Self.lessons...Self.lessons + 1).contains(events) {
            isHeard = path.foretoldEvents >= Self.witnesses
        }
        return followLoudness()
    }

    /// Scales the path to a changed volume once several clicks agree. Returns whether it was scaled.
    private func followLoudness() -> Bool {
        guard isHeard, loudness.count >= Self.witnesses, loudness.allSatisfy({ !Self.steady.contains($0) }),
            let least = loudness.min(), let most = loudness.max(), most < Self.steady.upperBound * least
        else {
            return false
        }
        path.scale(by: (least * most).squareRoot())
        loudness = []
        return true
    }

    /// Delay of the current event in frames.
    private var shift: Double {
        delay(believed(tracker.delay), at: last ?? 0)
    }

    /// Returns the delay at a frame that the tracked delay amounts to with the pace that the reference really has.
    private func delay(_ tracked: Double, at frame: Int) -> Double {
        tracked + stretch.frames(at: frame) - pathStretch
    }

    /// Returns the delay, or 0 if it is small. Most microphones share a clock with their loudspeaker, so that a small
    /// delay is taken for a measurement error.
    private func believed(_ delay: Double) -> Double {
        abs(delay) < Self.smallestDelay ? 0 : delay
    }

    /// Compares an event with its prediction.
    private func compare(_ own: [Float], _ predicted: [Float], _ count: Int) {
        let expected = sound(of: predicted)
        guard isHeard || !isReady, let range = range(about: arrivalTap(expected), count) else {
            return
        }
        follow(sound(of: own), expected, range)
    }

    /// Returns the frames around the loudest moment of an event; nil if the event is too short.
    private func range(about centre: Int, _ count: Int) -> Range<Int>? {
        let centre = min(max(centre, Self.before + Self.furthestLag), EchoPath.size / 2)
        let last = min(count - Self.furthestLag, centre + Self.after)
        return last > centre ? centre - Self.before..<last : nil
    }

    private func follow(_ heard: [Float], _ expected: [Float], _ range: Range<Int>) {
        let template = range.reduce(Float(1e-12)) { $0 + expected[$1] * expected[$1] }
        let lags = -Self.furthestLag...Self.furthestLag
        let products = lags.map { lag -> Float in
            var sum: Float = 0
            for index in range {
                sum += heard[index + lag] * expected[index]
            }
            return sum
        }
        guard let best = products.indices.max(by: { products[$0] < products[$1] }), best > 0,
            best < products.count - 1, products[best] > 0
        else {
            return
        }
        let lag = best - Self.furthestLag
        var energy: Float = 1e-12
        for index in range {
            energy += heard[index + lag] * heard[index + lag]
        }
        let (left, centre, right) = (products[best - 1], products[best], products[best + 1])
        let fraction = 0.5 * (left - right) / (left - 2 * centre + right)
        let likeness = Double(centre / (template * energy).squareRoot())
        if isReady, likeness > Self.uncovered {
            loudness.append(centre / template)
            loudness.removeFirst(max(0, loudness.count - Self.witnesses))
        }
        // Until the path is ready, only well predicted events update the delay. In noise, a path learned from the first
        // click of a bar, which has a higher pitch, predicts the second click at a wrong position.
        guard isReady || likeness > Self.uncovered else {
            return
        }
        let rest = max(0, 1 - likeness * likeness) / max(likeness * likeness, 1e-6)
        tracker.measure(
            believed(tracker.delay) + Double(lag) + Double(fraction), variance: 0.0025 + 0.56 * rest)
    }

    private func arrivalTap(_ sound: [Float]) -> Int {
        sound.indices.max { abs(sound[$0]) < abs(sound[$1]) } ?? 0
    }

    private func spectrum(from start: Int, to end: Int, fade: Int, of sample: (Int) -> Float) -> [Float] {
        let count = min(max(0, end - start), EchoPath.size)
        for index in 0..<EchoPath.size {
            guard index < count else {
                transform.samples[index] = 0
                continue
            }
            let left = count - index
            transform.samples[index] = sample(start + index) * (left < fade ? Float(left) / Float(fade) : 1)
        }
        transform.forward()
        return Array(transform.spectrum)
    }

    /// Returns the spectrum of received sound above the high-pass. Most of a room's noise is below the clicks.
    private func high(from start: Int, to end: Int, of sample: (Int) -> Float) -> [Float] {
        Spectra.high(spectrum(from: start, to: end, fade: 480, of: sample), from: Self.low)
    }

    private func sound(of spectrum: [Float]) -> [Float] {
        for index in spectrum.indices {
            transform.spectrum[index] = spectrum[index]
        }
        transform.inverse()
        return Array(transform.samples)
    }
}
