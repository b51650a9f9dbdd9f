import ParlandoSignal

/// Measures the loudness of captured sound about 30 times a second. A display that changes more often looks no
/// smoother.
struct LevelGauge {
    private let window: Int
    private var meter: LevelMeter
    private var count = 0

    /// - Parameter rate: sample rate of the sound, in Hz.
    init(rate: Int) {
        meter = LevelMeter(rate: rate)
        window = rate / 30
    }

    /// Adds samples. Returns the level in dB of full scale, or nil if too few samples have arrived since the last
    /// level.
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
