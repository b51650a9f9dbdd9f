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

    /// Drops the samples before a position. Does nothing until at least a second of sound can be dropped.
    mutating func drop(before position: Int) {
        let count = min(position, end) - start
        guard count >= AudioBlock.sampleRate else {
            return
        }
        samples.removeFirst(count)
        start += count
    }
}
