import Glibc
public import ParlandoCore

/// Copy of a pipe's content in an unlinked temporary file, so that it can be read several times. The file exists as
/// long as this actor. The actor runs on its own thread, because reading from the pipe blocks.
public actor SpooledSound {
    private let executor = BlockingExecutor(label: "parlando.spool")
    private var descriptor: Int32 = -1

    /// Executor that runs the actor on a thread of its own, because reading from a pipe blocks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    /// Reads a pipe to its end. Call once.
    ///
    /// - Returns: location from which the content can be read while this actor exists, or nil if the disk is full.
    /// - Throws: `missing`, `denied` or `notAudio` if there is nothing to read.
    public func keep(_ pipe: SoundLocation) throws(AudioFileError) -> SoundLocation? {
        guard let file = SpoolFile.spool(try SoundDescriptor.open(pipe).descriptor, StopFlag()) else {
            return nil
        }
        descriptor = file.descriptor
        return SoundLocation(path: "/proc/self/fd/\(descriptor)")
    }
}
