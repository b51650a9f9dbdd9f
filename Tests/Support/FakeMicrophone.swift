public import ParlandoCore
import Synchronization

/// Fake microphone that delivers the events that a test sends. Thread-safe.
public final class FakeMicrophone: Microphone {
    /// Command that the microphone received.
    public enum Command: Sendable, Equatable {
        case open(AudioDevice.ID?)
        case close
    }

    private struct State {
        var capture: AsyncStream<CaptureEvent>.Continuation?
        var history: [Command] = []
        var failures: [AudioError] = []
        var opening: [CaptureEvent]
        var tail: [CaptureEvent]
        var samples = 0

        @discardableResult
        mutating func deliver(_ events: [CaptureEvent]) -> Bool {
            guard let capture else {
                return false
            }
            for event in events {
                capture.yield(event)
                if case .block(let block) = event {
                    samples += block.samples.count
                }
            }
            return true
        }

        mutating func finish() {
            capture?.finish()
            capture = nil
        }
    }

    /// The received commands, each as soon as it arrives. For a single reader.
    public let commands: AsyncStream<Command>

    private let spoken: AsyncStream<Command>.Continuation
    private let state: Mutex<State>

    /// - Parameters:
    ///   - opening: events delivered immediately whenever the microphone is opened.
    ///   - tail: events delivered when the microphone is closed, before the stream ends, as if they were still in the
    ///     device.
    public init(opening: [CaptureEvent] = [], tail: [CaptureEvent] = []) {
        (commands, spoken) = AsyncStream.makeStream(of: Command.self)
        state = Mutex(State(opening: opening, tail: tail))
    }

    deinit {
        state.withLock { $0.capture }?.finish()
        spoken.finish()
    }

    public var history: [Command] {
        state.withLock { $0.history }
    }

    public var opens: Int {
        history.count { $0 != .close }
    }

    public var closes: Int {
        history.count { $0 == .close }
    }

    public var isOpen: Bool {
        state.withLock { $0.capture != nil }
    }

    /// Total number of samples delivered, over all captures.
    public var samplesDelivered: Int {
        state.withLock { $0.samples }
    }

    /// Makes the next call of `open` throw this error. Each further call of this method makes one more call of `open`
    /// fail.
    public func failNextOpen(_ error: AudioError) {
        state.withLock { $0.failures.append(error) }
    }

    /// Delivers an event. Returns false if the microphone is closed, so that nothing received the event.
    @discardableResult
    public func play(_ event: CaptureEvent) -> Bool {
        state.withLock { $0.deliver([event]) }
    }

    /// Delivers audio in blocks of `frames` samples; the last one may be shorter.
    @discardableResult
    public func play(_ samples: [Float], blockFrames frames: Int = 512) -> Bool {
        let blocks = ToneMaker.blocks(of: samples, frames: frames).map(CaptureEvent.block)
        return state.withLock { $0.deliver(blocks) }
    }

    public func lose(_ error: AudioError = AudioError(.lost)) {
        play(.lost(error))
    }

    public func restore() {
        play(.restored)
    }

    /// Ends the stream without a call to `close`, as a file does after its last block.
    public func end() {
        state.withLock { $0.finish() }
    }

    public func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let opened = begin(device)
        spoken.yield(.open(device))
        return try opened.get()
    }

    public func close() {
        state.withLock { state in
            state.history.append(.close)
            state.deliver(state.tail)
            state.finish()
        }
        spoken.yield(.close)
    }

    private func begin(_ device: AudioDevice.ID?) -> Result<AsyncStream<CaptureEvent>, AudioError> {
        state.withLock { state in
            state.finish()
            state.history.append(.open(device))
            guard state.failures.isEmpty else {
                return .failure(state.failures.removeFirst())
            }
            let (events, capture) = AsyncStream.makeStream(of: CaptureEvent.self)
            state.capture = capture
            state.deliver(state.opening)
            return .success(events)
        }
    }
}
