import Foundation

/// Learns the path from the loudspeaker to the microphone, event by event, and how the clocks of both run apart.
///
/// A path that fails is tried against one learned from the last event alone: when that one foretells the next event, it
/// takes the place of the old one (the two-path method of echo cancellers; K. Ochiai et al., IEEE Trans. Comm. 25, 1977).
final class PathLearner {
    /// A stretch of sound that holds one event: something was played at `start`, and nothing else was heard until `end`.
    struct Lesson {
        let start: Int
        let end: Int
        /// Frame at which the next event was played, nil: later. That may be before `end`: it is heard later than that.
        let next: Int?
    }

    /// Events before the path is relied on.
    static let lessons = 3
    private static let memory: Float = 0.98
    /// Likeness of what is heard to what was predicted when nothing covers a click.
    private static let uncovered = 0.9
    /// Loudness relative to the prediction that is no change.
    private static let steady: ClosedRange<Float> = 0.75...1.33
    /// Uncovered clicks in a row that prove a change.
    private static let witnesses = 2
    /// Frames an event may last.
    private static let longestEvent = 19_200
    /// Frames about the loudest moment of an event in which it is compared with what was predicted.
    private static let (before, after) = (240, 5760)
    private static let furthestLag = 24
    /// Bins of the transform between which the sound that is learned from begins: 250 to 450 Hz.
    private static let low = 341...614
    /// Frames that the clocks must have run apart before they are believed to.
    private static let smallestDelay = 0.6

    /// Whether the loudspeaker is heard at all.
    private(set) var isHeard = false
    /// How many events were heard.
    private(set) var events = 0

    private let transform: FourierTransform
    private var path: EchoPath
    private let trial: PathTrial
    /// How loud the last clicks were that nothing covered, relative to what was predicted.
    private var loudness: [Float] = []
    private var tracker = DelayTracker()
    private var last: Int?
    private var noise: Float = 0
    private var energyBefore: Float = 0
    private var energyAfter: Float = 0

    /// Nil when there is no memory.
    init?() {
        guard let transform = FourierTransform(size: EchoPath.size) else {
            return nil
        }
        self.transform = transform
        path = EchoPath(transform: transform)
        trial = PathTrial(transform: transform)
    }

    /// Whether enough events were heard to say something.
    var isReady: Bool {
        events >= Self.lessons
    }

    /// Frames from the due time to the loudest moment, nil: nothing is known.
    var arrival: Int? {
        events == 1 || isHeard ? path.loudestTap - EchoPath.early + Int(tracker.delay.rounded()) : nil
    }

    /// The response at a frame, shape `[EchoPath.taps]`.
    func response(at frame: Int) -> [Float] {
        let delay = believed(tracker.delay(after: frame - (last ?? frame)))
        let turned = Spectra.delayed(path.spectrum, by: delay, gain: 1, size: EchoPath.size)
        return Array(sound(of: turned).prefix(EchoPath.taps))
    }

    /// Learns from what was heard of an event.
    ///
    /// - Parameters:
    ///   - due: what was played, by the frame at which it is due at the microphone.
    ///   - echo: what was predicted and is to be left out, unless it is the event's own.
    /// - Returns: whether the path has changed and was taken anew.
    func learn(_ lesson: Lesson, heard: SoundHistory, due: SoundHistory, echo: SoundHistory, wasRemoved: Bool) -> Bool {
        if events == 0 {
            // Sound may arrive before it was due: its beginning is no noise.
            let quiet = max(0, lesson.start - EchoPath.early)
            let lead = max(0, quiet - 14_400)..<quiet
            let silence = high(from: lead.lowerBound, to: lead.upperBound) { heard[$0] }
            noise = Spectra.energy(of: silence, size: EchoPath.size) / Float(max(1, lead.count))
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
        let weight = events > 0 ? compare(own, predicted, played, lesson.end - first) : 1
        let aligned = Spectra.delayed(own, by: -shift, gain: 1, size: EchoPath.size)
        let silence = noise * Float(lesson.end - first)
        let attempt = PathTrial.Lesson(
            start: lesson.start, heard: own, played: played, frames: lesson.end - first, noise: noise)
        events += 1
        if events > Self.lessons,
            let better = trial.path(for: attempt, insteadOf: path, delayedBy: shift, drift: steady.drift)
        {
            path = better.path
            tracker = steady
            tracker.begin(at: better.delay)
            isHeard = true
            loudness = []
            return true
        }
        path.add(heard: aligned, played: played, noise: silence, weight: weight, memory: Self.memory)
        return followLoudness()
    }

    /// Takes a changed volume for what it is, once several clicks agree.
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

    /// Delay of the event that is being learned from.
    private var shift: Double {
        believed(tracker.delay)
    }

    /// Most microphones share a clock with their loudspeaker: a small delay is taken for an error of measurement.
    private func believed(_ delay: Double) -> Double {
        abs(delay) < Self.smallestDelay ? 0 : delay
    }

    /// Measures what the prediction leaves over; returns how much the event is to count.
    private func compare(_ own: [Float], _ predicted: [Float], _ played: [Float], _ count: Int) -> Float {
        let expected = sound(of: predicted)
        let heard = sound(of: own)
        guard let range = range(about: arrivalTap(expected), count) else {
            return 1
        }
        let template = range.reduce(Float(1e-12)) { $0 + expected[$1] * expected[$1] }
        if events <= Self.lessons {
            listen(own, predicted, played, count)
        }
        if isHeard || !isReady {
            follow(heard, expected, range, template)
        }
        guard isReady else {
            return 1
        }
        // A stroke anywhere in it would be learned as an echo, and the first one may come before the last click of the
        // count-in has died away.
        let whole = (0..<count).reduce(Float(0)) { $0 + (heard[$1] - expected[$1]) * (heard[$1] - expected[$1]) }
        return min(1, noise * Float(count) / max(whole, 1e-12))
    }

    /// Frames about the loudest moment of an event.
    private func range(about centre: Int, _ count: Int) -> Range<Int>? {
        let centre = min(max(centre, Self.before + Self.furthestLag), EchoPath.size / 2)
        let last = min(count - Self.furthestLag, centre + Self.after)
        return last > centre ? centre - Self.before..<last : nil
    }

    /// Whether the loudspeaker is heard at all, as a filter matched to the event hears it: a talk in the room is louder
    /// than a click that is played softly, but little of it is like the click.
    private func listen(_ own: [Float], _ predicted: [Float], _ played: [Float], _ count: Int) {
        let filter = Spectra.conjugate(played)
        let expected = sound(of: Spectra.product(predicted, filter))
        let heard = sound(of: Spectra.product(own, filter))
        guard let range = range(about: arrivalTap(expected), count) else {
            return
        }
        var (energy, rest) = (Float(1e-20), Float(0))
        for index in range {
            energy += heard[index] * heard[index]
            rest += (heard[index] - expected[index]) * (heard[index] - expected[index])
        }
        energyBefore = 0.7 * energyBefore + energy
        // The first click of a bar sounds higher than the others: what it taught foretells nothing of the second one.
        energyAfter = 0.7 * energyAfter + min(rest, energy)
        isHeard = energyAfter < 0.8 * energyBefore
    }

    private func follow(_ heard: [Float], _ expected: [Float], _ range: Range<Int>, _ template: Float) {
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
        if likeness > Self.uncovered {
            loudness.append(centre / template)
            loudness.removeFirst(max(0, loudness.count - Self.witnesses))
        }
        // Until the path is ready, only what it foretells well tells its place: in noise the first click of a bar, which
        // sounds higher, foretells the second one at a wrong place.
        guard isReady || likeness > Self.uncovered else {
            return
        }
        let rest = max(0, 1 - likeness * likeness) / max(likeness * likeness, 1e-6)
        tracker.measure(
            shift + Double(lag) + Double(fraction), variance: 0.0025 + 0.56 * rest)
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

    /// What is heard: without what lies lower than the clicks, for most of a room's noise does.
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
