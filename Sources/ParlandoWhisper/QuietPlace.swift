import ParlandoCore

/// Where a stretch of sound is quietest: between two words rather than in one.
enum QuietPlace {
    /// What is compared: 0.16 s of sound…
    private static let width = AudioBlock.sampleRate * 16 / 100
    /// …every 20 ms.
    private static let hop = AudioBlock.sampleRate / 50

    /// The best position in a range of positions, each of them with sound on both sides; the range's lower bound when
    /// there is only one.
    static func position(in range: Range<Int>, of samples: [Float]) -> Int {
        let places = stride(from: range.lowerBound, to: range.upperBound, by: hop)
        return places.min { power(around: $0, of: samples) < power(around: $1, of: samples) } ?? range.lowerBound
    }

    private static func power(around position: Int, of samples: [Float]) -> Float {
        let near = samples[max(0, position - width / 2)..<min(samples.count, position + width / 2)]
        return near.reduce(0) { $0 + $1 * $1 } / Float(max(1, near.count))
    }
}
