/// Finds the loudspeaker's sound in the microphone signal where it arrives long before it is due, because the reference
/// was aligned by wrong clock fits. Free of side effects.
enum EarlyArrival {
    /// Maximum number of frames by which the sound may be early: half a second.
    static let earliest = 24_000
    /// Number of frames of played sound that are searched for.
    private static let length = 98_304
    /// Length of the transform in frames, at least the length of the played sound plus `earliest`. The histories are as
    /// long.
    private static let size = 131_072
    /// Bins of the transform over which the high-pass rises: 250 to 450 Hz, as when the echo path is learned.
    private static let low = 683...1229
    /// Minimum likeness (normalized correlation) of played and received sound. Strokes on the beat are much less like
    /// clicks, and without any sound of the loudspeaker it is below 0.05.
    private static let convincing: Float = 0.3
    /// Minimum likeness of a lag relative to the best one. Regular clicks are alike at several lags, and the sound is
    /// rather a little early than a whole beat.
    private static let asGood: Float = 0.9
    /// Minimum likeness of an early lag relative to that of the delay at which the sound seems to be heard. A delay that
    /// belongs to the click before has one click less to show for it.
    private static let better: Float = 1.2
    /// Number of frames on either side of that delay.
    private static let nearby = 480

    /// Returns by how many frames the sound arrives before it is due; nil if it is not found.
    ///
    /// - Parameters:
    ///   - heard: microphone signal.
    ///   - due: played sound, indexed by the frame at which it is due at the microphone.
    ///   - end: frame after the last one to be used.
    ///   - delay: frames after the due time at which the sound seems to be heard; nil if it does not.
    static func frames(heard: SoundHistory, due: SoundHistory, until end: Int, insteadOf delay: Int? = nil) -> Int? {
        let start = end - length
        guard let transform = FourierTransform(size: size) else {
            return nil
        }
        let played = spectrum(of: due, from: start, count: length, by: transform)
        let received = spectrum(of: heard, from: start - earliest, count: length + earliest, by: transform)
        let product = Spectra.product(received, Spectra.conjugate(played))
        _ = transform.spectrum.update(fromContentsOf: product)
        transform.inverse()
        let energy = Spectra.energy(of: played, size: size) * Spectra.energy(of: received, size: size)
        // The early side comes first; index `earliest` is sound that arrives when it is due.
        let lags = transform.samples.prefix(earliest)
        let apparent = delay.flatMap { delay in
            transform.samples[earliest...].dropFirst(delay - nearby).prefix(2 * nearby).max()
        }
        let least = max(convincing * energy.squareRoot(), better * (apparent ?? 0))
        guard energy > 0, let best = lags.max(), best >= least else {
            return nil
        }
        return lags.lastIndex { $0 >= asGood * best }.map { earliest - $0 }
    }

    private static func spectrum(
        of sound: SoundHistory, from start: Int, count: Int, by transform: FourierTransform
    ) -> [Float] {
        transform.samples.update(repeating: 0)
        sound.copy(from: start, into: UnsafeMutableBufferPointer(rebasing: transform.samples[..<count]))
        transform.forward()
        return Spectra.high(Array(transform.spectrum), from: low)
    }
}
