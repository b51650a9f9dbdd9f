public import ParlandoCore
import Synchronization

/// A keyring in memory that can be made to refuse.
public final class FakeSecretStore: SecretStore {
    private struct Entry {
        var secret: Private<String>
        /// Nil: it was kept when places were not kept with secrets.
        var origin: Origin?
    }

    private let secrets: Mutex<[SecretName: Entry]>
    private let failure: Mutex<SecretError?>

    /// - Parameter secrets: as an earlier version kept them, without the places that they are for.
    public init(_ secrets: [SecretName: String] = [:], failure: SecretError? = nil) {
        self.secrets = Mutex(secrets.mapValues { Entry(secret: Private($0)) })
        self.failure = Mutex(failure)
    }

    /// - Parameters:
    ///   - secrets: kept for one place.
    ///   - address: which leads there.
    public init(_ secrets: [SecretName: String], for address: String) {
        let origin = Origin(address)
        self.secrets = Mutex(secrets.mapValues { Entry(secret: Private($0), origin: origin) })
        failure = Mutex(nil)
    }

    /// What every call comes to from now on, nil: all is well.
    public func fail(with error: SecretError?) {
        failure.withLock { $0 = error }
    }

    /// Every name there is.
    public var names: Set<SecretName> {
        secrets.withLock { Set($0.keys) }
    }

    /// What is kept under a name, whatever place it is for.
    public func text(of name: SecretName) -> String? {
        secrets.withLock { $0[name]?.secret.revealed }
    }

    /// The place that a secret is for, nil: none, or there is none.
    public func origin(of name: SecretName) -> Origin? {
        secrets.withLock { $0[name]?.origin }
    }

    public func keep(
        _ secret: Private<String>, as name: SecretName, for origin: Origin, label: String
    ) async throws(SecretError) {
        try check()
        secrets.withLock { $0[name] = Entry(secret: secret, origin: origin) }
    }

    public func secret(
        _ name: SecretName, for origin: Origin, home: Origin
    ) async throws(SecretError) -> Private<String>? {
        try check()
        let found = secrets.withLock { secrets in
            guard var entry = secrets[name] else {
                return Entry?.none
            }
            entry.origin = entry.origin ?? home
            secrets[name] = entry
            return entry
        }
        guard let found, let place = found.origin else {
            return nil
        }
        guard place == origin else {
            throw SecretError(.elsewhere(place))
        }
        return found.secret
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
