/// Port: where keys are kept, and nowhere else: never in a file, a preference or a log.
///
/// Each call may take as long as a person needs who is asked to unlock the keyring.
public protocol SecretStore: Sendable {
    /// Keeps a secret that is for one place only, in place of an earlier one of that name, whatever place that was for.
    /// People see the label where they look after passwords.
    func keep(_ secret: Private<String>, as name: SecretName, for origin: Origin, label: String)
        async throws(SecretError)

    /// The secret of a name, nil: there is none. Throws `elsewhere` where it is for another place: then it stays there.
    ///
    /// - Parameters:
    ///   - origin: where it is to be sent.
    ///   - home: the place that a secret is for from now on which was kept when places were not kept with them.
    func secret(_ name: SecretName, for origin: Origin, home: Origin) async throws(SecretError) -> Private<String>?

    /// Removes the secret of a name, if there is one.
    func remove(_ name: SecretName) async throws(SecretError)

    /// Removes every secret that Parlando has kept.
    func removeAll() async throws(SecretError)
}

extension SecretStore {
    /// The same where the place that is chosen now is the one that it was chosen for.
    public func secret(_ name: SecretName, for origin: Origin) async throws(SecretError) -> Private<String>? {
        try await secret(name, for: origin, home: origin)
    }

    /// Lets a secret that was kept without a place be for this one from now on: to be called before the address that it
    /// was given for becomes another one.
    public func settle(_ name: SecretName, at origin: Origin) async throws(SecretError) {
        do throws(SecretError) {
            _ = try await secret(name, for: origin)
        } catch {
            switch error.kind {
            // It has its place, or there is none.
            case .elsewhere, .absent: return
            default: throw error
            }
        }
    }
}

/// Which secret.
public struct SecretName: Sendable, Hashable {
    /// What a secret opens. The names are kept with the secrets: they may not change.
    public enum Purpose: String, Sendable, CaseIterable {
        /// A server that recognises speech.
        case server
        /// A service that translates or speaks.
        case translation
    }

    /// What it opens.
    public let purpose: Purpose
    /// Which one of them: the id of a profile, the name of a service.
    public let owner: String

    public init(_ purpose: Purpose, owner: String) {
        self.purpose = purpose
        self.owner = owner
    }
}

/// Why a secret cannot be had, kept or removed.
public struct SecretError: Error, Sendable, Equatable {
    /// What went wrong.
    public enum Kind: Sendable, Equatable {
        /// The keyring is there and was not unlocked.
        case locked
        /// There is no keyring: no service that keeps secrets, or no session bus.
        case absent
        /// The keyring, or the person who was asked, said no.
        case denied
        /// It was given for this place, and is sent to no other.
        case elsewhere(Origin)
        case failed
    }

    /// What went wrong.
    public let kind: Kind
    /// For the log; never a secret.
    public let detail: String

    public init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
