import ParlandoCore

/// The recent sound of a session. Positions count samples since the session began.
struct SoundBuffer {
    private var samples: [Float] = []
    /// Position of the first sample in the buffer.
    private(set) var start = 0

    /// Position after the last sample.
    var end: Int {
        start + samples.count
    }

    mutating func append(_ more: [Float]) {
        samples += more
    }

    /// Returns the samples in a range of positions, without those outside the buffer.
    func slice(_ range: Range<Int>) -> [Float] {
        let lower = min(max(range.lowerBound, start), end)
        let upper = min(max(range.upperBound, lower), end)
        return Array(samples[(lower - start)..<(upper - start)])
    }

    /// Returns the mean power of the samples in a range of positions; 0 for an empty range.
    func power(_ range: Range<Int>) -> Float {
        let lower = min(max(range.lowerBound, start), end) - start
        let upper = min(max(range.upperBound - start, lower), samples.count)
        guard upper > lower else {
            return 0
        }
        var sum: Float = 0
        for index in lower..<upper {
            sum += samples[index] * samples[index]
        }
        return sum / Float(upper - lower)
    }

    /// Drops the samples before a position (in samples). Does nothing until at least a second of sound can be dropped.
    mutating func drop(before position: Int) {
        let count = min(position, end) - start
        guard count >= AudioBlock.sampleRate else {
            return
        }
        samples.removeFirst(count)
        start += count
    }
}

/// Finds the quietest position at which to cut sound. It probably lies between two words rather than within a word.
///
/// Token timestamps are unsuitable for this purpose: cutting at them loses words.
enum QuietestCut {
    /// Half of the length over which the power at a position is measured, in samples: 80 ms.
    private static let half = AudioBlock.sampleRate * 8 / 100
    /// Distance between the positions that are compared, in samples: 20 ms.
    private static let hop = AudioBlock.sampleRate / 50

    /// Returns the quietest position in a range, or its midpoint if the range is too short for a choice. Sound that is
    /// probably speech counts as louder.
    static func position(in range: Range<Int>, sound: SoundBuffer, voice: VoiceTracker) -> Int {
        var best = (range.lowerBound + range.upperBound) / 2
        var lowest = Float.infinity
        for position in stride(from: range.lowerBound, to: range.upperBound, by: hop) {
            let power = sound.power((position - half)..<(position + half))
            let loudness = power * (0.3 + voice.lowestProbability(around: position))
            if loudness < lowest {
                lowest = loudness
                best = position
            }
        }
        return best
    }

    /// Returns the quietest position in a range, or the lower bound if the range has only one position. Each position
    /// must have sound on both sides.
    static func position(in range: Range<Int>, of samples: [Float]) -> Int {
        let places = stride(from: range.lowerBound, to: range.upperBound, by: hop)
        return places.min { power(around: $0, of: samples) < power(around: $1, of: samples) } ?? range.lowerBound
    }

    private static func power(around position: Int, of samples: [Float]) -> Float {
        let near = samples[max(0, position - half)..<min(samples.count, position + half)]
        return near.reduce(0) { $0 + $1 * $1 } / Float(max(1, near.count))
    }
}
