/// Port: a queue of samples on disk. Not thread-safe; its calls block.
public protocol SoundSpool: AnyObject {
    /// Number of samples in the queue.
    var count: Int { get }

    /// Appends samples. Returns false if they could not be stored, for example because the disk is full; nothing of them
    /// is stored then.
    func append(_ samples: [Float]) -> Bool

    /// Removes and returns the first samples, at most `count`. Returns nil if they cannot be read.
    func take(_ count: Int) -> [Float]?
}

/// Port: makes queues on disk.
public protocol SoundSpoolMaker: Sendable {
    /// Returns an empty queue, whose storage ends with it. Returns nil if it cannot be created. Blocks.
    func makeSpool() -> sending (any SoundSpool)?
}
