/// Properties of a translation or voice service. Other code checks these properties instead of comparing services, so
/// that it need not change for a new service.
public struct ServiceDescriptor: Sendable, Equatable {
    /// Receiver of the texts.
    public enum Receiver: Sendable, Equatable {
        /// Nobody: the service works on this computer, without a network.
        case nobody
        /// Google, at the base URL `home`.
        case google(home: String)
        /// A server whose address the user sets.
        case server
    }

    /// Whether a service needs an API key.
    public enum KeyNeed: Sendable, Equatable {
        case none
        case optional
        case required
    }

    /// Receiver of the texts.
    public let receiver: Receiver
    /// Whether the service needs an API key.
    public let keyNeed: KeyNeed
    /// Name under which the key is stored; empty if the service needs no key. Services with the same name share a key
    /// and an address.
    public let owner: String
    /// Whether the user can choose one of several models.
    public let hasModels: Bool
    /// Language into which the service also translates speech directly, whatever language is spoken (ISO 639-1 code);
    /// nil if it translates only text, including transcripts of speech.
    public let speechTarget: String?
    /// Whether the service translates texts only between the pairs that `Translator.pairs` returns.
    public let hasPairs: Bool
    /// Whether the translations are so imperfect that each one is labelled as rough.
    public let isRough: Bool
    /// Whether the voices heed the rate and the pitch that the user has set.
    public let heedsRateAndPitch: Bool
    /// Languages in which the voices read only phonetic characters, such as Japanese kana but no kanji (ISO 639-1
    /// codes).
    public let phoneticOnly: Set<String>

    init(
        _ receiver: Receiver, owner: String = "", key keyNeed: KeyNeed = .none, hasModels: Bool = false,
        speechTarget: String? = nil, hasPairs: Bool = false, isRough: Bool = false, heedsRateAndPitch: Bool = true,
        phoneticOnly: Set<String> = []
    ) {
        self.receiver = receiver
        self.owner = owner
        self.keyNeed = keyNeed
        self.hasModels = hasModels
        self.speechTarget = speechTarget
        self.hasPairs = hasPairs
        self.isRough = isRough
        self.heedsRateAndPitch = heedsRateAndPitch
        self.phoneticOnly = phoneticOnly
    }

    /// Whether texts stay on this computer. If not, the user has to agree before the first text is sent.
    public var isLocal: Bool {
        receiver == .nobody
    }

    /// Whether the user has to set the address of a server.
    public var hasAddress: Bool {
        receiver == .server
    }

    /// Base URL of the service's own server; nil if it has none.
    public var home: String? {
        if case .google(let home) = receiver {
            return home
        }
        return nil
    }

    /// Name of the key in the keyring; nil if the service does not use a key.
    public var keyName: SecretName? {
        keyNeed == .none ? nil : SecretName(.translation, owner: owner)
    }

    /// Descriptors of all services.
    public static let all =
        TranslationServiceKind.allCases.map(\.descriptor) + VoiceServiceKind.allCases.map(\.descriptor)
}
