import ParlandoSignal

/// Loudness of captured sound, about 30 times for each second of it: more often than the eye can follow is wasted.
struct LevelGauge {
    private let window: Int
    private var meter: LevelMeter
    private var count = 0

    /// - Parameter rate: of the sound, in Hz.
    init(rate: Int) {
        meter = LevelMeter(rate: rate)
        window = rate / 30
    }

    /// Adds samples. Returns the level in dB of full scale, or nil while too few samples have come since the last one.
    mutating func add(_ samples: [Float]) -> Double? {
        meter.add(samples)
        count += samples.count
        guard count >= window else {
            return nil
        }
        count = 0
        return meter.level
    }
}
