public import ParlandoCore
import Synchronization

/// Simulated microphone whose input is a sound file, decoded on demand. Thread-safe.
public final class FileMicrophone: Microphone {
    /// Speed of playback.
    public enum Pace: Sendable {
        /// A block is delivered when its last sample has been played.
        case real
        case max
    }

    /// In seconds according to the header, or 0.
    public let seconds: Double
    public let tracks: AudioTracks

    private let location: SoundLocation
    private let pace: Pace
    private let blockSeconds: Double
    /// Stream for the first call to `open`. Bytes from a pipe cannot be read twice.
    private let first: Mutex<SoundFileStream?>
    private let playback = Mutex<FilePlayback?>(nil)

    /// Waits for the first bytes of a pipe. Throws if the file cannot be read at all.
    ///
    /// - Parameter blockSeconds: duration of each block except the last.
    public init(_ location: SoundLocation, pace: Pace, blockSeconds: Double = 0.1) async throws(AudioFileError) {
        let stream = SoundFileStream(location, blockSeconds: blockSeconds)
        let opened = try await stream.open()
        (seconds, tracks) = (opened.seconds, opened.tracks)
        first = Mutex(stream)
        self.location = location
        self.pace = pace
        self.blockSeconds = blockSeconds
    }

    deinit {
        close()
    }

    /// Why the latest playback ended early. The stream of events then ended with `lost`.
    public var failure: AudioFileError? {
        playback.withLock { $0?.failure }
    }

    /// Complete only once the file has been read to its end.
    public func report() async -> AudioFileReport {
        await playback.withLock { $0 }?.stream.report() ?? AudioFileReport()
    }

    /// Starts from the beginning. `device` is ignored.
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

    /// The played part of the current block is still delivered.
    public func close() {
        playback.withLock { $0 }?.close()
    }
}

/// From the beginning until the end or `close`.
final class FilePlayback: Sendable {
    private struct State {
        var isOver = false
        var sleep: Task<Void, Never>?
        /// Number of samples delivered so far.
        var position = 0
        var failure: AudioFileError?
    }

    let stream: SoundFileStream
    private let pace: FileMicrophone.Pace
    private let begin = SuspendingClock.now
    private let state = Mutex(State())

    init(_ stream: SoundFileStream, pace: FileMicrophone.Pace) {
        self.stream = stream
        self.pace = pace
    }

    var failure: AudioFileError? {
        state.withLock { $0.failure }
    }

    func close() {
        state.withLock { state in
            state.isOver = true
            state.sleep?.cancel()
        }
        stream.stop()
    }

    /// Must not be called concurrently.
    func next() async -> CaptureEvent? {
        guard !state.withLock({ $0.isOver }) else {
            return nil
        }
        do throws(AudioFileError) {
            guard let block = try await stream.next() else {
                return nil
            }
            return await spoken(block).map(CaptureEvent.block)
        } catch {
            state.withLock { state in
                state.isOver = true
                state.failure = error
            }
            return .lost(AudioError(.lost, detail: "the file ends early"))
        }
    }

    /// If playback is closed before the block's last sample has been played, only the played part is returned.
    private func spoken(_ block: AudioBlock) async -> AudioBlock? {
        let start = state.withLock { state in
            defer { state.position += block.samples.count }
            return state.position
        }
        guard pace == .real else {
            return block
        }
        await sleep(until: begin + Self.duration(start + block.samples.count))
        guard state.withLock({ $0.isOver }) else {
            return block
        }
        let heard = Int((SuspendingClock.now - begin) / Self.duration(1)) - start
        return heard > 0 ? AudioBlock(samples: Array(block.samples.prefix(heard))) : nil
    }

    private func sleep(until deadline: SuspendingClock.Instant) async {
        let sleep = Task { _ = try? await Task.sleep(until: deadline, tolerance: .zero, clock: .suspending) }
        state.withLock { state in
            state.sleep = sleep
            if state.isOver {
                sleep.cancel()
            }
        }
        await withTaskCancellationHandler {
            await sleep.value
        } onCancel: {
            sleep.cancel()
        }
    }

    private static func duration(_ samples: Int) -> Duration {
        .seconds(samples / AudioBlock.sampleRate)
            + .nanoseconds(samples % AudioBlock.sampleRate * 1_000_000_000 / AudioBlock.sampleRate)
    }
}
