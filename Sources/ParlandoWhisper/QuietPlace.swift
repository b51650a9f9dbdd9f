import ParlandoCore

/// Finds the quietest position in a range of samples, which lies between words rather than within one.
enum QuietPlace {
    /// Window for measuring the power: 0.16 s.
    private static let width = AudioBlock.sampleRate * 16 / 100
    /// Distance between the positions that are compared: 20 ms.
    private static let hop = AudioBlock.sampleRate / 50

    /// Returns the quietest position in a range, or the lower bound if the range has only one position. Each position
    /// must have sound on both sides.
    static func position(in range: Range<Int>, of samples: [Float]) -> Int {
        let places = stride(from: range.lowerBound, to: range.upperBound, by: hop)
        return places.min { power(around: $0, of: samples) < power(around: $1, of: samples) } ?? range.lowerBound
    }

    private static func power(around position: Int, of samples: [Float]) -> Float {
        let near = samples[max(0, position - width / 2)..<min(samples.count, position + width / 2)]
        return near.reduce(0) { $0 + $1 * $1 } / Float(max(1, near.count))
    }
}
