import ParlandoCore
import ParlandoSignal

/// Loudness of the sound that passes, about 30 times for each second of it: more often than an eye follows is wasted.
struct LevelGauge {
    private static let window = AudioBlock.sampleRate / 30
    private var meter = LevelMeter(rate: AudioBlock.sampleRate)
    private var count = 0

    /// The level in dB of full scale, or nil while too little has passed since the last one.
    mutating func pass(_ block: AudioBlock) -> Double? {
        meter.add(block.samples)
        count += block.samples.count
        guard count >= Self.window else {
            return nil
        }
        count = 0
        return meter.level
    }
}
