public import ParlandoCore
import Synchronization

/// Fake device directory with microphones that a test plugs and unplugs, and fixed loudspeakers. Thread-safe.
public final class FakeDeviceDirectory: DeviceDirectory {
    private struct State {
        var devices: [AudioDevice]
        var standard: AudioDevice?
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State>
    private let outputs: [AudioDevice]
    private let questions = AsyncStream<Void>.makeStream()

    public init(_ devices: [AudioDevice] = [.systemDefault], outputs: [AudioDevice] = [.systemDefault]) {
        self.outputs = outputs
        state = Mutex(State(devices: devices))
    }

    deinit {
        state.withLock { $0.listeners }.forEach { $0.finish() }
    }

    /// Replaces the list of microphones and the default, and notifies listeners.
    public func plug(_ devices: [AudioDevice], standard: AudioDevice? = nil) {
        state.withLock { state in
            state.devices = devices
            state.standard = standard
            state.listeners.forEach { $0.yield() }
        }
    }

    public func microphones() async -> [AudioDevice] {
        state.withLock { $0.devices }
    }

    public func loudspeakers() async -> [AudioDevice] {
        outputs
    }

    public func defaultMicrophone() async -> AudioDevice? {
        defer { questions.continuation.yield() }
        return state.withLock { $0.standard }
    }

    /// Returns once somebody has asked for the default microphone.
    public func waitForQuestion() async {
        for await _ in questions.stream.prefix(1) {}
    }

    public func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.listeners.append(listener) }
        return stream
    }
}
