import Foundation
public import ParlandoCore
import ParlandoSignal

/// Generates audio with known properties: mono, full scale ±1. Free of side effects.
public enum ToneMaker {
    /// Returns a sine wave that begins at phase zero. `frequency` is in Hz, `rate` in samples per second.
    public static func tone(
        frequency: Double, seconds: Double, amplitude: Float = 0.5, rate: Int = AudioBlock.sampleRate
    ) -> [Float] {
        let step = 2 * Double.pi * frequency / Double(rate)
        return (0..<frames(seconds, rate: rate)).map { amplitude * Float(sin(step * Double($0))) }
    }

    /// Returns digital silence, shape `[frames]`.
    public static func silence(seconds: Double, rate: Int = AudioBlock.sampleRate) -> [Float] {
        [Float](repeating: 0, count: frames(seconds, rate: rate))
    }

    /// Returns white noise, uniformly distributed over ±`amplitude`. The same seed gives the same noise.
    public static func noise(
        seconds: Double, amplitude: Float = 0.1, seed: UInt64 = 1, rate: Int = AudioBlock.sampleRate
    ) -> [Float] {
        var generator = SplitMix(seed: seed)
        return (0..<frames(seconds, rate: rate)).map { _ in .random(in: -amplitude...amplitude, using: &generator) }
    }

    /// Splits audio into blocks of `frames` samples; the last one may be shorter.
    public static func blocks(of samples: [Float], frames: Int = 512) -> [AudioBlock] {
        stride(from: 0, to: samples.count, by: frames).map { start in
            AudioBlock(samples: Array(samples[start..<min(start + frames, samples.count)]))
        }
    }

    /// Returns the amplitude of a frequency in the audio: one bin of a Fourier transform.
    public static func amplitude(
        of frequency: Double, in samples: [Float], rate: Int = AudioBlock.sampleRate
    ) -> Double {
        let step = 2 * Double.pi * frequency / Double(rate)
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            real += Double(sample) * cos(step * Double(index))
            imaginary += Double(sample) * sin(step * Double(index))
        }
        return samples.isEmpty ? 0 : 2 * hypot(real, imaginary) / Double(samples.count)
    }

    private static func frames(_ seconds: Double, rate: Int) -> Int {
        Int((seconds * Double(rate)).rounded())
    }
}

extension SpokenSound {
    /// The samples at the rate that recognizers take.
    public var atSixteen: [Float] {
        guard let resampler = Resampler(rate: rate, channels: 1) else {
            return []
        }
        return samples.withUnsafeBufferPointer { resampler.process($0) } + resampler.finish()
    }
}
