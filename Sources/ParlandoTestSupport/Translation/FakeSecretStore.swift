public import ParlandoCore
import Synchronization

/// Keeps secrets in memory, or fails as it is told to. May be used from any thread.
public final class FakeSecretStore: SecretStore {
    private struct State {
        var secrets: [SecretName: String] = [:]
        var failure: SecretError?
    }

    private let state = Mutex(State())

    public init() {}

    /// What is kept now.
    public var secrets: [SecretName: String] {
        state.withLock { $0.secrets }
    }

    /// Every call fails so from now on; nil: none does.
    public func fail(with failure: SecretError?) {
        state.withLock { $0.failure = failure }
    }

    public func keep(_ secret: Private<String>, as name: SecretName, label: String) throws(SecretError) {
        try check()
        state.withLock { $0.secrets[name] = secret.revealed }
    }

    public func secret(_ name: SecretName) throws(SecretError) -> Private<String>? {
        try check()
        return state.withLock { $0.secrets[name] }.map { Private($0) }
    }

    public func remove(_ name: SecretName) throws(SecretError) {
        try check()
        state.withLock { $0.secrets[name] = nil }
    }

    public func removeAll() throws(SecretError) {
        try check()
        state.withLock { $0.secrets = [:] }
    }

    private func check() throws(SecretError) {
        if let failure = state.withLock({ $0.failure }) {
            throw failure
        }
    }
}
