public import ParlandoCore

/// The view state of the translator's part of the preferences window.
public struct TranslatorPreferencesState: Sendable, Equatable {
    /// An item of a list from which the user chooses.
    public typealias Option = PreferencesViewState.Option

    /// What the preferences show about a service's API key. Never contains the key itself.
    public struct Key: Sendable, Equatable {
        /// Name of the service that the key belongs to.
        public var owner: String
        /// Title of the row for the API key.
        public var title: String
        /// Sentence that says whether a key is stored, or why that is not known.
        public var status: String
        /// Whether there is a key that can be removed, in the keyring or in memory.
        public var isKept: Bool
        /// Sentence about how the service uses the texts that it receives.
        public var terms: String
    }

    /// A service to which the user has agreed that text is sent.
    public struct Consent: Sendable, Equatable, Identifiable {
        /// Identifier that the view passes to its presenter.
        public var id: String
        /// Name of the service to which text may be sent.
        public var title: String
        /// Sentence that says what the user agreed to.
        public var note: String
    }

    /// A row in the list of natural voices (neural networks that speak on this computer) that can be downloaded or were
    /// imported.
    public struct NaturalVoice: Sendable, Equatable, Identifiable {
        /// Identifier that the view passes to its presenter.
        public var id: String
        /// Name of the voice with its language.
        public var title: String
        /// Gender, size and licence of the voice, and its state.
        public var subtitle = ""
        /// Completed fraction of the voice's download or import, 0…1; nil if none is under way.
        public var fraction: Double?
        /// Whether a sample of the voice can be played.
        public var canListen = false
        /// Whether the voice can be downloaded.
        public var canDownload = false
        /// Whether a download or import of the voice is under way that can be cancelled.
        public var canCancel = false
        /// Label of the button that cancels the download or import.
        public var cancelLabel = ""
        /// Whether the voice's files can be removed from disk.
        public var canRemove = false
    }

    /// The user's preferences. Rows that need no special text take their values from here.
    public var preferences = Preferences()
    /// The translation services that can be chosen.
    public var services: [Option] = []
    /// Sentence about how the chosen service uses the texts that it receives.
    public var serviceNote = ""
    /// The state of the chosen translation service's key; nil if the service uses no key, or if its server address is
    /// not set yet.
    public var key: Key?
    /// Models that the translation service offers; empty if the service offers no choice.
    public var models: [Option] = []
    /// Note that says why the list of models is empty, or that it is being loaded; empty if there is nothing to say.
    public var modelNote = ""
    /// Whether the service is a server whose address the user sets.
    public var hasAddress = false
    /// Address of the server that the user sets.
    public var address = ""
    /// Message about an invalid address; empty if the address is valid.
    public var addressProblem = ""
    /// The voice services that can be chosen.
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
    /// Note about the list of voices: that it is being loaded, why it is empty, or a limitation of the voices. Empty if
    /// there is nothing to say.
    public var voiceNote = ""
    /// The reasons that some settings have no effect with the chosen services. Settings that have an effect are not
    /// included.
    public var obstacles: [TranslatorSetting: String] = [:]
    /// Choices for the preferred gender of the voice.
    public var genders: [Option] = []
    /// Note that says why the preferred gender has no effect and cannot be changed; empty if it has an effect.
    public var genderNote = ""
    /// The rows of natural voices of this computer; empty if an online service speaks.
    public var naturalVoices: [NaturalVoice] = []
    /// Whether the list of natural voices is shown.
    public var showsNaturalVoices = false
    /// Note that explains natural voices or says why they cannot be used; empty if an online service speaks.
    public var naturalNote = ""
    /// Note that explains the setting `pinsAuthorities`, with which only certificate authorities that Google uses are
    /// accepted.
    public var pinningNote = ""
    /// Services to which the user has agreed that text is sent without asking again.
    public var consents: [Consent] = []

    public init() {}
}

/// A setting that has no effect with some services.
public enum TranslatorSetting: Sendable, CaseIterable {
    case rate
    case pitch
    case perMinute
    case waitsForNetwork
    case fetchesAhead
    case pinsAuthorities
}

/// The kind of service that an API key belongs to.
public enum TranslatorKeyOwner: Sendable, Equatable {
    case translation
    case voice
}

/// A command that the user gives with a button beside a natural voice.
public enum NaturalVoicePress: Sendable, Equatable, CaseIterable {
    /// Plays a sample of the voice.
    case listen
    case download
    case cancel
    case remove
}

/// The translator's part of the preferences window: shows the view state and makes no decisions itself.
@MainActor public protocol TranslatorPreferencesView: AnyObject {
    func render(_ state: TranslatorPreferencesState)
    func showToast(_ text: String)
    /// Shows a message that a natural voice was removed, with a button that undoes the removal.
    func offerUndo(_ text: String, ofRemovingVoice voice: String)
    /// Tells whether the key that the user entered is in the keyring now. Its text then disappears from the field;
    /// otherwise, it stays there and can be entered again.
    func endKeyEntry(of owner: TranslatorKeyOwner, isSaved: Bool)
    /// Asks the user a question, and returns whether the user confirms.
    func ask(_ question: PageQuestion) async -> Bool
}
