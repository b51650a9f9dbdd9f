import Foundation

/// Subtracts the spectrum of steady noise from speech (S. F. Boll, "Suppression of Acoustic Noise in Speech Using
/// Spectral Subtraction", 1979; over-subtraction and spectral floor after M. Berouti et al., "Enhancement of Speech
/// Corrupted by Acoustic Noise", 1979).
///
/// The noise power of each bin is estimated as the minimum of its smoothed power in the last 1.5 s (R. Martin, "Noise
/// Power Spectral Density Estimation Based on Optimal Smoothing and Minimum Statistics", 2001), so that no voice
/// activity detector is needed. The first second of sound passes unchanged.
///
/// If there is little noise, subtraction makes recognition worse: with clean and with reverberant speech it raised the
/// number of errors. In loud noise it improves offline but not live recognition
/// (`scripts/bench simulate --clean subtraction`). The amount of subtraction therefore depends on the noise: nothing is
/// subtracted if the voice is at least 28 dB louder than the noise, and the full amount if it is at most 20 dB louder.
/// Not thread-safe.
struct SpectralSubtraction {
    private static let size = 512
    private static let hop = 128
    /// Delay of the output in samples: 24 ms at 16 kHz.
    static let delay = size - hop
    /// Smoothing factor of the power, from frame to frame.
    private static let smoothing: Float = 0.85
    /// Ratio of the mean power of noise to the minimum of its smoothed power in 1.5 s.
    private static let bias: Float = 1.6
    /// Ratio of the subtracted noise power to the estimated noise power.
    private static let overSubtraction: Float = 1.5
    /// Minimum gain of a bin. The remaining noise masks the warble that subtraction leaves ("musical noise").
    private static let floor: Float = 0.25
    /// Smoothing factors of a bin's gain, for each frame: of a rising gain and of a falling gain.
    private static let (rise, drop): (Float, Float) = (0.6, 0.3)
    /// Duration in seconds of each part over which a minimum is taken, and the number of parts.
    private static let part = 0.25
    private static let parts = 6
    /// Minimum number of parts before noise is subtracted.
    private static let fewestParts = 4

    /// Ratios of the voice to the noise in dB, in the band of speech: the ratio at which the full amount is subtracted,
    /// and the ratio at which nothing is subtracted. The voice is measured in the loudest recent frame, so that the
    /// ratio is some 10 dB above the usual signal-to-noise ratio.
    private static let (fullRatio, noRatio): (Float, Float) = (20, 28)
    /// Smoothing factor of the amount of subtraction, for each frame: a time constant of 0.4 s at 16 kHz.
    private static let fading: Float = 0.02
    /// The band of speech that a telephone carries, in Hz.
    private static let speechBand = 300.0...3_400.0
    /// Rate at which the estimated level of the voice falls, in dB per second, so that it adapts to a person who moves
    /// away.
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
    /// Minimum power of each bin in the current part.
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
        // The square root of a Hann window, applied before and after the transform. Four overlapping Hann windows add
        // up to 2, and the scale compensates for that.
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

    /// Returns the power of a bin of the transform's spectrum.
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

    /// Returns the mean power of the bins in the speech band.
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
