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

    /// Input that a translation service accepts.
    public enum Input: Sendable, Equatable {
        /// Text, including transcripts of speech.
        case text
        /// Only speech, and only into this language (ISO 639-1 code).
        case speech(into: String)
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
    /// Input that the service accepts.
    public let input: Input
    /// Languages in which the voices read only phonetic characters, such as Japanese kana but no kanji (ISO 639-1
    /// codes).
    public let phoneticOnly: Set<String>

    init(
        _ receiver: Receiver, owner: String = "", key keyNeed: KeyNeed = .none, hasModels: Bool = false,
        input: Input = .text, phoneticOnly: Set<String> = []
    ) {
        self.receiver = receiver
        self.owner = owner
        self.keyNeed = keyNeed
        self.hasModels = hasModels
        self.input = input
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
