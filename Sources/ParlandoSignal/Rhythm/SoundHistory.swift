/// The latest samples of a stream, addressed by frame. Frames outside the buffer read as silence.
final class SoundHistory {
    private(set) var end = 0

    private let mask: Int
    private var storage: [Float]

    /// - Parameter frames: minimum number kept.
    init(frames: Int) {
        var capacity = 1
        while capacity < frames {
            capacity *= 2
        }
        mask = capacity - 1
        storage = [Float](repeating: 0, count: capacity)
    }

    var start: Int {
        max(0, end - storage.count)
    }

    subscript(frame: Int) -> Float {
        frame >= start && frame < end ? storage[frame & mask] : 0
    }

    func append(_ sample: Float) {
        storage[end & mask] = sample
        end += 1
    }

    func append(_ samples: UnsafeBufferPointer<Float>) {
        for sample in samples {
            append(sample)
        }
    }

    /// Copies frames until `target` is full. Much faster than reading one frame at a time, where Swift would check
    /// every read for exclusive access.
    func copy(from start: Int, into target: UnsafeMutableBufferPointer<Float>) {
        let (oldest, end) = (self.start, end)
        storage.withUnsafeBufferPointer { storage in
            for index in target.indices {
                let frame = start + index
                target[index] = frame >= oldest && frame < end ? storage[frame & mask] : 0
            }
        }
    }

    func peak(in frames: Range<Int>) -> Float {
        var peak: Float = 0
        for frame in frames.clamped(to: start..<max(start, end)) {
            peak = max(peak, abs(storage[frame & mask]))
        }
        return peak
    }

    func energy(in frames: Range<Int>) -> Float {
        var sum: Float = 0
        for frame in frames.clamped(to: start..<max(start, end)) {
            sum += storage[frame & mask] * storage[frame & mask]
        }
        return sum
    }
}
