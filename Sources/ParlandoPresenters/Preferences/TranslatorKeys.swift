public import ParlandoCore

/// The keys of the services as the preferences see them: those of the environment, those of the keyring, and the places
/// that these are for.
public struct TranslatorKeys: Sendable {
    /// What the keyring has.
    enum Knowledge: Equatable {
        case unknown
        case kept
        case missing
        /// It is for this place, which is not the one that is chosen now.
        case elsewhere(Origin)
        case failed(SecretError)
    }

    /// What is known of a key.
    struct Standing: Equatable {
        /// What the keyring has.
        var knowledge = Knowledge.unknown
        /// The variable of the environment that holds one as well, and goes first; nil: none does.
        var variable: String?

        /// Whether the service is asked with a key.
        var isThere: Bool {
            variable != nil || knowledge == .kept
        }

        /// Whether there is one that can be removed.
        var isInKeyring: Bool {
            switch knowledge {
            case .kept, .elsewhere: true
            case .unknown, .missing, .failed: false
            }
        }
    }

    private let secrets: any SecretStore
    private let given: EnvironmentKeys
    private let homes: ServiceHomes

    /// - Parameters:
    ///   - given: the keys of the environment.
    ///   - homes: where the services live.
    public init(
        _ secrets: any SecretStore, given: EnvironmentKeys = EnvironmentKeys([:]), homes: ServiceHomes = ServiceHomes()
    ) {
        self.secrets = secrets
        self.given = given
        self.homes = homes
    }

    /// The variable of the environment that goes first, nil: none does.
    func variable(of name: SecretName) -> String? {
        given.variable(of: name.owner)
    }

    /// Where a key is sent, nil: nowhere yet.
    ///
    /// - Parameter address: of the user's LibreTranslate server.
    func origin(of name: SecretName, _ address: String) -> Origin? {
        homes.origin(ofKey: name.owner, address: address)
    }

    /// - Parameter name: nil: the service has none.
    func standing(of name: SecretName?, _ address: String) async -> Standing {
        guard let name else {
            return Standing(knowledge: .missing)
        }
        return Standing(knowledge: await knowledge(of: name, address), variable: variable(of: name))
    }

    private func knowledge(of name: SecretName, _ address: String) async -> Knowledge {
        guard let origin = origin(of: name, address) else {
            return .missing
        }
        let home = ServiceHomes().origin(ofKey: name.owner, address: address) ?? origin
        do throws(SecretError) {
            return try await secrets.secret(name, for: origin, home: home) == nil ? .missing : .kept
        } catch {
            guard case .elsewhere(let place) = error.kind else {
                return .failed(error)
            }
            return .elsewhere(place)
        }
    }

    func keep(_ key: Private<String>, as name: SecretName, for origin: Origin) async throws(SecretError) {
        try await secrets.keep(key, as: name, for: origin, label: TranslatorPreferencesWording.label(of: name))
    }

    /// Before the address of a server becomes that of another one: its key stays behind.
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
