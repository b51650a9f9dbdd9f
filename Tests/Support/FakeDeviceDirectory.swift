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

/// Fake network status controlled by a test.
public final class FakeNetworkStatus: NetworkStatus {
    private struct State {
        var isAvailable = true
        var returnsUnseen = false
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let metered: Bool
    private let state = Mutex(State())

    public init(isMetered: Bool = false) {
        metered = isMetered
    }

    /// Makes the network available or unavailable, and notifies listeners.
    public func become(available: Bool) {
        let listeners = state.withLock { state in
            state.isAvailable = available
            return state.listeners
        }
        listeners.forEach { $0.yield() }
    }

    /// Makes the network available just before the next listener is added, so that no listener is notified. Has no
    /// effect on later listeners.
    public func returnUnseen() {
        state.withLock { $0.returnsUnseen = true }
    }

    public func isMetered() async -> Bool {
        metered
    }

    public func isAvailable() async -> Bool {
        state.withLock { $0.isAvailable }
    }

    public func changes() async -> AsyncStream<Void> {
        let (changes, listener) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            state.isAvailable = state.isAvailable || state.returnsUnseen
            state.returnsUnseen = false
            state.listeners.append(listener)
        }
        return changes
    }
}
