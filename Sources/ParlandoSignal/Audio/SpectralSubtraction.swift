import Foundation

/// Subtracts the spectrum of steady noise from speech (S. F. Boll, "Suppression of Acoustic Noise in Speech Using
/// Spectral Subtraction", 1979; over-subtraction and spectral floor after M. Berouti et al., "Enhancement of Speech
/// Corrupted by Acoustic Noise", 1979).
///
/// The noise is the minimum of the smoothed power of each bin in the last 1.5 s (R. Martin, "Noise Power Spectral
/// Density Estimation Based on Optimal Smoothing and Minimum Statistics", 2001), so it needs no detector of pauses. Until
/// a second has been heard, the sound passes unchanged.
///
/// Subtraction costs words where there is little noise: on clean and reverberant speech it raised the errors. In loud
/// noise it helps offline and not live (`scripts/bench simulate --clean subtraction`). It fades in with the noise:
/// nothing is subtracted if the voice is 28 dB or more above it, everything from 20 dB down. Not thread-safe.
struct SpectralSubtraction {
    private static let size = 512
    private static let hop = 128
    /// Number of samples by which the output is late: 24 ms at 16 kHz.
    static let delay = size - hop
    /// Smoothing of the power from frame to frame.
    private static let smoothing: Float = 0.85
    /// Ratio of the mean of noise to its minimum in 1.5 s at this smoothing.
    private static let bias: Float = 1.6
    /// Factor by which more noise is subtracted than estimated.
    private static let overSubtraction: Float = 1.5
    /// Minimum gain of a bin. What remains masks the warble that subtraction leaves ("musical noise").
    private static let floor: Float = 0.25
    /// Share of a new gain when it rises and when it falls.
    private static let (rise, drop): (Float, Float) = (0.6, 0.3)
    /// Duration in seconds of the parts over which minima are taken, and their number.
    private static let part = 0.25
    private static let parts = 6
    /// Number of parts to hear before noise is subtracted.
    private static let fewestParts = 4

    /// Ratio of the voice to the noise in dB, both in the band of speech, at which all and at which nothing is subtracted.
    /// The voice is the loudest recent frame, so the ratio is some 10 dB above the usual signal-to-noise ratio.
    private static let (fullRatio, noRatio): (Float, Float) = (20, 28)
    /// Share of a new amount of subtraction in each frame: a time constant of 0.4 s.
    private static let fading: Float = 0.02
    /// The band of speech that a telephone carries, in Hz.
    private static let speechBand = 300.0...3_400.0
    /// Fall of the level of the voice in dB per second, so that it adapts to a person who moves away.
    private static let fall: Float = 0.5

    private let transform: FourierTransform
    private let speechBins: Range<Int>
    private let decay: Float
    private let window: [Float]
    private let framesInPart: Int
    private var input: [Float]
    private var overlap: [Float]
    private var power: [Float] = []
    private var gains: [Float]
    /// Mean power of the bins of the speech band in the loudest recent frame.
    private var voice: Float = 0
    /// Amount of subtraction, 0…1.
    private var amount: Float = 0
    /// Minimum of each bin in the part that has not ended.
    private var lowest: [Float] = []
    private var minima: [[Float]] = []
    private var noise: [Float] = []
    private var frames = 0
    /// Number of samples of output still to drop, because they precede the first sample of input.
    private var early = delay
    private var received = 0
    private var delivered = 0

    /// Nil if memory cannot be allocated.
    ///
    /// - Parameter rate: sample rate in Hz.
    init?(rate: Double) {
        guard let transform = FourierTransform(size: Self.size) else {
            return nil
        }
        self.transform = transform
        // The square root of Hann's window, once before the transform and once after it. Four overlapping windows add
        // up to 2.
        window = (0..<Self.size).map { Float(sin(.pi * Double($0) / Double(Self.size)) / 2.0.squareRoot()) }
        let width = rate / Double(Self.size)
        speechBins = Int(Self.speechBand.lowerBound / width)..<Int(Self.speechBand.upperBound / width)
        decay = pow(10, -Self.fall * Float(Self.hop) / Float(rate) / 10)
        framesInPart = max(1, Int(Self.part * rate) / Self.hop)
        input = [Float](repeating: 0, count: Self.delay)
        overlap = [Float](repeating: 0, count: Self.size)
        gains = [Float](repeating: 1, count: Self.size / 2 + 1)
    }

    /// Adds samples. Returns those that are ready.
    mutating func process(_ samples: [Float]) -> [Float] {
        received += samples.count
        return proceed(samples)
    }

    /// Returns the remaining samples. The object cannot be used afterwards.
    mutating func finish() -> [Float] {
        let missing = received - delivered
        return Array(proceed([Float](repeating: 0, count: Self.size)).prefix(missing))
    }

    private mutating func proceed(_ samples: [Float]) -> [Float] {
        input += samples
        var result: [Float] = []
        var start = 0
        while input.count - start >= Self.size {
            let ready = next(input[start..<start + Self.size])
            let dropped = min(early, ready.count)
            early -= dropped
            result += ready.dropFirst(dropped)
            start += Self.hop
        }
        input.removeFirst(start)
        delivered += result.count
        return result
    }

    /// Processes one frame. Returns the samples that no later frame changes.
    private mutating func next(_ frame: ArraySlice<Float>) -> [Float] {
        for (index, sample) in frame.enumerated() {
            transform.samples[index] = sample * window[index]
        }
        transform.forward()
        measure()
        if !noise.isEmpty {
            lower()
        }
        transform.inverse()
        for index in overlap.indices {
            overlap[index] += transform.samples[index] * window[index]
        }
        let ready = Array(overlap.prefix(Self.hop))
        overlap.removeFirst(Self.hop)
        overlap += [Float](repeating: 0, count: Self.hop)
        return ready
    }

    /// Power of a bin of the transform's spectrum.
    private func power(of bin: Int) -> Float {
        let (real, imaginary) = (transform.spectrum[2 * bin], transform.spectrum[2 * bin + 1])
        return real * real + imaginary * imaginary
    }

    private mutating func measure() {
        if power.isEmpty {
            power = gains.indices.map(power(of:))
        }
        for bin in power.indices {
            power[bin] = Self.smoothing * power[bin] + (1 - Self.smoothing) * power(of: bin)
        }
        voice = max(voice * decay, mean(power))
        lowest = lowest.isEmpty ? power : zip(lowest, power).map(min)
        frames += 1
        guard frames.isMultiple(of: framesInPart) else {
            return
        }
        minima = minima.suffix(Self.parts - 1) + [lowest]
        lowest = []
        if minima.count >= Self.fewestParts {
            noise = minima.dropFirst().reduce(minima[0]) { zip($0, $1).map(min) }.map { $0 * Self.bias }
        }
    }

    /// Mean of the bins of the speech band.
    private func mean(_ powers: [Float]) -> Float {
        speechBins.reduce(0) { $0 + powers[$1] } / Float(speechBins.count)
    }

    private mutating func lower() {
        let ratio = 10 * log10(max(voice, 1e-12) / max(mean(noise), 1e-12))
        let wish = min(max((Self.noRatio - ratio) / (Self.noRatio - Self.fullRatio), 0), 1)
        amount += (wish - amount) * Self.fading
        for bin in gains.indices {
            let share = 1 - Self.overSubtraction * noise[bin] / max(power(of: bin), 1e-12)
            let wanted = 1 - amount * (1 - max(max(share, 0).squareRoot(), Self.floor))
            let speed = wanted > gains[bin] ? Self.rise : Self.drop
            gains[bin] += (wanted - gains[bin]) * speed
            transform.spectrum[2 * bin] *= gains[bin]
            transform.spectrum[2 * bin + 1] *= gains[bin]
        }
    }
}
