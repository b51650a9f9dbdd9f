import Foundation

/// Learns the echo path event by event, and the drift between the clocks.
///
/// A path that fails is compared with one learned from the last event alone, which replaces it if it predicts the
/// following events (the two-path method of echo cancellers; K. Ochiai et al., IEEE Trans. Comm. 25, 1977).
final class PathLearner {
    /// A sound played at `start`, with no other played sound received until `end`.
    struct Lesson {
        let start: Int
        let end: Int
        /// When the next event is played, if known; perhaps before `end`, because sound is received later.
        let next: Int?
    }

    /// Events before the path is used.
    static let lessons = 3
    /// Cosine similarity with the prediction, for an unmasked click.
    private static let uncovered = 0.9
    /// Amplitude relative to the prediction that is no change of volume.
    private static let steady: ClosedRange<Float> = 0.75...1.33
    /// Consecutive unmasked clicks that show a change of volume.
    private static let witnesses = 2
    /// In frames.
    private static let longestEvent = 19_200
    /// Frames around the loudest moment that are compared.
    private static let (before, after) = (240, 5760)
    private static let furthestLag = 24
    /// Bins of the high-pass: 250 to 450 Hz.
    private static let low = 341...614
    /// In frames. A smaller delay is treated as a measurement error.
    private static let smallestDelay = 0.6

    private(set) var isHeard = false
    private(set) var events = 0

    private let transform: FourierTransform
    private var path: EchoPath
    private let trial: PathTrial
    /// Of the latest unmasked clicks, relative to the prediction.
    private var loudness: [Float] = []
    /// With the nominal pace, relative to when the path was learned.
    private var tracker = DelayTracker()
    private var stretch = ReferenceStretch()
    /// In frames, when the path was learned.
    private var pathStretch = 0.0
    private var last: Int?
    private var noise: Float = 0

    /// Nil if there is too little memory.
    init?() {
        guard let transform = FourierTransform(size: EchoPath.size) else {
            return nil
        }
        self.transform = transform
        path = EchoPath(transform: transform)
        trial = PathTrial(transform: transform)
    }

    /// After an odd event, the next one decides.
    var isReady: Bool {
        events > Self.lessons || events == Self.lessons && isHeard
    }

    /// Frames from the due time of an event to its first arrival; nil if unknown.
    var arrival: Int? {
        guard isHeard else {
            return nil
        }
        return path.firstTap - EchoPath.early + Int(delay(tracker.delay, at: last ?? 0).rounded())
    }

    /// Frames by which the latest event was later than when the path was learned, because of the clocks or the
    /// reference's pace.
    var slip: Double {
        delay(believed(tracker.delay), at: last ?? 0)
    }

    /// Shape `[EchoPath.taps]`.
    func response(at frame: Int) -> [Float] {
        let delay = delay(believed(tracker.delay(after: frame - (last ?? frame))), at: frame)
        let turned = Spectra.delayed(path.spectrum, by: delay)
        return Array(transform.sound(of: turned).prefix(EchoPath.taps))
    }

    func note(pace: Double, from frame: Int) {
        stretch.note(pace: pace, from: frame)
    }

    /// Returns whether the path was replaced, or scaled to a changed volume.
    ///
    /// - Parameters:
    ///   - due: played sound, by the frame at which it is due at the microphone.
    ///   - echo: predicted echo of all events, which is subtracted, except that of this event.
    ///   - wasRemoved: whether `echo` contains this event.
    func learn(_ lesson: Lesson, heard: SoundHistory, due: SoundHistory, echo: SoundHistory, wasRemoved: Bool) -> Bool {
        if events == 0 {
            // Sound may arrive before its due time.
            let quiet = max(0, lesson.start - EchoPath.early)
            let lead = max(0, quiet - 14_400)..<quiet
            let silence = high(from: lead.lowerBound, to: lead.upperBound) { heard[$0] }
            noise = Spectra.energy(of: silence) / Float(max(1, lead.count))
            pathStretch = stretch.frames(at: lesson.start)
        }
        tracker.advance(lesson.start - (last ?? lesson.start))
        last = lesson.start
        let steady = tracker
        let first = lesson.start - EchoPath.early
        let silenced = min(lesson.next ?? lesson.end, lesson.end, lesson.start + Self.longestEvent)
        let played = spectrum(from: lesson.start, to: silenced, fade: 0) { due[$0] }
        let predicted = Spectra.product(played, Spectra.delayed(path.spectrum, by: slip))
        var own = high(from: first, to: lesson.end) { heard[$0] - echo[$0] }
        if wasRemoved {
            own = Spectra.sum(own, predicted)
        }
        if events > 0 {
            compare(own, predicted, lesson.end - first)
        }
        let aligned = Spectra.delayed(own, by: -slip)
        let attempt = PathTrial.Lesson(
            start: lesson.start, stretch: stretch.frames(at: lesson.start), heard: own, played: played,
            frames: lesson.end - first, noise: noise)
        events += 1
        if events > Self.lessons,
            let better = trial.path(for: attempt, insteadOf: path, delayedBy: slip, drift: steady.drift)
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

    /// Scales the path to a changed volume once several clicks agree.
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

    /// The tracked delay, with the pace that the reference really has.
    private func delay(_ tracked: Double, at frame: Int) -> Double {
        tracked + stretch.frames(at: frame) - pathStretch
    }

    /// Most microphones share a clock with their loudspeaker.
    private func believed(_ delay: Double) -> Double {
        abs(delay) < Self.smallestDelay ? 0 : delay
    }

    private func compare(_ own: [Float], _ predicted: [Float], _ count: Int) {
        let expected = transform.sound(of: predicted)
        guard isHeard || !isReady, let range = range(about: arrivalTap(expected), count) else {
            return
        }
        follow(transform.sound(of: own), expected, range)
    }

    /// Nil if the event is too short.
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
        // In noise, a path learned from the first click of a bar, which sounds higher, predicts the second at a wrong
        // position.
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

    /// Most of a room's noise is below the clicks.
    private func high(from start: Int, to end: Int, of sample: (Int) -> Float) -> [Float] {
        Spectra.high(spectrum(from: start, to: end, fade: 480, of: sample), from: Self.low)
    }
}

/// Tests a replacement echo path, learned from the last event alone.
///
/// The echo of a click is the same each time, to the sample, while two strokes never have exactly the same distance
/// from their clicks. So a path that predicts the next events is an echo path. Events with a stroke cannot confirm it.
final class PathTrial {
    struct Lesson {
        let start: Int
        /// Of the reference, in frames.
        let stretch: Double
        /// Spectrum, from `EchoPath.early` before the due time.
        let heard: [Float]
        /// Spectrum.
        let played: [Float]
        /// Frames received.
        let frames: Int
        /// Energy per frame.
        let noise: Float
    }

    /// Of the energy, unexplained by the current path.
    private static let failing: Float = 0.1
    /// Unexplained by a replacement: of the event, and of what the current path leaves.
    private static let (convincing, better): (Float, Float) = (0.1, 0.5)
    /// A single match may be coincidence.
    private static let witnesses = 2
    /// Over the noise. Weaker events test no path.
    private static let clarity: Float = 4

    private let transform: FourierTransform
    private var path: EchoPath?
    /// Where the replacement was learned, with the clock drift in frames per frame and the stretch of the reference.
    private var origin = (start: 0, drift: 0.0, stretch: 0.0)

    /// - Parameter transform: of length `EchoPath.size`; used only within calls.
    init(transform: FourierTransform) {
        self.transform = transform
    }

    /// The path that replaces the current one, its delay, and the stretch of the reference at which it was learned; nil
    /// to keep the current path.
    ///
    /// - Parameters:
    ///   - shift: delay of the current path in frames.
    ///   - drift: in frames per frame.
    func path(
        for lesson: Lesson, insteadOf used: EchoPath, delayedBy shift: Double, drift: Double
    ) -> (path: EchoPath, delay: Double, stretch: Double)? {
        let unexplained = rest(of: lesson, delayed(lesson, by: -shift), by: used)
        guard unexplained > Self.failing else {
            path = nil
            return nil
        }
        let delay = origin.drift * Double(lesson.start - origin.start)
        let heard = delayed(lesson, by: origin.stretch - lesson.stretch - delay)
        if let path, rest(of: lesson, heard, by: path) < min(Self.convincing, Self.better * unexplained) {
            add(heard, of: lesson, to: path)
            guard path.events > Self.witnesses else {
                return nil
            }
            self.path = nil
            return (path, delay, origin.stretch)
        }
        let fresh = EchoPath(transform: transform)
        add(lesson.heard, of: lesson, to: fresh)
        path = fresh
        origin = (lesson.start, drift, lesson.stretch)
        return nil
    }

    private func delayed(_ lesson: Lesson, by frames: Double) -> [Float] {
        Spectra.delayed(lesson.heard, by: frames)
    }

    private func add(_ heard: [Float], of lesson: Lesson, to path: EchoPath) {
        let noise = lesson.noise * Float(lesson.frames)
        path.add(heard: heard, played: lesson.played, noise: noise)
    }

    /// Measured after a filter matched to the played sound, which excludes low notes. 1 if the event is hardly louder
    /// than the noise.
    private func rest(of lesson: Lesson, _ spectrum: [Float], by path: EchoPath) -> Float {
        let filter = Spectra.conjugate(lesson.played)
        let expected = transform.sound(of: Spectra.product(Spectra.product(lesson.played, path.spectrum), filter))
        let heard = transform.sound(of: Spectra.product(spectrum, filter))
        let count = min(max(lesson.frames, 0), EchoPath.size)
        var (energy, rest) = (Float(0), Float(0))
        for index in 0..<count {
            energy += heard[index] * heard[index]
            rest += (heard[index] - expected[index]) * (heard[index] - expected[index])
        }
        // By Parseval's theorem, the filter passes white noise in proportion to the energy of the sound that it is
        // matched to.
        let noise = lesson.noise * Float(count) * Spectra.energy(of: lesson.played)
        return energy > Self.clarity * noise ? rest / max(energy, 1e-20) : 1
    }
}

/// How far the reference has moved because its pace was changed.
///
/// The reference follows the measured rates of both streams, which a busy sound server may report wrong by more than
/// 100 ppm for some seconds. The echo does not, so the effect of each change is calculated.
struct ReferenceStretch {
    /// The pace changes at most ten times a second, and delays are requested for a few seconds.
    private static let remembered = 64

    private struct Change {
        let frame: Int
        let frames: Double
        let pace: Double
    }

    private var changes = [Change(frame: 0, frames: 0, pace: 1)]

    /// Frames must not decrease.
    ///
    /// - Parameter pace: played frames per captured frame, relative to the ratio of the nominal rates.
    mutating func note(pace: Double, from frame: Int) {
        guard changes.last?.pace != pace else {
            return
        }
        changes.append(Change(frame: frame, frames: frames(at: frame), pace: pace))
        changes.removeFirst(max(0, changes.count - Self.remembered))
    }

    /// By how many frames an echo is later, relative to the reference, than with the nominal pace.
    func frames(at frame: Int) -> Double {
        // A faster reference is ahead: its sound is due earlier.
        guard let change = changes.last(where: { $0.frame <= frame }) ?? changes.first else {
            return 0
        }
        return change.frames + (change.pace - 1) * Double(frame - change.frame)
    }
}
