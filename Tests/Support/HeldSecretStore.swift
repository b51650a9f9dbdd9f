public import ParlandoCore
import Synchronization

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
