public import ParlandoCore
import Synchronization

/// Fake transport for playback and capture, which sends the events of a test and plays to no device. Thread-safe.
public final class FakeTransport: AudioTransport {
    /// Command that the transport for playback and capture received.
    public enum Command: Sendable, Equatable {
        case open(TransportOptions)
        case close
    }

    private struct State {
        var listener: AsyncStream<TransportEvent>.Continuation?
        var voices: (any AudioVoiceMaking)?
        var voice: (any AudioVoice)?
        var history: [Command] = []
        var failures: [AudioError] = []
    }

    /// The received commands, each as soon as it arrives. For a single reader.
    public let commands: AsyncStream<Command>

    private let spoken: AsyncStream<Command>.Continuation
    private let state = Mutex(State())

    public init() {
        (commands, spoken) = AsyncStream.makeStream(of: Command.self)
    }

    deinit {
        state.withLock { $0.listener }?.finish()
        spoken.finish()
    }

    public var history: [Command] {
        state.withLock { $0.history }
    }

    public var isOpen: Bool {
        state.withLock { $0.listener != nil }
    }

    public func failNextOpen(_ error: AudioError) {
        state.withLock { $0.failures.append(error) }
    }

    public func run(playbackRate: Int = 48_000, captureRate: Int? = nil) {
        state.withLock { state in
            state.voice = state.voices?.voice(rate: playbackRate)
            _ = state.listener?.yield(.running(playbackRate: playbackRate, captureRate: captureRate))
        }
    }

    public func say(_ event: TransportEvent) {
        state.withLock { _ = $0.listener?.yield(event) }
    }

    /// Renders a block with the current voice and returns it.
    public func render(_ count: Int, at frame: Int) -> [Float] {
        let voice = state.withLock { $0.voice }
        var block = [Float](repeating: 0, count: count)
        block.withUnsafeMutableBufferPointer { voice?.render(into: $0, at: frame) }
        return block
    }

    public func open(
        _ options: TransportOptions, playing voices: any AudioVoiceMaking
    ) async throws(AudioError) -> AsyncStream<TransportEvent> {
        let opened = begin(options, voices)
        spoken.yield(.open(options))
        return try opened.get()
    }

    public func close() {
        state.withLock { state in
            state.history.append(.close)
            state.listener?.finish()
            state.listener = nil
        }
        spoken.yield(.close)
    }

    private func begin(
        _ options: TransportOptions, _ voices: any AudioVoiceMaking
    ) -> Result<AsyncStream<TransportEvent>, AudioError> {
        state.withLock { state in
            state.history.append(.open(options))
            guard state.failures.isEmpty else {
                return .failure(state.failures.removeFirst())
            }
            let (events, listener) = AsyncStream.makeStream(of: TransportEvent.self)
            state.listener?.finish()
            state.listener = listener
            state.voices = voices
            return .success(events)
        }
    }
}
