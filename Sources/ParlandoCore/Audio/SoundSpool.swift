/// Port: a queue of audio samples on disk. Not thread-safe; its calls block.
public protocol SoundSpool: AnyObject {
    /// Number of samples in the queue.
    var count: Int { get }

    /// Appends samples. Returns false if they could not be stored, for example because the disk is full; in that case,
    /// no samples are stored.
    func append(_ samples: [Float]) -> Bool

    /// Removes and returns the first samples, at most `count`. Returns nil if they cannot be read.
    func take(_ count: Int) -> [Float]?
}

/// Port: creates queues of audio samples on disk.
public protocol SoundSpoolMaker: Sendable {
    /// Returns an empty queue; nil if it cannot be created. The queue's storage is freed when the queue is released.
    /// The call blocks.
    func makeSpool() -> sending (any SoundSpool)?
}
