/// Tries another path when the one in use fails: one that is learned from the last event alone.
///
/// A click sounds the same every time, to the sample; a stroke never comes twice at the same moment. So a path that
/// foretells the next events is the loudspeaker's, however sure the player is. Events with a stroke in them prove nothing:
/// the path is found when some pass without one.
final class PathTrial {
    /// One event, as the path learns from it.
    struct Lesson {
        /// Frame at which it was due.
        let start: Int
        /// Spectrum of what was heard, from `EchoPath.early` before the due time on.
        let heard: [Float]
        /// Spectrum of what was played.
        let played: [Float]
        /// Frames that were heard.
        let frames: Int
        /// Energy of a frame in which nothing sounds.
        let noise: Float
    }

    /// Share of the energy that a path in use may leave unexplained.
    private static let failing: Float = 0.1
    /// Share that a better one leaves at most, and relative to the path in use.
    private static let (convincing, better): (Float, Float) = (0.1, 0.5)
    /// Events in a row that a path must foretell: of two notes one may be like the other by chance.
    private static let witnesses = 2
    /// How much louder than the noise an event must be to prove anything.
    private static let clarity: Float = 4

    private let transform: FourierTransform
    private var path: EchoPath?
    /// Frame of the event that the path was begun with, and frames a frame by which the clocks ran apart then.
    private var origin = (start: 0, drift: 0.0)

    /// - Parameter transform: of `EchoPath.size`; used only within calls.
    init(transform: FourierTransform) {
        self.transform = transform
    }

    /// The path that is to take the place of the one in use, and its delay at that event; nil: that one stays.
    ///
    /// - Parameters:
    ///   - used: the path in use.
    ///   - shift: its delay in frames.
    ///   - drift: frames a frame by which the clocks were found to run apart.
    func path(
        for lesson: Lesson, insteadOf used: EchoPath, delayedBy shift: Double, drift: Double
    ) -> (path: EchoPath, delay: Double)? {
        let unexplained = rest(of: lesson, delayed(lesson, by: -shift), by: used)
        guard unexplained > Self.failing else {
            path = nil
            return nil
        }
        let delay = origin.drift * Double(lesson.start - origin.start)
        let heard = delayed(lesson, by: -delay)
        if let path, rest(of: lesson, heard, by: path) < min(Self.convincing, Self.better * unexplained) {
            add(heard, of: lesson, to: path)
            guard path.events > Self.witnesses else {
                return nil
            }
            self.path = nil
            return (path, delay)
        }
        let fresh = EchoPath(transform: transform)
        add(lesson.heard, of: lesson, to: fresh)
        path = fresh
        origin = (lesson.start, drift)
        return nil
    }

    private func delayed(_ lesson: Lesson, by frames: Double) -> [Float] {
        Spectra.delayed(lesson.heard, by: frames, gain: 1, size: EchoPath.size)
    }

    private func add(_ heard: [Float], of lesson: Lesson, to path: EchoPath) {
        let noise = lesson.noise * Float(lesson.frames)
        path.add(heard: heard, played: lesson.played, noise: noise, weight: 1, memory: 1)
    }

    /// Share of an event's energy that a path leaves, as a filter matched to what was played sees both: low notes, which
    /// are alike at any moment, have no part in it. All of it where there is little but noise.
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
        // By Parseval, a filter lets through as much of white noise as the energy of what it is matched to.
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
