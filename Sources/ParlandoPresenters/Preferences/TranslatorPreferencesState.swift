public import ParlandoCore

/// What the preferences window shows of the translator.
public struct TranslatorPreferencesState: Sendable, Equatable {
    /// One choice of a list.
    public typealias Option = PreferencesViewState.Option

    /// A key that a service asks for, and what is known of it. Never the key itself.
    public struct Key: Sendable, Equatable {
        /// What people read.
        public var title: String
        /// Whether one is kept, or why that is not known.
        public var status: String
        /// Whether one is kept.
        public var isKept: Bool
        /// What the service does with what it gets.
        public var terms: String
    }

    /// A service that the user has agreed to.
    public struct Agreement: Sendable, Equatable, Identifiable {
        /// What the delegate is told.
        public var id: String
        /// What it is called.
        public var title: String
        /// What was agreed.
        public var note: String
    }

    /// Services that translate.
    public var services: [Option] = []
    /// The id of the chosen one.
    public var service = ""
    /// What the chosen service does with what it gets.
    public var serviceNote = ""
    /// The key of the chosen service, nil: it has none.
    public var key: Key?
    /// Models of the service; empty: it has none to choose from.
    public var models: [Option] = []
    /// The id of the chosen one.
    public var model = ""
    /// Why there are no models to choose from, or what is going on; empty: nothing to say.
    public var modelNote = ""
    /// Whether the service has an address of the user's.
    public var hasAddress = false
    /// That address.
    public var address = ""
    /// What is wrong with it, empty: nothing.
    public var addressProblem = ""
    /// Services that speak.
    public var voiceServices: [Option] = []
    /// The id of the chosen one.
    public var voiceService = ""
    /// What the chosen one does with what it gets.
    public var voiceServiceNote = ""
    /// The key of the voice service where it is another one, nil: it needs none.
    public var voiceKey: Key?
    /// Languages whose voice can be chosen.
    public var voiceLanguages: [Option] = []
    /// The id of the one that is looked at.
    public var voiceLanguage = ""
    /// Voices of that language.
    public var voices: [Option] = []
    /// The id of the chosen one.
    public var voice = ""
    /// Why there are no voices, empty: nothing to say.
    public var voiceNote = ""
    /// Genders of voices.
    public var genders: [Option] = []
    /// The id of the chosen one.
    public var gender = ""
    /// Times the usual speed.
    public var rate = 1.0
    /// In semitones.
    public var pitch = 0.0
    /// In dB.
    public var volume = 0.0
    /// Seconds of silence that end an utterance.
    public var silence = 1.5
    /// In dB of full scale.
    public var silenceLevel = -50.0
    /// Requests in a minute.
    public var perMinute = 60
    /// Whether texts wait for the network.
    public var waitsForNetwork = true
    /// Whether common phrases are fetched ahead.
    public var fetchesAhead = false
    /// Whether only the authorities that Google names are believed.
    public var pinsAuthorities = true
    /// What that means.
    public var pinningNote = ""
    /// The services that text may be sent to without asking again.
    public var agreements: [Agreement] = []
    /// Whether translations are kept on disk.
    public var keepsTranslations = false
    /// Whether sound is kept on disk.
    public var keepsAudio = false

    public init() {}
}

/// A choice about the translator that was made in the preferences window.
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
    /// The service of that name is not agreed to any more.
    case withdraws(String)
    case keepsTranslations(Bool)
    case keepsAudio(Bool)
}

/// Which key.
public enum TranslatorKeyOwner: Sendable, Equatable {
    case translation
    case voice
}

/// What the user did with the preferences of the translator.
@MainActor public protocol TranslatorPreferencesViewDelegate: AnyObject {
    /// The preferences came in sight.
    func translatorPreferencesViewDidOpen(_ view: any TranslatorPreferencesView)
    func translatorPreferencesView(_ view: any TranslatorPreferencesView, didChange change: TranslatorPreferenceChange)
    /// The key is kept, in place of an earlier one.
    func translatorPreferencesView(
        _ view: any TranslatorPreferencesView, didEnterKey key: Private<String>, of owner: TranslatorKeyOwner)
    func translatorPreferencesView(_ view: any TranslatorPreferencesView, didRemoveKeyOf owner: TranslatorKeyOwner)
    func translatorPreferencesViewDidPressRemoveAll(_ view: any TranslatorPreferencesView)
}

/// A window that can show the state, and nothing more.
@MainActor public protocol TranslatorPreferencesView: AnyObject {
    var translatorDelegate: (any TranslatorPreferencesViewDelegate)? { get set }
    func render(_ state: TranslatorPreferencesState)
    func showToast(_ text: String)
    /// Asks, and answers whether the user wants to go on.
    func ask(_ question: PageQuestion) async -> Bool
}
