import Foundation

/// Interpolates between the samples of a stream with a Hann-windowed sinc function from a table.
final class SincInterpolator {
    /// Number of samples that contribute to one value.
    static let taps = 32
    private static let phases = 512

    private let table: [Float]

    /// - Parameter cutoff: fraction of the stream's band that passes, 0…1. Below 1 for reading at a lower rate.
    init(cutoff: Double) {
        let half = Double(Self.taps / 2)
        table = (0...Self.phases).flatMap { phase -> [Float] in
            let offset = Double(phase) / Double(Self.phases)
            let values = (0..<Self.taps).map { tap -> Double in
                let distance = Double(tap) - half + 1 - offset
                let angle = Double.pi * distance * cutoff
                let sinc = abs(angle) < 1e-9 ? 1 : sin(angle) / angle
                return abs(distance) < half ? sinc * (0.5 + 0.5 * cos(.pi * distance / half)) : 0
            }
            let total = values.reduce(0, +)
            return values.map { Float($0 / total) }
        }
    }

    /// Returns the value at a fractional frame.
    func value(of sound: SoundHistory, at frame: Double) -> Float {
        let whole = Int(frame.rounded(.down))
        let first = whole - Self.taps / 2 + 1
        let exact = (frame - Double(whole)) * Double(Self.phases)
        let phase = min(Int(exact), Self.phases - 1)
        let share = Float(exact - Double(phase))
        let row = phase * Self.taps
        var (low, high) = (Float(0), Float(0))
        for tap in 0..<Self.taps {
            let sample = sound[first + tap]
            low += sample * table[row + tap]
            high += sample * table[row + Self.taps + tap]
        }
        return low + share * (high - low)
    }
}
