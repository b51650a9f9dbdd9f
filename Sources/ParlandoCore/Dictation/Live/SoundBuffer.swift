/// The recent sound of a session, addressed by its position since the first sample.
struct SoundBuffer {
    private var samples: [Float] = []
    /// Position of the first sample still held.
    private(set) var start = 0

    /// Position after the last sample.
    var end: Int {
        start + samples.count
    }

    mutating func append(_ more: [Float]) {
        samples += more
    }

    /// The samples in a range of positions, as far as they are held.
    func slice(_ range: Range<Int>) -> [Float] {
        let lower = min(max(range.lowerBound, start), end)
        let upper = min(max(range.upperBound, lower), end)
        return Array(samples[(lower - start)..<(upper - start)])
    }

    /// Mean power of the samples in a range of positions; 0 for an empty one.
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

    /// Forgets what lies before a position. Costs nothing until a second's worth has gathered.
    mutating func drop(before position: Int) {
        let count = min(position, end) - start
        guard count >= AudioBlock.sampleRate else {
            return
        }
        samples.removeFirst(count)
        start += count
    }
}
