public import ParlandoCore
import Synchronization

/// Simulated microphone whose input is a sound file. Thread-safe.
///
/// Blocks are decoded on demand, so a long file is never entirely in memory.
public final class FileMicrophone: Microphone {
    /// Speed of playback.
    public enum Pace: Sendable {
        /// Original speed: a block is delivered when its last sample has been played, by the system's monotonic clock.
        case real
        /// As fast as the consumer accepts blocks.
        case max
    }

    /// Duration in seconds according to the file's header, or 0 if it is unknown.
    public let seconds: Double

    private let location: SoundLocation
    private let pace: Pace
    private let blockSeconds: Double
    /// Stream that is already open, for the first call to `open`, or nil after that. Bytes from a pipe cannot be read
    /// twice.
    private let first: Mutex<SoundFileStream?>
    private let playback = Mutex<FilePlayback?>(nil)

    /// Opens the file and waits for the first bytes if it is a pipe. Throws if the file cannot be read at all.
    ///
    /// - Parameter blockSeconds: duration of each block except the last, in seconds.
    public init(_ location: SoundLocation, pace: Pace, blockSeconds: Double = 0.1) async throws(AudioFileError) {
        let stream = SoundFileStream(location, blockSeconds: blockSeconds)
        seconds = try await stream.open().seconds
        first = Mutex(stream)
        self.location = location
        self.pace = pace
        self.blockSeconds = blockSeconds
    }

    deinit {
        close()
    }

    /// Error that ended the latest playback early, or nil if there was none. The stream of events then ended with
    /// `lost`.
    public var failure: AudioFileError? {
        playback.withLock { $0?.failure }
    }

    /// Returns remarks on the file, such as a wrong header, and its level. Complete only once the file has been read to
    /// its end.
    public func report() async -> AudioFileReport {
        await playback.withLock { $0 }?.report() ?? AudioFileReport()
    }

    /// Starts playback from the beginning. `device` is ignored. The stream of events ends after the last block.
    public func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let next: FilePlayback
        do throws(AudioFileError) {
            next = FilePlayback(try await stream(), pace: pace)
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

    private func stream() async throws(AudioFileError) -> SoundFileStream {
        if let stream = first.withLock({ $0.take() }) {
            return stream
        }
        let stream = SoundFileStream(location, blockSeconds: blockSeconds)
        _ = try await stream.open()
        return stream
    }

    /// Stops playback. The part of the current block that has been played is still delivered.
    public func close() {
        playback.withLock { $0 }?.close()
    }
}
