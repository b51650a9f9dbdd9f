import Foundation
import ParlandoCore

/// Changes the pitch of speech without changing its duration.
///
/// The sound is stretched by overlapping pieces of itself, then resampled to its old duration. Each piece is taken from
/// near where it is due, at the place at which it continues the last one best, so that the periods of the voice join
/// (WSOLA: Verhelst and Roelands, ICASSP 1993).
public enum PitchShift {
    /// Duration in seconds: two periods of a deep voice.
    private static let piece = 0.03
    /// How far from its due position a piece may be taken, in seconds.
    private static let search = 0.0125
    /// Every how many samples two pieces are compared.
    private static let stride = 2

    /// - Parameters:
    ///   - samples: mono.
    ///   - semitones: 0 leaves the samples unchanged.
    public static func shift(_ samples: [Float], semitones: Double, rate: Int) -> [Float] {
        let factor = pow(2, semitones / 12)
        guard semitones != 0, factor.isFinite, !samples.isEmpty else {
            return samples
        }
        let stretched = stretch(samples, by: factor, rate: rate)
        // Read at another rate, the stretched sound has its old duration and the new pitch.
        let target = 48_000
        let source = Int(Double(target) * factor, within: 1...target * 8)
        guard let resampler = Resampler(rate: source, channels: 1, to: target) else {
            return samples
        }
        var result = stretched.withUnsafeBufferPointer { resampler.process($0) }
        result += resampler.finish()
        result.append(contentsOf: repeatElement(0, count: max(0, samples.count - result.count)))
        return Array(result.prefix(samples.count))
    }

    static func stretch(_ samples: [Float], by factor: Double, rate: Int) -> [Float] {
        let length = max(4, Int(piece * Double(rate)) / 2 * 2)
        let hop = length / 2
        let range = max(1, Int(search * Double(rate)))
        let total = Int(Double(samples.count) * factor, within: 0...samples.count * 8 + 8)
        guard samples.count > length, total > length else {
            return samples
        }
        let window = (0..<length).map { Float(0.5 - 0.5 * cos(2 * Double.pi * (Double($0) + 0.5) / Double(length))) }
        var result = [Float](repeating: 0, count: total + length)
        var start = 0
        for place in Swift.stride(from: 0, to: total, by: hop) {
            let due = Int(Double(place) / factor)
            if place > 0 {
                start = best(in: samples, after: start + hop, due: due, range: range, count: hop)
            }
            let left = min(length, samples.count - start)
            for index in 0..<max(0, left) {
                // The first half of the first piece has nothing to be faded over.
                let weight = place == 0 && index < hop ? 1 : window[index]
                result[place + index] += samples[start + index] * weight
            }
        }
        return Array(result.prefix(total))
    }

    /// By normalised correlation with the sound after `after`.
    private static func best(in samples: [Float], after: Int, due: Int, range: Int, count: Int) -> Int {
        let last = samples.count - count
        guard after <= last, last > 0 else {
            return max(0, min(due, last))
        }
        let low = max(0, min(due - range, last))
        let high = max(low, min(due + range, last))
        var best = (place: max(low, min(due, high)), likeness: -Float.infinity)
        for place in low...high {
            var product: Float = 0
            var energy: Float = 1e-9
            for index in Swift.stride(from: 0, to: count, by: Self.stride) {
                let sample = samples[place + index]
                product += samples[after + index] * sample
                energy += sample * sample
            }
            let likeness = product / energy.squareRoot()
            if likeness > best.likeness {
                best = (place, likeness)
            }
        }
        return best.place
    }
}
