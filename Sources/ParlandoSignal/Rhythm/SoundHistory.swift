/// The last stretch of a stream, by frame. Frames that are not there yet or no more read as silence.
final class SoundHistory {
    /// Frame after the newest one.
    private(set) var end = 0

    private let mask: Int
    private var storage: [Float]

    /// - Parameter frames: at least so many are kept.
    init(frames: Int) {
        var capacity = 1
        while capacity < frames {
            capacity *= 2
        }
        mask = capacity - 1
        storage = [Float](repeating: 0, count: capacity)
    }

    /// The oldest frame that is still there.
    var start: Int {
        max(0, end - storage.count)
    }

    subscript(frame: Int) -> Float {
        frame >= start && frame < end ? storage[frame & mask] : 0
    }

    /// Adds the next sample.
    func append(_ sample: Float) {
        storage[end & mask] = sample
        end += 1
    }

    /// Adds the next samples.
    func append(_ samples: UnsafeBufferPointer<Float>) {
        for sample in samples {
            append(sample)
        }
    }

    /// Copies frames from `start` on until `target` is full.
    func copy(from start: Int, into target: UnsafeMutableBufferPointer<Float>) {
        for index in target.indices {
            target[index] = self[start + index]
        }
    }

    /// Largest magnitude within a range of frames.
    func peak(in frames: Range<Int>) -> Float {
        var peak: Float = 0
        for frame in frames.clamped(to: start..<max(start, end)) {
            peak = max(peak, abs(storage[frame & mask]))
        }
        return peak
    }

    /// Sum of squares within a range of frames.
    func energy(in frames: Range<Int>) -> Float {
        var sum: Float = 0
        for frame in frames.clamped(to: start..<max(start, end)) {
            sum += storage[frame & mask] * storage[frame & mask]
        }
        return sum
    }
}
