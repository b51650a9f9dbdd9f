/// Secret store in the keyring. If there is no keyring, a new secret is kept in memory instead, until the program ends.
public actor SessionSecrets: SecretStore {
    private let keyring: any SecretStore
    /// The secrets that were entered while there was no keyring. They are newer than any that the keyring may hold.
    private var kept: [SecretName: (secret: Private<String>, origin: Origin)] = [:]

    public init(_ keyring: any SecretStore) {
        self.keyring = keyring
    }

    public func keep(
        _ secret: Private<String>, as name: SecretName, for origin: Origin, label: String
    ) async throws(SecretError) {
        do throws(SecretError) {
            try await keyring.keep(secret, as: name, for: origin, label: label)
            kept[name] = nil
        } catch {
            guard error.kind == .absent else {
                throw error
            }
            kept[name] = (secret, origin)
        }
    }

    public func secret(
        _ name: SecretName, for origin: Origin, home: Origin
    ) async throws(SecretError) -> Private<String>? {
        guard let entry = kept[name] else {
            return try await keyring.secret(name, for: origin, home: home)
        }
        guard entry.origin == origin else {
            throw SecretError(.elsewhere(entry.origin))
        }
        return entry.secret
    }

    public func isTemporary(_ name: SecretName) async -> Bool {
        kept[name] != nil
    }

    public func remove(_ name: SecretName) async throws(SecretError) {
        let wasKept = kept.removeValue(forKey: name) != nil
        do throws(SecretError) {
            try await keyring.remove(name)
        } catch {
            guard wasKept, error.kind == .absent else {
                throw error
            }
        }
    }

    public func count() async throws(SecretError) -> Int {
        try await keyring.count()
    }

    public func removeAll() async throws(SecretError) {
        kept = [:]
        try await keyring.removeAll()
    }
}
