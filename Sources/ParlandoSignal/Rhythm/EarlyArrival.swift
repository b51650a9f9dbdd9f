/// Finds clicks that arrive long before they are due, because the reference was aligned by wrong clock fits. Free of side
/// effects.
///
/// The echo path contains no sound that arrives more than `EchoPath.early` before it is due. Regular clicks may still
/// seem to be heard: the next click, which is early, is taken for the echo of this one. Of the clicks received before
/// the last one is due, all match at the true lag, and one fewer at that of the wrong echo.
enum EarlyArrival {
    /// Minimum number of frames of history that is needed.
    static let history = 262_144

    /// Maximum number of frames by which clicks may be early: half a second.
    private static let earliest = 24_000
    /// Maximum number of frames by which clicks may be late for comparison: a second.
    private static let latest = 48_000
    /// Number of frames of played sound that is searched for: three clicks down to 33 beats per minute.
    private static let length = 196_608
    /// Length of the transform in frames. The played sound is silent at its end, so that no lag wraps around.
    private static let size = 262_144
    /// Bins of the transform over which the high-pass rises: 250 to 450 Hz, as when the echo path is learned.
    private static let low = 1365...2458
    /// Minimum likeness (normalized correlation) of played and received sound. Strokes on the beat are much less like
    /// clicks, and without any sound of the loudspeaker it is below 0.05.
    private static let convincing: Float = 0.3
    /// Minimum likeness at an early lag relative to the best one of all others. Three matching clicks against two are
    /// 1.5, and the clicks of a loudspeaker that is late match at most as often at an early lag.
    private static let better: Float = 1.2

    /// Returns by how many frames the clicks arrive before they are due; nil if they are not found to be early.
    ///
    /// - Parameters:
    ///   - heard: microphone signal.
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
        let energy = Spectra.energy(of: played, size: size) * Spectra.energy(of: received, size: size)
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
