public import ParlandoCore
import Synchronization

/// A microphone that hears a sound file. May be used from any thread.
///
/// Blocks are made as they are asked for, so a long file is never whole in memory.
public final class FileMicrophone: Microphone {
    /// How fast the file is spoken.
    public enum Pace: Sendable {
        /// As it was recorded: each block arrives when its last sample has been spoken, by the monotonic clock.
        case real
        /// As fast as the listener takes it.
        case max
    }

    /// How long the file lasts, in seconds, as its header says.
    public let seconds: Double

    private let path: String
    private let pace: Pace
    private let blockSeconds: Double
    private let opener = Opener()
    private let playback = Mutex<FilePlayback?>(nil)

    /// Throws what keeps the file from being read at all, before anybody listens.
    ///
    /// - Parameter blockSeconds: length of each block but the last.
    public init(path: String, pace: Pace, blockSeconds: Double = 0.1) throws(AudioFileError) {
        seconds = try SoundFileStream(path: path, blockSeconds: blockSeconds).seconds
        self.path = path
        self.pace = pace
        self.blockSeconds = blockSeconds
    }

    deinit {
        close()
    }

    /// Why the last playback ended early, if it did: its stream then ended with `lost`.
    public var failure: AudioFileError? {
        playback.withLock { $0?.failure }
    }

    /// Begins to play, from the beginning; the device is not looked at. The stream ends after the last block.
    public func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let next: FilePlayback
        do throws(AudioFileError) {
            next = FilePlayback(try await opener.open(path, blockSeconds: blockSeconds), pace: pace)
        } catch {
            throw AudioError(error.kind == .denied ? .denied : .noDevice, detail: error.detail)
        }
        let earlier = playback.withLock { playback in
            defer { playback = next }
            return playback
        }
        earlier?.close()
        return AsyncStream { await next.next() }
    }

    /// A file may lie on a disk that is slow to answer.
    private actor Opener {
        nonisolated let executor = BlockingExecutor(label: "parlando.file-opener")

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }

        func open(_ path: String, blockSeconds: Double) throws(AudioFileError) -> SoundFileStream {
            try SoundFileStream(path: path, blockSeconds: blockSeconds)
        }
    }

    /// Stops playing. What has been spoken of the current block is still delivered.
    public func close() {
        playback.withLock { $0 }?.close()
    }
}
