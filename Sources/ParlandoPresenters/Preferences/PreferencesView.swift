/// The view state of the preferences window.
public struct PreferencesViewState: Sendable, Equatable {
    /// An item of a list of choices.
    public struct Option: Sendable, Equatable {
        /// Identifier that the delegate receives if the item is chosen.
        public var id: String
        /// Title that is shown.
        public var title: String

        public init(_ id: String, _ title: String) {
            self.id = id
            self.title = title
        }
    }

    /// A row in the list of models.
    public struct ModelRow: Sendable, Equatable {
        /// Name of the model that the delegate receives, such as `tiny.en`.
        public var name: String
        /// Title that is shown.
        public var title: String
        /// Size, languages, disk use, download progress with rate and remaining time, or an error message.
        public var subtitle: String
        /// Whether this is the model in use. At most one row is.
        public var isChosen: Bool
        /// Completed fraction, 0…1, of the operation under way, or nil if there is none.
        public var fraction: Double?
        /// Whether the model can be downloaded or imported from a file.
        public var canDownload: Bool
        /// Whether an operation is under way that can be cancelled.
        public var canCancel: Bool
        /// Whether the model is on disk and can be removed.
        public var canRemove: Bool
        /// Whether the model can be chosen for use.
        public var canChoose: Bool

        public init(name: String, title: String, subtitle: String) {
            self.name = name
            self.title = title
            self.subtitle = subtitle
            isChosen = false
            canDownload = false
            canCancel = false
            canRemove = false
            canChoose = false
        }
    }

    /// The models, in the order of the catalogue.
    public var models: [ModelRow] = []
    /// Available microphones, the system's default first.
    public var microphones: [Option] = []
    /// Identifier of the chosen microphone.
    public var microphone = ""
    /// Languages that can be recognised; empty for a model that knows only English.
    public var languages: [Option] = []
    /// Identifier of the chosen language.
    public var language = ""
    /// Languages of the user interface.
    public var interfaceLanguages: [Option] = []
    /// Identifier of the chosen interface language.
    public var interfaceLanguage = ""
    /// Whether a dictation ends by itself if nobody speaks.
    public var stopsAfterSilence = true
    /// Seconds of silence after which a dictation ends, 15…120.
    public var silenceSeconds = 30
    /// Whether each paragraph begins with its start and end times.
    public var showsTimestamps = false
    /// Destinations of dictated text.
    public var deliveries: [Option] = []
    /// Identifier of the chosen destination.
    public var delivery = ""
    /// Minutes until an unused model is unloaded from memory; 0 means never.
    public var unloadMinutes = 15
    /// Address of a mirror that models are downloaded from instead of the original server; empty if there is none.
    public var mirror = ""
    /// Message about an invalid mirror address; empty if the address is valid.
    public var mirrorProblem = ""
    /// Preferences of the rhythm trainer.
    public var rhythm = RhythmPreferencesState()
    /// Preferences of the terminal page.
    public var terminal = TerminalPreferencesState()

    public init() {}
}

/// Receives the user's actions in the preferences window.
@MainActor public protocol PreferencesViewDelegate: AnyObject {
    func preferencesView(_ view: any PreferencesView, didChooseModel name: String)
    func preferencesView(_ view: any PreferencesView, didDownloadModel name: String)
    func preferencesView(_ view: any PreferencesView, didCancelModel name: String)
    func preferencesView(_ view: any PreferencesView, didRemoveModel name: String)
    func preferencesView(_ view: any PreferencesView, didImportModel name: String, from path: String)
    func preferencesView(_ view: any PreferencesView, didChooseMicrophone id: String)
    func preferencesView(_ view: any PreferencesView, didChooseLanguage code: String)
    func preferencesView(_ view: any PreferencesView, didChooseInterfaceLanguage code: String)
    func preferencesView(_ view: any PreferencesView, didSetStopsAfterSilence isOn: Bool)
    func preferencesView(_ view: any PreferencesView, didSetSilenceSeconds seconds: Int)
    func preferencesView(_ view: any PreferencesView, didSetShowsTimestamps isOn: Bool)
    func preferencesView(_ view: any PreferencesView, didChooseDelivery id: String)
    func preferencesView(_ view: any PreferencesView, didSetUnloadMinutes minutes: Int)
    func preferencesView(_ view: any PreferencesView, didSetMirror address: String)
    func preferencesView(_ view: any PreferencesView, didChange rhythm: RhythmPreferenceChange)
    func preferencesView(_ view: any PreferencesView, didChange terminal: TerminalPreferenceChange)
}

/// The preferences window: shows the view state and makes no decisions itself.
@MainActor public protocol PreferencesView: AnyObject {
    var delegate: (any PreferencesViewDelegate)? { get set }
    func render(_ state: PreferencesViewState)
    func showToast(_ text: String)
}
