import ParlandoCore
import ParlandoSignal

/// Puts sounds one behind the other, at the rate of the first.
struct SoundJoiner {
    private var samples: [Float] = []
    private var rate: Int?

    /// All of it, nil: there was nothing.
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
        // Rates of speech are never so far apart that this fails.
        if let resampler = Resampler(rate: sound.rate, channels: 1, to: target) {
            samples += sound.samples.withUnsafeBufferPointer { resampler.process($0) } + resampler.finish()
        }
    }
}
