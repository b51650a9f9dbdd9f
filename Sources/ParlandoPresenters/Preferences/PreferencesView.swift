/// All the preferences window shows.
public struct PreferencesViewState: Sendable, Equatable {
    /// One choice of a list.
    public struct Option: Sendable, Equatable {
        public var id: String
        public var title: String

        public init(_ id: String, _ title: String) {
            self.id = id
            self.title = title
        }
    }

    public struct ModelRow: Sendable, Equatable {
        public var name: String
        public var title: String
        /// Size, languages, disk use, progress with rate and time left, or what went wrong.
        public var subtitle: String
        public var isChosen: Bool
        /// 0…1 while something is under way.
        public var fraction: Double?
        public var canDownload: Bool
        public var canCancel: Bool
        public var canRemove: Bool
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

    public var models: [ModelRow] = []
    public var microphones: [Option] = []
    public var microphone = ""
    /// Languages of the speech; empty for an English model.
    public var languages: [Option] = []
    public var language = ""
    public var interfaceLanguages: [Option] = []
    public var interfaceLanguage = ""
    public var stopsAfterSilence = true
    public var silenceSeconds = 30
    public var showsTimestamps = false
    public var unloadMinutes = 15
    public var mirror = ""
    /// What is wrong with the mirror's address, empty: nothing.
    public var mirrorProblem = ""

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
    func preferencesView(_ view: any PreferencesView, didSetUnloadMinutes minutes: Int)
    func preferencesView(_ view: any PreferencesView, didSetMirror address: String)
}

/// A window that can show the state, and nothing more.
@MainActor public protocol PreferencesView: AnyObject {
    var delegate: (any PreferencesViewDelegate)? { get set }
    func render(_ state: PreferencesViewState)
    func showToast(_ text: String)
}
