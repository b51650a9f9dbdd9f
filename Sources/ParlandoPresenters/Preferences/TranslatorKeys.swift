public import ParlandoCore

/// Finds and stores the API keys of translation and voice services. Keys come from environment variables or the
/// keyring. Each key may be sent only to one origin (scheme, host and port).
public struct TranslatorKeys: Sendable {
    /// The state of an API key in the keyring, as far as it is known.
    enum Knowledge: Equatable {
        case unknown
        case kept
        /// There is no keyring, and the key is kept in memory until the program ends.
        case keptInMemory
        case missing
        /// The keyring has a key, but the key belongs to this origin and not to the server address that is set now.
        case elsewhere(Origin)
        case failed(SecretError)
    }

    /// The state of a service's API key, in the environment and in the keyring.
    struct Standing: Equatable {
        /// The state of the service's key in the keyring, as far as it is known.
        var knowledge = Knowledge.unknown
        /// Name of the environment variable that holds a key for the service, or nil if there is none. This key takes
        /// precedence over the keyring.
        var variable: String?

        /// Whether there is a key to send with requests to the service.
        var isThere: Bool {
            variable != nil || knowledge == .kept || knowledge == .keptInMemory
        }

        /// Whether there is a keyring that could not be read. Without a keyring, there is no key.
        var isUnreadable: Bool {
            if case .failed(let error) = knowledge {
                return error.kind != .absent
            }
            return false
        }

        /// Whether there is a key that can be removed, in the keyring or in memory.
        var canBeRemoved: Bool {
            switch knowledge {
            case .kept, .keptInMemory, .elsewhere: true
            case .unknown, .missing, .failed: false
            }
        }
    }

    private let secrets: any SecretStore
    private let given: EnvironmentKeys
    private let homes: ServiceHomes

    /// - Parameters:
    ///   - given: the keys in environment variables.
    ///   - homes: the addresses of the services' servers.
    public init(
        _ secrets: any SecretStore, given: EnvironmentKeys = EnvironmentKeys([:]), homes: ServiceHomes = ServiceHomes()
    ) {
        self.secrets = secrets
        self.given = given
        self.homes = homes
    }

    /// Returns the name of the environment variable that holds a key for the service, or nil if there is none.
    func variable(of name: SecretName) -> String? {
        given.variable(of: name.owner)
    }

    /// Returns the origin that a key is sent to, or nil if the user has not set a server address yet.
    ///
    /// - Parameter address: the address of the user's LibreTranslate server.
    func origin(of name: SecretName, _ address: String) -> Origin? {
        homes.origin(ofKey: name.owner, address: address)
    }

    /// Returns the state of a service's key. May ask the user to unlock the keyring.
    ///
    /// - Parameter name: the name of the key, or nil if the service needs none.
    func standing(of name: SecretName?, _ address: String) async -> Standing {
        guard let name else {
            return Standing(knowledge: .missing)
        }
        return Standing(knowledge: await knowledge(of: name, address), variable: variable(of: name))
    }

    /// Returns whether there may be a key for a service. Never asks the user to unlock the keyring.
    func mayBeThere(_ name: SecretName) async -> Bool {
        if variable(of: name) != nil {
            return true
        }
        if await secrets.isTemporary(name) {
            return true
        }
        do throws(SecretError) {
            return try await secrets.count() > 0
        } catch {
            return error.kind != .absent
        }
    }

    private func knowledge(of name: SecretName, _ address: String) async -> Knowledge {
        guard let origin = origin(of: name, address) else {
            return .missing
        }
        let home = ServiceHomes().origin(ofKey: name.owner, address: address) ?? origin
        do throws(SecretError) {
            guard try await secrets.secret(name, for: origin, home: home) != nil else {
                return .missing
            }
            return await secrets.isTemporary(name) ? .keptInMemory : .kept
        } catch {
            guard case .elsewhere(let place) = error.kind else {
                return .failed(error)
            }
            return .elsewhere(place)
        }
    }

    /// Stores a key. Returns whether it is in the keyring. If there is no keyring, the key may be kept in memory.
    func keep(_ key: Private<String>, as name: SecretName, for origin: Origin) async throws(SecretError) -> Bool {
        try await secrets.keep(key, as: name, for: origin, label: TranslatorPreferencesWording.label(of: name))
        return await !secrets.isTemporary(name)
    }

    /// Binds a key that has no origin yet to the origin (scheme, host and port) of the current server. Called before
    /// the server's address changes, so that the key is never sent to the new server.
    func leave(_ name: SecretName, at origin: Origin) async throws(SecretError) {
        try await secrets.settle(name, at: origin)
    }

    func remove(_ name: SecretName) async throws(SecretError) {
        try await secrets.remove(name)
    }

    func removeAll() async throws(SecretError) {
        try await secrets.removeAll()
    }
}
