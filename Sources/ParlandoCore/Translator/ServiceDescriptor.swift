/// Properties of a service that translates or speaks. Code asks them and never compares services, so that a new service
/// changes nothing there.
public struct ServiceDescriptor: Sendable, Equatable {
    /// Who receives the texts.
    public enum Receiver: Sendable, Equatable {
        /// The service works on this computer.
        case nobody
        /// A company's server, by default at this base URL. Names of companies are the same in every language.
        case company(String, home: String)
        /// A server whose address the user has set.
        case server
    }

    /// Whether a service needs an API key.
    public enum KeyNeed: Sendable, Equatable {
        case none
        case optional
        case required
    }

    /// Name for people, the same in every language; empty for this computer.
    public let name: String
    /// Who receives the texts.
    public let receiver: Receiver
    /// Whether the service needs an API key.
    public let keyNeed: KeyNeed
    /// Name under which the API key is stored; empty without one. Services of the same name share a key and an address.
    public let owner: String
    /// Where the user gets a key; empty if nowhere in particular.
    public let keyPage: String
    /// Whether there are free keys, whose texts the company uses, and which the EEA, Switzerland and the United Kingdom
    /// do not allow.
    public let hasFreeKeys: Bool
    /// Whether the user can choose a model.
    public let hasModels: Bool
    /// Language into which the service translates speech in any language directly; nil if it translates only text.
    public let speechTarget: String?
    /// Whether the service translates only the pairs of `Translator.pairs`.
    public let hasPairs: Bool
    /// Whether each translation is labelled as rough.
    public let isRough: Bool
    /// Whether the voices follow the user's rate and pitch.
    public let heedsRateAndPitch: Bool
    /// Languages in which the voices read only phonetic characters, such as kana but not kanji.
    public let phoneticOnly: Set<String>

    init(
        _ name: String, _ receiver: Receiver, owner: String = "", key keyNeed: KeyNeed = .none, keyPage: String = "",
        hasFreeKeys: Bool = false, hasModels: Bool = false, speechTarget: String? = nil, hasPairs: Bool = false,
        isRough: Bool = false, heedsRateAndPitch: Bool = true, phoneticOnly: Set<String> = []
    ) {
        self.name = name
        self.receiver = receiver
        self.owner = owner
        self.keyNeed = keyNeed
        self.keyPage = keyPage
        self.hasFreeKeys = hasFreeKeys
        self.hasModels = hasModels
        self.speechTarget = speechTarget
        self.hasPairs = hasPairs
        self.isRough = isRough
        self.heedsRateAndPitch = heedsRateAndPitch
        self.phoneticOnly = phoneticOnly
    }

    /// Whether the service works on this computer. For all others the user has to agree before text is sent.
    public var isLocal: Bool {
        receiver == .nobody
    }

    /// Whether the user sets the address of the server.
    public var hasAddress: Bool {
        receiver == .server
    }

    /// Base URL of the company's server; nil for other services.
    public var home: String? {
        if case .company(_, let home) = receiver {
            return home
        }
        return nil
    }

    /// The company that gets the texts; nil for other services.
    public var company: String? {
        if case .company(let name, _) = receiver {
            return name
        }
        return nil
    }

    /// Whether the service is Google's, whose certificate authorities are known.
    public var isGoogle: Bool {
        company == Self.googleName
    }

    /// Name of the API key in the keyring; nil without one.
    public var keyName: SecretName? {
        keyNeed == .none ? nil : SecretName(.translation, owner: owner)
    }

    /// Descriptors of all services.
    public static let all =
        TranslationServiceKind.allCases.map(\.descriptor) + VoiceServiceKind.allCases.map(\.descriptor)
}

/// A translation service. The raw values are stored and exported and must not change.
public enum TranslationServiceKind: String, PreferenceValue, CaseIterable {
    case gemini
    case libreTranslate = "libretranslate"
    /// Texts by Apertium, speech into English by Whisper.
    case offline

    /// Before the name of a service: the user has agreed that captions are sent too, which say what others say.
    public static let captions = "captions-"

    /// Properties of the service.
    public var descriptor: ServiceDescriptor {
        switch self {
        case .gemini: .gemini
        case .libreTranslate: ServiceDescriptor("LibreTranslate", .server, owner: rawValue, key: .optional)
        case .offline: ServiceDescriptor("", .nobody, speechTarget: "en", hasPairs: true, isRough: true)
        }
    }
}

extension ServiceDescriptor {
    private static let googleName = "Google"

    static let gemini = ServiceDescriptor(
        "Gemini", .company(googleName, home: "https://generativelanguage.googleapis.com"), owner: "gemini",
        key: .required, keyPage: "https://aistudio.google.com/apikey", hasFreeKeys: true, hasModels: true,
        heedsRateAndPitch: false)

    static let googleCloud = ServiceDescriptor(
        "Google Cloud", .company(googleName, home: "https://texttospeech.googleapis.com"), owner: "google",
        key: .required)

    /// - Parameter id: as the preferences store it, perhaps with `TranslationServiceKind.captions`.
    public init?(id: String) {
        let captions = TranslationServiceKind.captions
        let id = id.hasPrefix(captions) ? String(id.dropFirst(captions.count)) : id
        guard
            let known = TranslationServiceKind(rawValue: id)?.descriptor ?? VoiceServiceKind(rawValue: id)?.descriptor
        else {
            return nil
        }
        self = known
    }
}

/// A service that synthesizes speech. The raw values are stored and must not change.
public enum VoiceServiceKind: String, PreferenceValue, CaseIterable {
    /// espeak-ng and natural voices.
    case local
    case gemini
    case google

    /// Properties of the service.
    public var descriptor: ServiceDescriptor {
        switch self {
        case .local: ServiceDescriptor("", .nobody, phoneticOnly: ["ja"])
        case .gemini: .gemini
        case .google: .googleCloud
        }
    }
}

/// Base URLs of the services, which gateways can replace.
public struct ServiceHomes: Sendable, Equatable {
    private var gateways: [String: String] = [:]

    public init() {}

    /// Names (`ServiceDescriptor.owner`) of the services with a built-in base URL.
    public static let owners = Set(ServiceDescriptor.all.filter { $0.home != nil }.map(\.owner))

    private static func home(of owner: String) -> String? {
        ServiceDescriptor.all.first { $0.owner == owner }?.home
    }

    /// Base URL of the service with this name; empty without one.
    public subscript(owner: String) -> String {
        get { gateways[owner] ?? Self.home(of: owner) ?? "" }
        set { gateways[owner] = newValue }
    }

    /// Base URL of the Gemini API.
    public var gemini: String {
        get { self["gemini"] }
        set { self["gemini"] = newValue }
    }

    /// Base URL of Google Cloud Text-to-Speech.
    public var google: String {
        get { self["google"] }
        set { self["google"] = newValue }
    }

    /// Returns whether a URL leads to one of Google's servers for translation or speech.
    public static func isGoogle(_ address: String) -> Bool {
        guard let origin = Origin(address) else {
            return false
        }
        return ServiceDescriptor.all.contains { service in
            service.isGoogle && service.home.flatMap { Origin($0) } == origin
        }
    }

    /// Returns the origin that a service's API key is sent to; `address` is that of the user's own server.
    public func origin(ofKey owner: String, address: String) -> Origin? {
        Origin(Self.owners.contains(owner) ? self[owner] : address)
    }
}
