public import ParlandoCore
import Synchronization

/// A keyring in memory that can be made to refuse.
public final class FakeSecretStore: SecretStore {
    private let secrets: Mutex<[SecretName: Private<String>]>
    private let failure: Mutex<SecretError?>

    public init(_ secrets: [SecretName: String] = [:], failure: SecretError? = nil) {
        self.secrets = Mutex(secrets.mapValues { Private($0) })
        self.failure = Mutex(failure)
    }

    /// What every call comes to from now on, nil: all is well.
    public func fail(with error: SecretError?) {
        failure.withLock { $0 = error }
    }

    /// Every name there is.
    public var names: Set<SecretName> {
        secrets.withLock { Set($0.keys) }
    }

    public func keep(_ secret: Private<String>, as name: SecretName, label: String) async throws(SecretError) {
        try check()
        secrets.withLock { $0[name] = secret }
    }

    public func secret(_ name: SecretName) async throws(SecretError) -> Private<String>? {
        try check()
        return secrets.withLock { $0[name] }
    }

    public func remove(_ name: SecretName) async throws(SecretError) {
        try check()
        secrets.withLock { $0[name] = nil }
    }

    public func removeAll() async throws(SecretError) {
        try check()
        secrets.withLock { $0 = [:] }
    }

    private func check() throws(SecretError) {
        if let failure = failure.withLock({ $0 }) {
            throw failure
        }
    }
}
