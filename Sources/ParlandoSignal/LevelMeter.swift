import Foundation

/// How loud it is, smoothed so that a needle rises at once and falls back calmly. Pure.
public struct LevelMeter: Sendable {
    /// What silence reads, in dB of full scale.
    public static let floor = -80.0

    /// Time constants in seconds: fast enough to follow a syllable up, slow enough to be read on the way down.
    private static let attack = 0.01
    private static let release = 0.25
    /// A sine at full scale reads 0 dB (AES17), so the mean square is doubled.
    private static let sineReference = 2.0

    private let rate: Double
    private var meanSquare = 0.0

    /// - Parameter rate: samples a second of what will be measured.
    public init(rate: Int) {
        self.rate = Double(rate)
    }

    /// RMS level in dB of full scale: 0 is the loudest sine, `LevelMeter.floor` is silence.
    public var level: Double {
        Self.decibels(meanSquare)
    }

    /// Takes in the next samples, full scale ±1.
    public mutating func add(_ samples: [Float]) {
        guard !samples.isEmpty else {
            return
        }
        let now = Self.meanSquare(samples)
        let constant = now > meanSquare ? Self.attack : Self.release
        meanSquare += (now - meanSquare) * (1 - exp(-Double(samples.count) / (rate * constant)))
    }

    /// RMS level of one run of samples, unsmoothed, in the same decibels.
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
