import ParlandoCore
import ParlandoSignal

/// Concatenates sounds, and resamples them to the sample rate of the first sound.
struct SoundJoiner {
    private var samples: [Float] = []
    private var rate: Int?

    /// The joined sound; nil if nothing was added.
    var sound: SpokenSound? {
        rate.map { SpokenSound(samples: samples, rate: $0) }
    }

    mutating func append(_ sound: SpokenSound) {
        let target = rate ?? sound.rate
        rate = target
        guard sound.rate != target else {
            samples += sound.samples
            return
        }
        // Creating the resampler only fails for extreme ratios, which the sample rates of speech never have.
        if let resampler = Resampler(rate: sound.rate, channels: 1, to: target) {
            samples += sound.samples.withUnsafeBufferPointer { resampler.process($0) } + resampler.finish()
        }
    }
}
