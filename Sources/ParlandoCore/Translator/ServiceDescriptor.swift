/// Properties of a service that translates or speaks. Other code checks these properties instead of comparing services,
/// and therefore need not change when a service is added.
public struct ServiceDescriptor: Sendable, Equatable {
    /// Receiver of the texts that a service translates or speaks.
    public enum Receiver: Sendable, Equatable {
        /// No receiver: the service works on this computer, without a network.
        case nobody
        /// Google, at the base URL `home`.
        case google(home: String)
        /// A server whose address the user has set.
        case server
    }

    /// Whether a service needs an API key.
    public enum KeyNeed: Sendable, Equatable {
        case none
        case optional
        case required
    }

    /// Receiver of the texts that the service translates or speaks.
    public let receiver: Receiver
    /// Whether the service needs an API key.
    public let keyNeed: KeyNeed
    /// Name under which the service's API key is stored; empty if the service needs no key. Services with the same name
    /// share a key and an address.
    public let owner: String
    /// Whether the user can choose among several models of the service.
    public let hasModels: Bool
    /// Language into which the service also translates speech directly, whatever language is spoken (ISO 639-1 code).
    /// Nil if the service translates only text, including transcripts of speech.
    public let speechTarget: String?
    /// Whether the service can translate only the language pairs that `Translator.pairs` returns.
    public let hasPairs: Bool
    /// Whether the service's translations are so imperfect that each one is labelled as rough.
    public let isRough: Bool
    /// Whether the service's voices speak with the rate and the pitch that the user has set.
    public let heedsRateAndPitch: Bool
    /// Languages in which the service's voices can read only phonetic characters, such as Japanese kana but not kanji
    /// (ISO 639-1 codes).
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

    /// Whether the service works on this computer, so that no text is sent. For other services, the user has to agree
    /// before the first text is sent.
    public var isLocal: Bool {
        receiver == .nobody
    }

    /// Whether the user has to set the address of the service's server.
    public var hasAddress: Bool {
        receiver == .server
    }

    /// Base URL of Google's server for the service; nil if the service does not use one.
    public var home: String? {
        if case .google(let home) = receiver {
            return home
        }
        return nil
    }

    /// Name of the service's API key in the keyring; nil if the service does not use a key.
    public var keyName: SecretName? {
        keyNeed == .none ? nil : SecretName(.translation, owner: owner)
    }

    /// Descriptors of all services that translate or speak.
    public static let all =
        TranslationServiceKind.allCases.map(\.descriptor) + VoiceServiceKind.allCases.map(\.descriptor)
}
