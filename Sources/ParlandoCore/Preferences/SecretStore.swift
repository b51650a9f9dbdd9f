public enum SecretErrorKind: Sendable, Equatable {
    /// The keyring was not unlocked.
    case locked
    /// No secret service or no session bus is running.
    case absent
    case denied
    /// The secret belongs to this origin, and may not be sent to the requested one.
    case elsewhere(Origin)
    case failed
}

/// Port: stores secrets such as API keys. Secrets are stored nowhere else: not in files, preferences or logs.
///
/// A call may take a long time, because the user may be asked to unlock the keyring.
public protocol SecretStore: Sendable {
    /// Replaces an earlier secret of the same name, even if it was for another origin.
    ///
    /// - Parameter label: shown by the desktop's password manager.
    func keep(_ secret: Private<String>, as name: SecretName, for origin: Origin, label: String)
        async throws(SecretError)

    /// Nil if there is none. Throws `elsewhere` if the secret belongs to another origin.
    ///
    /// - Parameter home: bound to the secret if an early version stored it without an origin.
    func secret(_ name: SecretName, for origin: Origin, home: Origin) async throws(SecretError) -> Private<String>?

    /// Whether the secret is in memory only, because there is no keyring.
    func isTemporary(_ name: SecretName) async -> Bool

    func remove(_ name: SecretName) async throws(SecretError)

    /// Does not unlock the keyring.
    func count() async throws(SecretError) -> Int

    func removeAll() async throws(SecretError)
}

extension SecretStore {
    public func isTemporary(_ name: SecretName) async -> Bool { false }

    /// Binds a secret that an early version stored without an origin to `origin`.
    public func secret(_ name: SecretName, for origin: Origin) async throws(SecretError) -> Private<String>? {
        try await secret(name, for: origin, home: origin)
    }

    /// The origin that a secret belongs to; nil if there is no such secret.
    public func place(of name: SecretName, home: Origin) async throws(SecretError) -> Origin? {
        do throws(SecretError) {
            return try await secret(name, for: home) == nil ? nil : home
        } catch {
            guard case .elsewhere(let place) = error.kind else {
                throw error
            }
            return place
        }
    }

    /// Binds a secret that an early version stored without an origin. Must be called before a change of the server's
    /// address is saved.
    public func settle(_ name: SecretName, at origin: Origin) async throws(SecretError) {
        do throws(SecretError) {
            _ = try await place(of: name, home: origin)
        } catch {
            // Without a keyring there is no secret that would have to be bound.
            guard error.kind == .absent else {
                throw error
            }
        }
    }
}

public struct SecretName: Sendable, Hashable {
    /// The raw values are in the keyring and must not change.
    public enum Purpose: String, Sendable, CaseIterable {
        case server
        /// Of a service for translation or speech synthesis.
        case translation
    }

    public let purpose: Purpose
    /// Id of the server profile, or name of the service.
    public let owner: String

    public init(_ purpose: Purpose, owner: String) {
        self.purpose = purpose
        self.owner = owner
    }
}

public typealias SecretError = DetailedError<SecretErrorKind>

/// Secret store in the keyring. If there is no keyring, a new secret is kept in memory instead, until the program ends.
public actor SessionSecrets: SecretStore {
    private let keyring: any SecretStore
    /// Entered while there was no keyring, so newer than any that the keyring may hold.
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

/// API keys in environment variables, such as `PARLANDO_GEMINI_KEY`. They take precedence over the keyring and, unlike
/// its keys, are sent to whichever server is set.
public struct EnvironmentKeys: Sendable {
    private let environment: [String: String]

    public init(_ environment: [String: String]) {
        self.environment = environment
    }

    /// Name of the variable with the key of a service (`gemini`, `libretranslate` or `google`); nil if it is not set.
    public func variable(of owner: String) -> String? {
        key(of: owner).map { _ in Self.name(of: owner) }
    }

    /// Nil if the variable is not set or is blank.
    public func key(of owner: String) -> Private<String>? {
        let text = environment[Self.name(of: owner)] ?? ""
        let words = text.split { $0.isWhitespace }
        return words.isEmpty ? nil : Private(words.joined(separator: " "))
    }

    private static func name(of owner: String) -> String {
        "PARLANDO_\(owner.uppercased())_KEY"
    }
}
