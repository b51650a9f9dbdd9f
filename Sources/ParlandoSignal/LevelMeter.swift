import Foundation

/// A level meter with fast attack and slow release. Free of side effects.
public struct LevelMeter: Sendable {
    /// Lowest level, shown for silence, in dBFS.
    public static let floor = -80.0

    /// Time constants in seconds. The attack is fast enough to follow a syllable, and the release is slow enough for
    /// the user to read the level.
    private static let attack = 0.01
    private static let release = 0.25
    /// Factor by which the mean square is multiplied so that a full-scale sine has a level of 0 dBFS (AES17).
    private static let sineReference = 2.0

    private let rate: Double
    private var meanSquare = 0.0

    /// - Parameter rate: sample rate in Hz.
    public init(rate: Int) {
        self.rate = Double(rate)
    }

    /// Smoothed RMS level in dBFS, from `LevelMeter.floor` for silence to 0 for the loudest sine.
    public var level: Double {
        Self.decibels(meanSquare)
    }

    /// Adds samples, full scale ±1.
    public mutating func add(_ samples: [Float]) {
        guard !samples.isEmpty else {
            return
        }
        let now = Self.meanSquare(samples)
        let constant = now > meanSquare ? Self.attack : Self.release
        meanSquare += (now - meanSquare) * (1 - exp(-Double(samples.count) / (rate * constant)))
    }

    /// Returns the RMS level of some samples without smoothing, in dBFS.
    public static func level(of samples: [Float]) -> Double {
        decibels(samples.isEmpty ? 0 : meanSquare(samples))
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

/// Measures the loudness of captured sound about 30 times a second. A display that changes more often looks no
/// smoother.
public struct LevelGauge {
    private let window: Int
    private var meter: LevelMeter
    private var count = 0

    /// - Parameter rate: sample rate of the sound, in Hz.
    public init(rate: Int) {
        meter = LevelMeter(rate: rate)
        window = rate / 30
    }

    /// Adds samples. Returns the level in dB of full scale, or nil if too few samples have arrived since the last
    /// level.
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
