public import ParlandoCore
import Synchronization

/// A microphone that hears what a test tells it to. May be used from any thread.
public final class FakeMicrophone: Microphone {
    /// What was asked of the microphone.
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

    /// Every command as it comes, to be waited for. For one reader.
    public let commands: AsyncStream<Command>

    private let spoken: AsyncStream<Command>.Continuation
    private let state: Mutex<State>

    /// - Parameters:
    ///   - opening: what is heard at once whenever it is opened.
    ///   - tail: what the device still holds when it is closed; delivered before the stream ends.
    public init(opening: [CaptureEvent] = [], tail: [CaptureEvent] = []) {
        (commands, spoken) = AsyncStream.makeStream(of: Command.self)
        state = Mutex(State(opening: opening, tail: tail))
    }

    deinit {
        state.withLock { $0.capture }?.finish()
        spoken.finish()
    }

    /// Every command so far, in order.
    public var history: [Command] {
        state.withLock { $0.history }
    }

    /// How often it was opened.
    public var opens: Int {
        history.count { $0 != .close }
    }

    /// How often it was closed.
    public var closes: Int {
        history.count { $0 == .close }
    }

    /// Whether somebody listens now.
    public var isOpen: Bool {
        state.withLock { $0.capture != nil }
    }

    /// How many samples were delivered in all, over every capture.
    public var samplesDelivered: Int {
        state.withLock { $0.samples }
    }

    /// Makes the next opening fail; called twice, the next two.
    public func failNextOpen(_ error: AudioError) {
        state.withLock { $0.failures.append(error) }
    }

    /// Says an event to whoever listens. Returns false when the microphone is closed and nobody heard it.
    @discardableResult
    public func play(_ event: CaptureEvent) -> Bool {
        state.withLock { $0.deliver([event]) }
    }

    /// Says sound in blocks of `frames` samples; the last one may be shorter.
    @discardableResult
    public func play(_ samples: [Float], blockFrames frames: Int = 512) -> Bool {
        let blocks = ToneMaker.blocks(of: samples, frames: frames).map(CaptureEvent.block)
        return state.withLock { $0.deliver(blocks) }
    }

    /// The device goes away.
    public func lose(_ error: AudioError = AudioError(.lost)) {
        play(.lost(error))
    }

    /// The device is back.
    public func restore(_ device: AudioDevice = .systemDefault) {
        play(.restored(device))
    }

    /// Ends the stream without having been asked to, as a file does after its last block.
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
