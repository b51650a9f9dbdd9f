public import ParlandoCore

/// API keys of translation and voice services, from environment variables or the keyring.
public struct TranslatorKeys: Sendable {
    enum Knowledge: Equatable {
        case unknown
        case kept
        /// In memory until the program ends, because there is no keyring.
        case keptInMemory
        case missing
        /// The key belongs to this origin, not to the address that is set now.
        case elsewhere(Origin)
        case failed(SecretError)
    }

    struct Standing: Equatable {
        /// What the keyring holds.
        var knowledge = Knowledge.unknown
        /// Environment variable with a key, which precedes the keyring.
        var variable: String?

        var isThere: Bool {
            variable != nil || knowledge == .kept || knowledge == .keptInMemory
        }

        /// There is a keyring that could not be read. Without a keyring, there is no key.
        var isUnreadable: Bool {
            if case .failed(let error) = knowledge {
                return error.kind != .absent
            }
            return false
        }

        var canBeRemoved: Bool {
            switch knowledge {
            case .kept, .keptInMemory, .elsewhere: true
            case .unknown, .missing, .failed: false
            }
        }
    }

    let secrets: any SecretStore
    private let given: EnvironmentKeys
    private let homes: ServiceHomes

    public init(
        _ secrets: any SecretStore, given: EnvironmentKeys = EnvironmentKeys([:]), homes: ServiceHomes = ServiceHomes()
    ) {
        self.secrets = secrets
        self.given = given
        self.homes = homes
    }

    func variable(of name: SecretName) -> String? {
        given.variable(of: name.owner)
    }

    /// Where a key is sent; nil if the user has not set a server address yet.
    func origin(of name: SecretName, _ address: String) -> Origin? {
        homes.origin(ofKey: name.owner, address: address)
    }

    /// May ask the user to unlock the keyring.
    func standing(of name: SecretName?, _ address: String) async -> Standing {
        guard let name else {
            return Standing(knowledge: .missing)
        }
        return Standing(knowledge: await knowledge(of: name, address), variable: variable(of: name))
    }

    /// Whether there may be a key. Never asks the user to unlock the keyring.
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

    /// Returns whether the key is in the keyring. Without one it may be kept in memory.
    func keep(_ key: Private<String>, as name: SecretName, for origin: Origin) async throws(SecretError) -> Bool {
        try await secrets.keep(key, as: name, for: origin, label: TranslatorPreferencesWording.label(of: name))
        return await !secrets.isTemporary(name)
    }
}
