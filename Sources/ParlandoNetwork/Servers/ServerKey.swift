import ParlandoCore

/// Where the key of a server comes from.
enum ServerKey {
    /// Nil: the server needs none.
    case given(Private<String>?)
    /// Asked of the keyring each time, so that a key that is entered, or a keyring that is unlocked, counts at once.
    case kept(by: any SecretStore, of: ServerProfile)

    /// The key, nil: the server needs none. Throws where it needs one that cannot be had.
    func value() async throws(ServerError) -> Private<String>? {
        switch self {
        case .given(let key):
            return key
        case .kept(_, let profile) where !profile.hasKey:
            return nil
        case .kept(let secrets, let profile):
            guard let found = try await Self.secret(of: profile, in: secrets) else {
                throw ServerError(.unauthorized, detail: "the keyring holds no key for this server")
            }
            return found
        }
    }

    private static func secret(
        of profile: ServerProfile, in secrets: any SecretStore
    ) async throws(ServerError) -> Private<String>? {
        guard let origin = Origin(profile.endpoint) else {
            throw ServerError(.invalidAddress, detail: "no place for a key")
        }
        do throws(SecretError) {
            return try await secrets.secret(SecretName(.server, owner: profile.id), for: origin)
        } catch {
            throw ServerError(.keyring(error.kind), detail: error.detail)
        }
    }
}
