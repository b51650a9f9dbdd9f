public import ParlandoCore

/// Writes speech into WAV files, on a thread of its own: a disk may be slow.
public actor WaveFileSaver: SoundSaver {
    private let executor = BlockingExecutor(label: "parlando.saver")

    /// The thread on which it writes.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    public func save(_ sound: SpokenSound, to path: String) throws(AudioFileError) {
        do throws(SoundSaveError) {
            let writer = try WaveWriter(path: path, rate: sound.rate, frames: sound.samples.count)
            try Self.write(sound.samples, with: writer)
            try writer.finish()
        } catch {
            throw AudioFileError(Self.kind(of: error.kind), detail: error.detail)
        }
    }

    private static func write(_ samples: [Float], with writer: WaveWriter) throws(SoundSaveError) {
        let result = samples.withUnsafeBufferPointer { samples in
            Result { () throws(SoundSaveError) in try writer.write(samples) }
        }
        try result.get()
    }

    /// The words there are for sound that cannot be read serve for sound that cannot be written.
    private static func kind(of kind: SoundSaveError.Kind) -> AudioFileError.Kind {
        switch kind {
        case .denied, .isFolder: .denied
        case .folderMissing: .missing
        case .diskFull, .tooLong, .failed: .truncated
        }
    }
}
