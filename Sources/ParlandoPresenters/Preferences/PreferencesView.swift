/// All the preferences window shows.
public struct PreferencesViewState: Sendable, Equatable {
    /// One choice of a list.
    public struct Option: Sendable, Equatable {
        /// What the delegate is told when it is chosen.
        public var id: String
        /// What people read.
        public var title: String

        public init(_ id: String, _ title: String) {
            self.id = id
            self.title = title
        }
    }

    /// One model of the list.
    public struct ModelRow: Sendable, Equatable {
        /// The name the delegate is told, such as `tiny.en`.
        public var name: String
        /// What people read.
        public var title: String
        /// Size, languages, disk use, progress with rate and time left, or what went wrong.
        public var subtitle: String
        /// Whether it is the one in use; one row at most is.
        public var isChosen: Bool
        /// 0…1 while something is under way.
        public var fraction: Double?
        /// Whether it can be fetched, or taken from a file.
        public var canDownload: Bool
        /// Whether something is under way that can be stopped.
        public var canCancel: Bool
        /// Whether it is on disk.
        public var canRemove: Bool
        /// Whether it can be put to use.
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
    /// Microphones there are, the system's default first.
    public var microphones: [Option] = []
    /// The id of the chosen microphone.
    public var microphone = ""
    /// Languages of the speech; empty for an English model.
    public var languages: [Option] = []
    /// The id of the chosen language of the speech.
    public var language = ""
    /// Languages the program itself speaks.
    public var interfaceLanguages: [Option] = []
    /// The id of the chosen one.
    public var interfaceLanguage = ""
    /// Whether a dictation ends by itself when nobody speaks.
    public var stopsAfterSilence = true
    /// Seconds of silence until then, 15…120.
    public var silenceSeconds = 30
    /// Whether each paragraph begins with its times.
    public var showsTimestamps = false
    /// Where dictated text may go.
    public var deliveries: [Option] = []
    /// The id of the chosen one.
    public var delivery = ""
    /// Minutes until an unused model leaves the memory; 0: never.
    public var unloadMinutes = 15
    /// Address that replaces the published home of models, empty: none.
    public var mirror = ""
    /// What is wrong with the mirror's address, empty: nothing.
    public var mirrorProblem = ""
    /// The rhythm trainer.
    public var rhythm = RhythmPreferencesState()
    /// The terminal page.
    public var terminal = TerminalPreferencesState()

    public init() {}
}

/// What the user did in the preferences window.
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

/// A window that can show the state, and nothing more.
@MainActor public protocol PreferencesView: AnyObject {
    var delegate: (any PreferencesViewDelegate)? { get set }
    func render(_ state: PreferencesViewState)
    func showToast(_ text: String)
}
