/// Tests a replacement echo path when the current one fails. The replacement is learned from the last event alone.
///
/// The echo of a click is the same each time, to the sample, while two strokes never have exactly the same distance
/// from their clicks. A path that predicts the next events is therefore an echo path and not learned from strokes,
/// however exactly the player plays. Events during which a stroke is played cannot confirm a path. The path is found
/// once some events pass without a stroke.
final class PathTrial {
    /// One training event: a sound that was played, and the sound that the microphone received at the time.
    struct Lesson {
        /// Frame at which the event is due.
        let start: Int
        /// The stretch of the reference at this frame, in frames.
        let stretch: Double
        /// Spectrum of the received sound, from `EchoPath.early` before the due time.
        let heard: [Float]
        /// Spectrum of the played sound.
        let played: [Float]
        /// Number of frames received.
        let frames: Int
        /// Energy per frame of background noise.
        let noise: Float
    }

    /// Maximum fraction of the energy that the current path may leave unexplained.
    private static let failing: Float = 0.1
    /// Maximum energy that a replacement path may leave unexplained: as a fraction of the event's energy, and as a
    /// fraction of the energy that the current path leaves unexplained.
    private static let (convincing, better): (Float, Float) = (0.1, 0.5)
    /// Number of consecutive events that a replacement has to predict. A single match of two notes may be coincidence.
    private static let witnesses = 2
    /// Minimum ratio of an event's energy to that of the noise. Weaker events are not used to test a path.
    private static let clarity: Float = 4

    private let transform: FourierTransform
    private var path: EchoPath?
    /// Frame of the event from which the replacement was learned, and the clock drift (in frames per frame) and the
    /// stretch of the reference at that time.
    private var origin = (start: 0, drift: 0.0, stretch: 0.0)

    /// - Parameter transform: transform of length `EchoPath.size`; used only within calls.
    init(transform: FourierTransform) {
        self.transform = transform
    }

    /// Returns the path that replaces the current one, its delay at this event because of clock drift, and the stretch
    /// of the reference at which it was learned; nil to keep the current path.
    ///
    /// - Parameters:
    ///   - used: the current path.
    ///   - shift: delay of the current path in frames.
    ///   - drift: measured clock drift in frames per frame.
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
        Spectra.delayed(lesson.heard, by: frames, gain: 1, size: EchoPath.size)
    }

    private func add(_ heard: [Float], of lesson: Lesson, to path: EchoPath) {
        let noise = lesson.noise * Float(lesson.frames)
        path.add(heard: heard, played: lesson.played, noise: noise)
    }

    /// Returns the fraction of an event's energy that a path leaves unexplained. Both energies are measured after a
    /// filter matched to the played sound. The filter excludes low notes, which are similar at any moment. Returns 1 if
    /// the event is hardly louder than the noise.
    private func rest(of lesson: Lesson, _ spectrum: [Float], by path: EchoPath) -> Float {
        let filter = Spectra.conjugate(lesson.played)
        let expected = sound(of: Spectra.product(Spectra.product(lesson.played, path.spectrum), filter))
        let heard = sound(of: Spectra.product(spectrum, filter))
        let count = min(max(lesson.frames, 0), EchoPath.size)
        var (energy, rest) = (Float(0), Float(0))
        for index in 0..<count {
            energy += heard[index] * heard[index]
            rest += (heard[index] - expected[index]) * (heard[index] - expected[index])
        }
        // By Parseval's theorem, the filter passes white noise in proportion to the energy of the sound that it is
        // matched to.
        let noise = lesson.noise * Float(count) * Spectra.energy(of: lesson.played, size: EchoPath.size)
        return energy > Self.clarity * noise ? rest / max(energy, 1e-20) : 1
    }

    private func sound(of spectrum: [Float]) -> [Float] {
        for index in spectrum.indices {
            transform.spectrum[index] = spectrum[index]
        }
        transform.inverse()
        return Array(transform.samples)
    }
}
