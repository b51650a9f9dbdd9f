public import ParlandoCore

/// The view state of the preferences window.
public struct PreferencesViewState: Sendable, Equatable {
    /// An item of a list from which the user chooses.
    public struct Option: Sendable, Equatable {
        /// Identifier that the view passes to its presenter if the user chooses the item.
        public var id: String
        /// Title of the item in the list.
        public var title: String

        public init(_ id: String, _ title: String) {
            self.id = id
            self.title = title
        }
    }

    /// A row in the list of models.
    public struct ModelRow: Sendable, Equatable {
        /// Name of the model, such as `tiny.en`, which the view passes to its presenter.
        public var name: String
        /// Title of the row.
        public var title: String
        /// Languages and size of the model, and its state, such as the download progress or an error message.
        public var subtitle: String
        /// Whether this is the model that the user has chosen. At most one row is marked.
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

    /// The user's preferences. Rows that need no special text take their values from here.
    public var preferences = Preferences()
    /// The pages of the window on which at least one preference differs from its default.
    public var resettable: Set<PreferencesPage> = []
    /// The models, in the order of the catalogue.
    public var models: [ModelRow] = []
    /// Available microphones, the system's default first.
    public var microphones: [Option] = []
    /// Languages in which the user can dictate, preceded by automatic detection; empty if the model knows only English.
    public var languages: [Option] = []
    /// Languages of the user interface.
    public var interfaceLanguages: [Option] = []
    /// Seconds of silence after which a dictation stops automatically, 15…120.
    public var silenceSeconds = 30
    /// Choices for where dictated text is put.
    public var deliveries: [Option] = []
    /// Address of a mirror from which models are downloaded instead of the original server; empty if there is none. An
    /// invalid address is shown until the user corrects it.
    public var mirror = ""
    /// Message about an invalid mirror address; empty if the address is valid.
    public var mirrorProblem = ""
    /// Available loudspeakers, the system's default first.
    public var loudspeakers: [Option] = []
    /// Summary of the audio latencies that were measured, one line per combination of devices.
    public var latencies = ""
    /// Sentence that says whether the sound of the user's instrument has been learned.
    public var instrument = ""

    public init() {}
}

/// The preferences window: shows the view state and makes no decisions itself.
@MainActor public protocol PreferencesView: AnyObject {
    func render(_ state: PreferencesViewState)
    func showToast(_ text: String)
    /// Shows a message that a page was reset, with a button that undoes the reset.
    func showToast(_ text: String, undoing page: PreferencesPage)
    /// Shows a message that a model was removed, with a button that undoes the removal.
    func offerUndo(_ text: String, ofRemoving model: String)
}
