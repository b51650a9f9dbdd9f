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

    private let location: SoundLocation
    private let pace: Pace
    private let blockSeconds: Double
    /// Opened already, for the first who listens: what came through a pipe does not come again.
    private let first: Mutex<SoundFileStream?>
    private let playback = Mutex<FilePlayback?>(nil)

    /// Throws what keeps the file from being read at all, before anybody listens; waits for the beginning of a pipe.
    ///
    /// - Parameter blockSeconds: length of each block but the last.
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

    /// Why the last playback ended early, if it did: its stream then ended with `lost`.
    public var failure: AudioFileError? {
        playback.withLock { $0?.failure }
    }

    /// What reading the file to its end has shown.
    public func report() async -> AudioFileReport {
        await playback.withLock { $0 }?.report() ?? AudioFileReport()
    }

    /// Begins to play, from the beginning; the device is not looked at. The stream ends after the last block.
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

    /// Stops playing. What has been spoken of the current block is still delivered.
    public func close() {
        playback.withLock { $0 }?.close()
    }
}
