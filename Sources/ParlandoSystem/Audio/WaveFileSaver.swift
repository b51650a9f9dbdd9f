public import ParlandoCore

/// Saves speech as WAV files. It runs on its own thread, because a disk may be slow.
public actor WaveFileSaver: SoundSaver {
    private let executor = BlockingExecutor(label: "parlando.saver")

    /// Executor that runs the actor on a thread of its own, because disks may be slow.
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

    /// Converts the kind of a saving error to that of an audio file error, for which the program has messages.
    private static func kind(of kind: SoundSaveError.Kind) -> AudioFileError.Kind {
        switch kind {
        case .file(.denied), .file(.isFolder): .denied
        case .file(.folderMissing): .missing
        case .file(.diskFull), .file(.failed), .tooLong: .truncated
        }
    }
}
