import ParlandoCore
import ParlandoSignal

/// Reads a sound file block by block on a thread of its own. Holds one block and one read's worth of frames.
actor SoundFileStream {
    /// Samples read at a time, over all channels.
    private static let batch = 16_384

    /// In seconds, as the header says; 0 when it does not know.
    nonisolated let seconds: Double

    private nonisolated let executor = BlockingExecutor(label: "parlando.file")
    private let file: SoundFile
    private let resampler: Resampler
    private let blockSamples: Int
    private var room: [Float]
    private var pending: [Float] = []
    private var isAtEnd = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter blockSeconds: length of each block but the last.
    init(path: String, blockSeconds: Double) throws(AudioFileError) {
        let file = try SoundFile(path: path)
        guard let resampler = Resampler(rate: file.rate, channels: file.channels) else {
            throw AudioFileError(.notAudio, detail: "\(file.rate) Hz, \(file.channels) channels")
        }
        self.file = file
        self.resampler = resampler
        seconds = Double(file.frames ?? 0) / Double(file.rate)
        blockSamples = max(1, Int((blockSeconds * Double(AudioBlock.sampleRate)).rounded()))
        room = [Float](repeating: 0, count: max(1, Self.batch / file.channels) * file.channels)
    }

    /// Samples that were read and not asked for yet.
    var samplesAhead: Int {
        pending.count
    }

    /// The next block; nil at the end. When the sound ends before the header says so, `truncated` is thrown after the
    /// last block.
    func next() throws(AudioFileError) -> AudioBlock? {
        while pending.count < blockSamples && !isAtEnd {
            readOn()
        }
        guard pending.isEmpty else {
            let samples = Array(pending.prefix(blockSamples))
            pending.removeFirst(samples.count)
            return AudioBlock(samples: samples)
        }
        guard !file.isTruncated else {
            throw AudioFileError(.truncated)
        }
        return nil
    }

    private func readOn() {
        let frames = room.withUnsafeMutableBufferPointer { file.read(into: $0) }
        isAtEnd = frames == 0
        pending += room.withUnsafeBufferPointer { read in
            isAtEnd
                ? resampler.finish()
                : resampler.process(UnsafeBufferPointer(rebasing: read[0..<frames * file.channels]))
        }
    }
}
