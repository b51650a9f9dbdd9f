import ParlandoCore

/// Source of a server's key.
enum ServerKey {
    /// A fixed key, or nil if the server needs none.
    case given(Private<String>?)
    /// Looked up in the keyring for each request, so that a newly entered key or an unlocked keyring takes effect at
    /// once. A key stored without an origin is bound to `home`, or to the origin of the server's profile if `home` is
    /// nil.
    case kept(by: any SecretStore, of: ServerProfile, home: Origin?)

    /// Returns the key, or nil if the server needs none. Throws if the server needs a key that is not available.
    func value() async throws(ServerError) -> Private<String>? {
        switch self {
        case .given(let key):
            return key
        case .kept(_, let profile, _) where !profile.hasKey:
            return nil
        case .kept(let secrets, let profile, let home):
            guard let found = try await Self.secret(of: profile, in: secrets, home: home) else {
                throw ServerError(.unauthorized, detail: "the keyring holds no key for this server")
            }
            return found
        }
    }

    private static func secret(
        of profile: ServerProfile, in secrets: any SecretStore, home: Origin?
    ) async throws(ServerError) -> Private<String>? {
        guard let origin = Origin(profile.endpoint) else {
            throw ServerError(.invalidAddress, detail: "no place for a key")
        }
        do throws(SecretError) {
            return try await secrets.secret(
                SecretName(.server, owner: profile.id), for: origin, home: home ?? origin)
        } catch {
            throw ServerError(.keyring(error.kind), detail: error.detail)
        }
    }
}
