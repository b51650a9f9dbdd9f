/// Cause of an error while reading, storing or removing a secret.
public enum SecretErrorKind: Sendable, Equatable {
    /// The keyring exists but was not unlocked.
    case locked
    /// There is no keyring: no secret service or no session bus is running.
    case absent
    /// The keyring or the user refused access.
    case denied
    /// The secret belongs to this origin (scheme, host and port), and may not be sent to the requested one.
    case elsewhere(Origin)
    case failed
}

/// Port: stores secrets such as API keys. Secrets are stored nowhere else: not in files, preferences or logs.
///
/// A call may take a long time, because the user may be asked to unlock the keyring.
public protocol SecretStore: Sendable {
    /// Stores a secret for use with one origin (scheme, host and port). Replaces an earlier secret of the same name,
    /// even if it was for another origin.
    ///
    /// - Parameter label: text that the desktop's password manager shows.
    func keep(_ secret: Private<String>, as name: SecretName, for origin: Origin, label: String)
        async throws(SecretError)

    /// Returns the secret with a name; nil if there is none. Throws `elsewhere` if the secret belongs to another origin
    /// (scheme, host and port).
    ///
    /// - Parameters:
    ///   - origin: the origin that the secret is to be sent to.
    ///   - home: the origin to bind the secret to if it was stored by an early version without an origin.
    func secret(_ name: SecretName, for origin: Origin, home: Origin) async throws(SecretError) -> Private<String>?

    /// Returns whether a secret is kept in memory only, until the program ends, because there is no keyring.
    func isTemporary(_ name: SecretName) async -> Bool

    /// Removes the secret with a name, if there is one.
    func remove(_ name: SecretName) async throws(SecretError)

    /// Returns the number of secrets that Parlando has stored. Does not unlock the keyring, because secrets can be
    /// counted while it is locked.
    func count() async throws(SecretError) -> Int

    /// Removes all secrets that Parlando has stored.
    func removeAll() async throws(SecretError)
}

extension SecretStore {
    public func isTemporary(_ name: SecretName) async -> Bool { false }

    /// Returns the secret with a name; nil if there is none. If the secret was stored by an early version without an
    /// origin, it is bound to `origin`.
    public func secret(_ name: SecretName, for origin: Origin) async throws(SecretError) -> Private<String>? {
        try await secret(name, for: origin, home: origin)
    }

    /// Returns the origin (scheme, host and port) that a secret belongs to; nil if there is no such secret.
    ///
    /// - Parameter home: the origin to bind the secret to if it was stored by an early version without an origin.
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

    /// Binds a secret to `origin` if it was stored by an early version without an origin. Must be called before the
    /// user's change of a server's address is saved.
    ///
    /// - Parameter origin: origin (scheme, host and port) of the address that the secret was entered for.
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

/// The name under which a secret is stored: its purpose and its owner.
public struct SecretName: Sendable, Hashable {
    /// Purpose of a secret. The raw values are stored in the keyring and must not change.
    public enum Purpose: String, Sendable, CaseIterable {
        /// The key of a speech recognition server.
        case server
        /// The key of a service for translation or speech synthesis.
        case translation
    }

    /// Whether the secret is for speech recognition or for translation and speech synthesis.
    public let purpose: Purpose
    /// Id of the server profile, or name of the service, that the secret belongs to.
    public let owner: String

    public init(_ purpose: Purpose, owner: String) {
        self.purpose = purpose
        self.owner = owner
    }
}

/// An error while reading, storing or removing a secret.
public typealias SecretError = DetailedError<SecretErrorKind>
