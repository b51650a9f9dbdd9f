import CSpeexDSP
import Foundation
import ParlandoCore

/// Takes what the computer plays out of what a microphone hears; mono, 16 kHz. The only file that uses SpeexDSP.
///
/// `EchoDelay` finds what was played in the microphone, SpeexDSP's adaptive filter subtracts it, and a gain for each
/// frequency lowers what the filter leaves. Where there is no echo, as with headphones, or nothing is played, the sound
/// passes unchanged. Until that is known, frames that what is played may explain are muted. Not thread-safe.
public final class EchoCanceller {
    /// Samples that are processed at a time, 20 ms; the result is as much later than the microphone.
    public static let frame = 320
    /// The greatest delay of the echo, in samples.
    public static let reach = 12_000

    /// Frames after which the echo is sought again.
    static let pace = 13.0
    /// Gains where the echo may be alone, before its delay is known and then; and the least one where a person talks.
    private static let (muted, attenuated, least): (Float, Float, Float) = (0.003, 0.02, 0.15)
    /// A person is heard that much above the leak, in decibels over all bands, and then for so many frames.
    private static let (audible, hangover): (Float, Int) = (5, 15)
    /// Bins of 25 Hz, in bands as wide as the ear's.
    private static let bands: [Range<Int>] = {
        let edges = [0, 8, 14, 20, 28, 36, 46, 58, 72, 90, 112, 140, 176, 220, 270, frame + 1]
        return zip(edges, edges.dropFirst()).map { $0..<$1 }
    }()

    private let filter: OpaquePointer
    private let delay: EchoDelay
    private let transform: FourierTransform
    private let window: [Float]

    /// Loudness of the last frames played, as many as may be heard now.
    private var levels = [Float](repeating: 0, count: reach / frame + 8)
    /// The frame before: as it was heard, without the echo, and what was played; and what overlaps with the next one.
    private var (heard, clean, source, overlap) = (silence, silence, silence, silence)
    /// How much of the result is processed.
    private var share: Float = 0

    /// Powers of what was played, as they die away in the room.
    private var sources = silence + [0]
    /// For each band: how much of the power that was played is left, and the greatest power of late.
    private var (leaks, loudest) = (bands.map { _ in Float(1) }, bands.map { _ in Float(0) })
    /// Frames so far, since `leaks` were in doubt, and for which the person who was heard may go on.
    private var (frames, age, presence) = (0, 0, 0)

    private static let silence = [Float](repeating: 0, count: frame)

    /// Nil if there is too little memory.
    public init?() {
        guard let correlator = FourierTransform(size: EchoDelay.stretch),
            let transform = FourierTransform(size: 2 * Self.frame),
            let filter = speex_echo_state_init(Int32(Self.frame), 3 * Int32(AudioBlock.sampleRate) / 10)
        else {
            return nil
        }
        var rate = Int32(AudioBlock.sampleRate)
        speex_echo_ctl(filter, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
        (self.delay, self.transform, self.filter) = (EchoDelay(correlator), transform, filter)
        window = (0..<2 * Self.frame).map { Float(sin(Double.pi * (Double($0) + 0.5) / Double(2 * Self.frame))) }
    }

    deinit {
        speex_echo_state_destroy(filter)
    }

    /// Samples played so far.
    public var playedCount: Int { delay.played.end }

    public func play(_ samples: [Float]) {
        samples.forEach { delay.played.append($0.bounded(by: 1)) }
    }

    /// The echo is sought anew, for example after a gap.
    public func forget() {
        delay.forget()
    }

    /// Returns the sound of the frame before, without the echo.
    ///
    /// - Parameter end: of what was played that may be in this frame, at most `reach` samples before.
    public func clean(_ samples: [Float], playedUpTo end: Int) -> [Float] {
        let samples = samples.map { $0.bounded(by: 1) }
        samples.forEach(delay.heard.append)
        frames += 1
        levels[frames % levels.count] = delay.played.energy(in: end - Self.frame..<end)
        let playing = levels.max() ?? 0
        // At less than -70 dB nothing is heard again.
        let isPlaying = playing > 3e-5
        if isPlaying, frames.isMultiple(of: Int(Self.pace)), let isFound = delay.seek(playedUpTo: end) {
            // What is left of the echo counts as loud until it is known, and what was played before is still heard.
            (age, leaks) = (0, leaks.map { _ in 1 })
            if isFound {
                speex_echo_state_reset(filter)
                sources = sources.map { _ in 10 }
            }
        }
        var (clean, source) = (samples, Self.silence)
        var gains = [Float](repeating: 1, count: Self.frame + 1)
        if delay.state == .known {
            source = delay.source()
            clean = subtract(source, from: samples)
            gains = self.gains(clean, source)
        } else if samples.reduce(0, { $0 + $1 * $1 }) < 4 * playing {
            gains = gains.map { $0 * Self.muted }
        }
        let quiet = applied(gains, to: clean)
        let wanted: Float = isPlaying && delay.state != .none ? 1 : 0
        let result = (0..<Self.frame).map { index in
            heard[index] + (share + (wanted - share) * Float(index) / Float(Self.frame)) * (quiet[index] - heard[index])
        }
        (share, heard, self.clean, self.source) = (wanted, samples, clean, source)
        return result
    }

    private func subtract(_ source: [Float], from heard: [Float]) -> [Float] {
        let scale: Float = 32_767
        var rest = [Int16](repeating: 0, count: Self.frame)
        speex_echo_cancellation(
            filter, heard.map { Int16($0 * scale) }, source.map { Int16($0.bounded(by: 1) * scale) }, &rest)
        return rest.map { Float($0) / scale }
    }

    // MARK: What the filter leaves of the echo

    /// The powers of a frame and the one before. Leaves their spectrum in `transform`.
    private func powers(_ before: [Float], _ frame: [Float]) -> [Float] {
        for index in 0..<Self.frame {
            transform.samples[index] = before[index] * window[index]
            transform.samples[Self.frame + index] = frame[index] * window[Self.frame + index]
        }
        transform.forward()
        return (0...Self.frame).map { bin in
            let (real, imaginary) = (transform.spectrum[2 * bin], transform.spectrum[2 * bin + 1])
            return real * real + imaginary * imaginary
        }
    }

    /// Returns a gain for each bin: little where the echo may be left, almost nothing while only the echo is heard.
    private func gains(_ clean: [Float], _ source: [Float]) -> [Float] {
        // Sound lasts in the room.
        sources = zip(powers(self.source, source), sources).map { max($0, 0.6 * $1) }
        let rest = powers(self.clean, clean)
        var gains = sources
        // Decibels by which the sound is louder than what may be left of the echo.
        var excess: Float = 0
        for (band, bins) in Self.bands.enumerated() {
            let (power, played) = (rest[bins].reduce(1e-9, +), sources[bins].reduce(1e-9, +))
            loudest[band] = max(played, 0.995 * loudest[band])
            if played > 0.01 * loudest[band] {
                // It follows the quietest fifth of what is heard, since a person only adds to the echo.
                let (up, down): (Float, Float) = age < 75 ? (1.12, 0.75) : (1.02, 0.93)
                leaks[band] = min(max(leaks[band] * (power > leaks[band] * played ? up : down), 1e-7), 10)
            }
            for bin in bins {
                gains[bin] = max(Self.least, 1 - 3 * leaks[band] * sources[bin] / (rest[bin] + 1e-9))
            }
            // What is added is as loud as noise.
            excess += min(15, max(0, 10 * log10((power + 0.01) / (leaks[band] * played + 0.01))))
        }
        age += 1
        presence = excess > Self.audible * Float(Self.bands.count) ? Self.hangover : max(0, presence - 1)
        return presence > 0 ? gains : gains.map { Self.attenuated * $0 }
    }

    private func applied(_ gains: [Float], to clean: [Float]) -> [Float] {
        _ = powers(self.clean, clean)
        for (bin, gain) in gains.enumerated() {
            transform.spectrum[2 * bin] *= gain
            transform.spectrum[2 * bin + 1] *= gain
        }
        transform.inverse()
        defer { overlap = (0..<Self.frame).map { transform.samples[Self.frame + $0] * window[Self.frame + $0] } }
        return (0..<Self.frame).map { overlap[$0] + transform.samples[$0] * window[$0] }
    }
}
