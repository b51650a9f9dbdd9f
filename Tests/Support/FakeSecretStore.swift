public import ParlandoCore
import Synchronization

/// Secret store in memory that can be made to fail.
public final class FakeSecretStore: SecretStore {
    private struct Entry {
        var secret: Private<String>
        /// Origin of the secret, or nil for one stored by an early version, without an origin.
        var origin: Origin?
    }

    private let secrets: Mutex<[SecretName: Entry]>
    private let failure: Mutex<SecretError?>
    private let reads = Mutex(0)

    /// - Parameter secrets: secrets as stored by an early version, without origins.
    public init(_ secrets: [SecretName: String] = [:], failure: SecretError? = nil) {
        self.secrets = Mutex(secrets.mapValues { Entry(secret: Private($0)) })
        self.failure = Mutex(failure)
    }

    /// - Parameters:
    ///   - secrets: secrets stored for one origin.
    ///   - address: an address with that origin.
    public init(_ secrets: [SecretName: String], for address: String) {
        let origin = Origin(address)
        self.secrets = Mutex(secrets.mapValues { Entry(secret: Private($0), origin: origin) })
        failure = Mutex(nil)
    }

    /// Sets the error of all following calls, or nil for success.
    public func fail(with error: SecretError?) {
        failure.withLock { $0 = error }
    }

    public var readings: Int {
        reads.withLock { $0 }
    }

    public var names: Set<SecretName> {
        secrets.withLock { Set($0.keys) }
    }

    /// Returns the secret with a name, whatever its origin, or nil if there is none.
    public func text(of name: SecretName) -> String? {
        secrets.withLock { $0[name]?.secret.revealed }
    }

    /// Returns the origin of a secret, or nil if it has none or does not exist.
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
        reads.withLock { $0 += 1 }
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

    public func count() async throws(SecretError) -> Int {
        try check()
        return names.count
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

/// Secret store whose look-ups wait until a test releases them, as if the user had to unlock the keyring first.
public final class HeldSecretStore: SecretStore {
    private let store: FakeSecretStore
    private let held = Mutex<[CheckedContinuation<Void, Never>]>([])
    private let bell: AsyncStream<Void>.Continuation
    /// One element for each look-up that begins to wait. For a single reader.
    public let waits: AsyncStream<Void>

    /// - Parameter store: store that answers the released look-ups.
    public init(_ store: FakeSecretStore) {
        self.store = store
        (waits, bell) = AsyncStream.makeStream(of: Void.self)
    }

    deinit {
        held.withLock { $0 }.forEach { $0.resume() }
    }

    /// Releases the look-up that has waited longest.
    public func release() {
        held.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.resume()
    }

    public func secret(
        _ name: SecretName, for origin: Origin, home: Origin
    ) async throws(SecretError) -> Private<String>? {
        await withCheckedContinuation { continuation in
            held.withLock { $0.append(continuation) }
            bell.yield()
        }
        return try await store.secret(name, for: origin, home: home)
    }

    public func keep(
        _ secret: Private<String>, as name: SecretName, for origin: Origin, label: String
    ) async throws(SecretError) {
        try await store.keep(secret, as: name, for: origin, label: label)
    }

    public func remove(_ name: SecretName) async throws(SecretError) {
        try await store.remove(name)
    }

    public func count() async throws(SecretError) -> Int {
        try await store.count()
    }

    public func removeAll() async throws(SecretError) {
        try await store.removeAll()
    }
}
