import ParlandoCore
import ParlandoSignal

/// Concatenates sounds, resampled to the sample rate of the first one.
struct SoundJoiner {
    private var samples: [Float] = []
    private var rate: Int?

    /// The joined sound, or nil if nothing was added.
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
