import Glibc
public import ParlandoCore

/// What comes through a pipe, kept on disk in a file without a name, so that it can be read several times. It goes away
/// with this actor, whose own thread waits for the pipe.
public actor SpooledSound {
    private let executor = BlockingExecutor(label: "parlando.spool")
    private var descriptor: Int32 = -1

    /// The thread on which it waits.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    /// Reads a pipe to its end; once.
    ///
    /// - Returns: where it can be read from as long as this actor lives; nil: there is no room on the disk.
    /// - Throws: `missing`, `denied` or `notAudio` where there is nothing to be read.
    public func keep(_ pipe: SoundLocation) throws(AudioFileError) -> SoundLocation? {
        guard let file = SoundBytes.spool(try SoundDescriptor.open(pipe).descriptor, StopFlag()) else {
            return nil
        }
        descriptor = file.descriptor
        return SoundLocation(path: "/proc/self/fd/\(descriptor)")
    }
}
