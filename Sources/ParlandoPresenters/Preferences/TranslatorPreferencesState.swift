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
        /// Sentence about how the service uses the texts that it receives.
        public var terms: String
    }

    /// A service to which the user has agreed that text is sent.
    public struct Consent: Sendable, Equatable, Identifiable {
        /// Identifier that the delegate receives.
        public var id: String
        /// Name of the service.
        public var title: String
        /// Sentence that says what the user agreed to.
        public var note: String
    }

    /// A natural voice of this computer, in the list of those that can be downloaded or were imported.
    public struct NaturalVoice: Sendable, Equatable, Identifiable {
        /// Identifier that the delegate receives.
        public var id: String
        /// Name of the voice with its language.
        public var title: String
        /// Gender, size, terms and state.
        public var subtitle = ""
        /// Completed fraction of a download, 0…1; nil if there is none.
        public var fraction: Double?
        /// Whether a sample can be played.
        public var canListen = false
        /// Whether the voice can be downloaded.
        public var canDownload = false
        /// Whether its download or import can be cancelled.
        public var canCancel = false
        /// Label of the button that cancels.
        public var cancelLabel = ""
        /// Whether its files can be removed.
        public var canRemove = false
    }

    /// The preferences whose values the rows show directly.
    public var preferences = Preferences()
    /// Translation services.
    public var services: [Option] = []
    /// Sentence about how the chosen service uses the texts that it receives.
    public var serviceNote = ""
    /// The state of the chosen service's key, or nil if it has none.
    public var key: Key?
    /// Models of the service; empty if it offers no choice.
    public var models: [Option] = []
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
    /// Sentence that says whether the chosen voice service works offline or sends the translation to a company.
    public var voiceServiceNote = ""
    /// The state of the voice service's key, or nil if the service needs none or uses the key of the translation
    /// service.
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
    /// Why settings have no effect with the chosen services; a setting that has one is not in it.
    public var obstacles: [TranslatorSetting: String] = [:]
    /// Genders that a voice can have.
    public var genders: [Option] = []
    /// Note that says why the chosen gender is not heeded, so that it cannot be chosen; empty if it is heeded.
    public var genderNote = ""
    /// Natural voices of this computer; empty if another service speaks.
    public var naturalVoices: [NaturalVoice] = []
    /// Whether the list of natural voices is shown.
    public var showsNaturalVoices = false
    /// Note that says what natural voices are, or why they cannot be used.
    public var naturalNote = ""
    /// Note that explains the setting `pinsAuthorities`.
    public var pinningNote = ""
    /// Services that text may be sent to without asking again.
    public var consents: [Consent] = []

    public init() {}
}

/// A setting that not every service heeds.
public enum TranslatorSetting: Sendable, CaseIterable {
    case rate
    case pitch
    case perMinute
    case waitsForNetwork
    case fetchesAhead
    case pinsAuthorities
}

/// The service that a key belongs to.
public enum TranslatorKeyOwner: Sendable, Equatable {
    case translation
    case voice
}

/// What the user does with a natural voice.
public enum NaturalVoicePress: Sendable, Equatable, CaseIterable {
    /// Plays a sample.
    case listen
    case download
    case cancel
    case remove
}

/// Receives the user's actions in the translator's preferences.
@MainActor public protocol TranslatorPreferencesViewDelegate: AnyObject {
    /// The preferences were shown.
    func translatorPreferencesViewDidOpen(_ view: any TranslatorPreferencesView)
    func translatorPreferencesView(_ view: any TranslatorPreferencesView, didChange change: PreferenceChange)
    func translatorPreferencesView(_ view: any TranslatorPreferencesView, didChooseVoiceLanguage code: String)
    /// The user chose a voice for the language that is shown; an empty identifier means the best one.
    func translatorPreferencesView(_ view: any TranslatorPreferencesView, didChooseVoice id: String)
    /// The user pressed a button of the natural voice with this identifier.
    func translatorPreferencesView(
        _ view: any TranslatorPreferencesView, didPress press: NaturalVoicePress, of voice: String)
    /// The user chose a file with a natural voice.
    func translatorPreferencesView(_ view: any TranslatorPreferencesView, didImportVoiceFrom path: String)
    /// The user withdrew the consent to the service with this name.
    func translatorPreferencesView(_ view: any TranslatorPreferencesView, didWithdraw service: String)
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
