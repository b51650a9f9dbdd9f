import ParlandoCore

/// A queue for the sound of a session, between the microphone and the recogniser. Sound that the recogniser cannot
/// process yet, for example because its model is being downloaded, waits here: the first ten seconds in memory, the
/// rest on disk.
actor SoundQueue {
    /// Whether the queue has room for more sound.
    enum Room {
        case enough
        /// The queue has reached its maximum length, or the disk is full. Returned only once.
        case usedUp
    }

    private let executor = BlockingExecutor(label: "io.github.parlando.queue")

    /// Executor with a thread of its own, because this actor waits for the disk.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private let spools: (any SoundSpoolMaker)?
    private let mostSamples: Int
    /// The oldest samples in the queue.
    private var memory: [Float] = []
    /// Storage on disk for the samples after those in memory; nil if no samples have had to wait on disk.
    private var disk: (any SoundSpool)?
    /// The newest samples, kept in memory because they could not be stored on disk.
    private var rest: [Float] = []
    private var isFinished = false
    private var wasUsedUp = false
    /// Whether sound that was stored on disk could not be read.
    private(set) var isDamaged = false
    private var reader: CheckedContinuation<Void, Never>?

    /// Maximum number of samples in memory if the queue can use the disk: ten seconds.
    static let mostInMemory = 10 * AudioBlock.sampleRate

    /// - Parameters:
    ///   - spools: creates the storage on disk; nil to keep all sound in memory.
    ///   - mostSamples: maximum number of samples in the queue.
    init(spools: (any SoundSpoolMaker)?, mostSamples: Int) {
        self.spools = spools
        self.mostSamples = mostSamples
    }

    /// Number of samples in the queue.
    var count: Int {
        memory.count + countOnDisk + rest.count
    }

    /// Number of samples of the queue that are on disk.
    var countOnDisk: Int {
        disk?.count ?? 0
    }

    /// Appends samples. The samples are kept even if there is no more room, so a caller that gets `usedUp` must close
    /// the microphone.
    func append(_ samples: [Float]) -> Room {
        guard !isFinished else {
            return .enough
        }
        let hasRoom = store(samples) && count <= mostSamples
        wake()
        guard !hasRoom, !wasUsedUp else {
            return .enough
        }
        wasUsedUp = true
        return .usedUp
    }

    /// Stores samples on disk if older samples are there or memory holds its maximum; otherwise in memory. Returns
    /// false if they could not be stored on disk and are kept in memory instead.
    private func store(_ samples: [Float]) -> Bool {
        guard !rest.isEmpty || countOnDisk > 0 || memory.count + samples.count > Self.mostInMemory, spools != nil else {
            memory += samples
            return true
        }
        if disk == nil {
            disk = spools?.makeSpool()
        }
        if rest.isEmpty, disk?.append(samples) == true {
            return true
        }
        rest += samples
        return false
    }

    /// Marks the end of the sound. Samples in the queue can still be read.
    func finish() {
        isFinished = true
        wake()
    }

    /// Removes and returns the oldest samples. Waits while the queue is empty. Returns nil at the end of the sound, or
    /// if the samples on disk cannot be read.
    func next() async -> AudioBlock? {
        while true {
            if !memory.isEmpty {
                defer { memory = [] }
                return AudioBlock(samples: memory)
            }
            if let disk, disk.count > 0 {
                let samples = disk.take(Self.portion)
                isDamaged = isDamaged || samples == nil
                return samples.map { AudioBlock(samples: $0) }
            }
            if !rest.isEmpty {
                defer { rest = [] }
                return AudioBlock(samples: rest)
            }
            if isFinished {
                return nil
            }
            await withCheckedContinuation { reader = $0 }
        }
    }

    /// Number of samples that are read from the disk at once: one second.
    private static let portion = AudioBlock.sampleRate

    private func wake() {
        reader.take()?.resume()
    }
}
