import ParlandoCore

/// Sound of a session that the recogniser cannot take yet, for example because its model is being downloaded: the first
/// ten seconds in memory, the rest on disk.
actor SoundQueue {
    enum Room {
        case enough
        /// At the maximum length, or the disk is full. Returned only once.
        case usedUp
    }

    private let executor = BlockingExecutor(label: "io.github.parlando.queue")

    /// A thread of its own, because the disk may block.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private let spools: (any SoundSpoolMaker)?
    private let mostSamples: Int
    /// The oldest samples.
    private var memory: [Float] = []
    /// After those in `memory`; nil if nothing had to go to disk.
    private var disk: (any SoundSpool)?
    /// The newest samples, which could not be stored on disk.
    private var rest: [Float] = []
    private var isFinished = false
    private var wasUsedUp = false
    /// What was on disk could not be read.
    private(set) var isDamaged = false
    private var reader: CheckedContinuation<Void, Never>?

    /// Ten seconds, if the queue can use the disk.
    static let mostInMemory = 10 * AudioBlock.sampleRate

    /// - Parameter spools: nil to keep all sound in memory.
    init(spools: (any SoundSpoolMaker)?, mostSamples: Int) {
        self.spools = spools
        self.mostSamples = mostSamples
    }

    var count: Int {
        memory.count + countOnDisk + rest.count
    }

    var countOnDisk: Int {
        disk?.count ?? 0
    }

    /// Keeps the samples even if there is no more room: who gets `usedUp` must close the microphone.
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

    /// On disk if older samples are there or memory holds its maximum. False if that failed and they are in memory
    /// instead.
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

    func finish() {
        isFinished = true
        wake()
    }

    /// Waits while the queue is empty. Nil at the end of the sound, or if the disk cannot be read.
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

    /// Read from the disk at once: one second.
    private static let portion = AudioBlock.sampleRate

    private func wake() {
        reader.take()?.resume()
    }
}
