public import ParlandoCore
import Synchronization

/// Fake device directory with microphones that a test plugs and unplugs, and fixed loudspeakers. Thread-safe.
public final class FakeDeviceDirectory: DeviceDirectory {
    private struct State {
        var devices: [AudioDevice]
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State>
    private let outputs: [AudioDevice]

    public init(_ devices: [AudioDevice] = [.systemDefault], outputs: [AudioDevice] = [.systemDefault]) {
        self.outputs = outputs
        state = Mutex(State(devices: devices))
    }

    deinit {
        state.withLock { $0.listeners }.forEach { $0.finish() }
    }

    /// Replaces the list of microphones and notifies listeners.
    public func plug(_ devices: [AudioDevice]) {
        state.withLock { state in
            state.devices = devices
            state.listeners.forEach { $0.yield() }
        }
    }

    public func microphones() async -> [AudioDevice] {
        state.withLock { $0.devices }
    }

    public func loudspeakers() async -> [AudioDevice] {
        outputs
    }

    public func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.listeners.append(listener) }
        return stream
    }
}
