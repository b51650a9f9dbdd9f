public import ParlandoCore

/// The part of the preferences window for the translator.
public struct TranslatorPreferencesState: Sendable, Equatable {
    /// An item of a list of choices.
    public typealias Option = PreferencesViewState.Option

    /// The state of a service's key. It never contains the key itself.
    public struct Key: Sendable, Equatable {
        /// Title that is shown.
        public var title: String
        /// Sentence that says whether a key is stored, or why that is not known.
        public var status: String
        /// Whether a key is stored.
        public var isKept: Bool
        /// Sentence about the use that the service makes of the texts.
        public var terms: String
    }

    /// A service to which the user has agreed that text is sent.
    public struct Agreement: Sendable, Equatable, Identifiable {
        /// Identifier that the delegate receives.
        public var id: String
        /// Name of the service.
        public var title: String
        /// Sentence that says what the user agreed to.
        public var note: String
    }

    /// Translation services.
    public var services: [Option] = []
    /// Identifier of the chosen translation service.
    public var service = ""
    /// Sentence about the use that the chosen service makes of the texts.
    public var serviceNote = ""
    /// The state of the chosen service's key, or nil if it has none.
    public var key: Key?
    /// Models of the service; empty if it offers no choice.
    public var models: [Option] = []
    /// Identifier of the chosen model.
    public var model = ""
    /// Note that says why there are no models, or that they are being loaded; empty if there is none.
    public var modelNote = ""
    /// Whether the service is a server whose address the user sets.
    public var hasAddress = false
    /// Address of the server that the user sets.
    public var address = ""
    /// Message about an invalid address; empty if the address is valid.
    public var addressProblem = ""
    /// Voice services.
    public var voiceServices: [Option] = []
    /// Identifier of the chosen voice service.
    public var voiceService = ""
    /// Sentence about the use that the chosen voice service makes of the texts.
    public var voiceServiceNote = ""
    /// The state of the voice service's key, or nil if it needs none or shares that of the translation service.
    public var voiceKey: Key?
    /// Languages for which a voice can be chosen.
    public var voiceLanguages: [Option] = []
    /// Identifier of the language whose voices are shown.
    public var voiceLanguage = ""
    /// Voices of the language `voiceLanguage`.
    public var voices: [Option] = []
    /// Identifier of the chosen voice.
    public var voice = ""
    /// Note that says why there are no voices; empty if there is none.
    public var voiceNote = ""
    /// Genders that a voice can have.
    public var genders: [Option] = []
    /// Identifier of the chosen gender.
    public var gender = ""
    /// Speaking rate, as a factor of the usual speed.
    public var rate = 1.0
    /// Pitch shift in semitones.
    public var pitch = 0.0
    /// Volume gain in dB.
    public var volume = 0.0
    /// Seconds of silence that end an utterance.
    public var silence = 1.5
    /// Loudness below which sound counts as silence, in dB of full scale.
    public var silenceLevel = -50.0
    /// Maximum number of requests per minute.
    public var perMinute = 60
    /// Whether texts wait for the network if there is none.
    public var waitsForNetwork = true
    /// Whether translations of common phrases are prefetched.
    public var fetchesAhead = false
    /// Whether only the certificate authorities that Google names are trusted.
    public var pinsAuthorities = true
    /// Note that explains the setting `pinsAuthorities`.
    public var pinningNote = ""
    /// Services that text may be sent to without asking again.
    public var agreements: [Agreement] = []
    /// Whether translations are kept on disk.
    public var keepsTranslations = false
    /// Whether synthesized speech is kept on disk.
    public var keepsAudio = false

    public init() {}
}

/// A change to the translator's preferences that the user made.
public enum TranslatorPreferenceChange: Sendable, Equatable {
    case service(String)
    case model(String)
    case address(String)
    case voiceService(String)
    case voiceLanguage(String)
    case voice(String)
    case gender(String)
    case rate(Double)
    case pitch(Double)
    case volume(Double)
    case silence(Double)
    case silenceLevel(Double)
    case perMinute(Int)
    case waitsForNetwork(Bool)
    case fetchesAhead(Bool)
    case pinsAuthorities(Bool)
    /// Withdraws the agreement to the service with this name.
    case withdraws(String)
    case keepsTranslations(Bool)
    case keepsAudio(Bool)
}

/// The service that a key belongs to.
public enum TranslatorKeyOwner: Sendable, Equatable {
    case translation
    case voice
}

/// Receives the user's actions in the translator's preferences.
@MainActor public protocol TranslatorPreferencesViewDelegate: AnyObject {
    /// The preferences were shown.
    func translatorPreferencesViewDidOpen(_ view: any TranslatorPreferencesView)
    func translatorPreferencesView(_ view: any TranslatorPreferencesView, didChange change: TranslatorPreferenceChange)
    /// The user entered a key. It replaces an earlier one.
    func translatorPreferencesView(
        _ view: any TranslatorPreferencesView, didEnterKey key: Private<String>, of owner: TranslatorKeyOwner)
    func translatorPreferencesView(_ view: any TranslatorPreferencesView, didRemoveKeyOf owner: TranslatorKeyOwner)
    func translatorPreferencesViewDidPressRemoveAll(_ view: any TranslatorPreferencesView)
}

/// The translator's part of the preferences window: shows the view state and makes no decisions itself.
@MainActor public protocol TranslatorPreferencesView: AnyObject {
    var translatorDelegate: (any TranslatorPreferencesViewDelegate)? { get set }
    func render(_ state: TranslatorPreferencesState)
    func showToast(_ text: String)
    /// Asks the user, and returns whether they confirm.
    func ask(_ question: PageQuestion) async -> Bool
}
