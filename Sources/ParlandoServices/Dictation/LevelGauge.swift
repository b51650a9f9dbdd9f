import Foundation
import ParlandoCore

/// Loudness of the sound that passes, about 30 times for each second of it.
struct LevelGauge {
    /// What digital silence measures, in dB of full scale.
    static let floor = -120.0

    private static let window = AudioBlock.sampleRate / 30
    private var squares = 0.0
    private var count = 0

    /// The root mean square in dB of full scale (20·log10 of the amplitude), or nil while too little has passed.
    mutating func pass(_ block: AudioBlock) -> Double? {
        for sample in block.samples {
            squares += Double(sample) * Double(sample)
        }
        count += block.samples.count
        guard count >= Self.window else {
            return nil
        }
        let power = squares / Double(count)
        (squares, count) = (0, 0)
        return power > 0 ? max(Self.floor, 10 * log10(power)) : Self.floor
    }
}
