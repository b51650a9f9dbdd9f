import Foundation

/// A level meter with fast attack and slow release.
struct LevelMeter: Sendable {
    /// Level of silence, in dBFS.
    static let floor = -80.0

    /// Time constants in seconds: fast enough for a syllable, slow enough to be read.
    private static let attack = 0.01
    private static let release = 0.25
    /// Makes a full-scale sine 0 dBFS (AES17).
    private static let sineReference = 2.0

    private let rate: Double
    private var meanSquare = 0.0

    init(rate: Int) {
        self.rate = Double(rate)
    }

    /// Smoothed RMS level in dBFS, from `floor` to 0.
    var level: Double {
        Self.decibels(meanSquare)
    }

    /// Full scale is ±1.
    mutating func add(_ samples: [Float]) {
        guard !samples.isEmpty else {
            return
        }
        let now = Self.meanSquare(samples)
        let constant = now > meanSquare ? Self.attack : Self.release
        meanSquare += (now - meanSquare) * (1 - exp(-Double(samples.count) / (rate * constant)))
    }

    private static func meanSquare(_ samples: [Float]) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    }

    private static func decibels(_ meanSquare: Double) -> Double {
        guard meanSquare > 0 else {
            return floor
        }
        return min(max(10 * log10(meanSquare * sineReference), floor), 0)
    }
}

/// Measures the loudness of captured sound about 30 times a second, as often as a display needs it.
public struct LevelGauge {
    private let window: Int
    private var meter: LevelMeter
    private var count = 0

    public init(rate: Int) {
        meter = LevelMeter(rate: rate)
        window = rate / 30
    }

    /// Returns the level in dBFS, or nil if too few samples have arrived since the last one.
    public mutating func add(_ samples: [Float]) -> Double? {
        meter.add(samples)
        count += samples.count
        guard count >= window else {
            return nil
        }
        count = 0
        return meter.level
    }
}
