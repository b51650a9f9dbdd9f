public import ParlandoCore

/// The view state of the preferences rows about speech recognition servers.
public struct ServerPreferencesState: Sendable, Equatable {
    /// A row in the list of speech recognition servers.
    public struct Row: Sendable, Equatable {
        /// Identifier that the view passes to its presenter.
        public var id: String
        /// Name that the user gave the server.
        public var title: String
        /// Host name and protocol of the server.
        public var subtitle: String

        public init(id: String, title: String, subtitle: String) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
        }
    }

    /// The user's preferences. Rows that need no special text take their values from here.
    public var preferences = Preferences()
    /// Speech recognition engines that can be chosen: this computer and each server.
    public var engines: [PreferencesViewState.Option] = []
    /// Note that says whether the chosen engine sends speech to a server.
    public var engineNote = ""
    /// Rows of the list of servers.
    public var servers: [Row] = []

    public init() {}
}

/// The progress and result of a server test, or the reason that a server was not saved.
public struct ServerTestState: Sendable, Equatable {
    /// Whether the test is running.
    public var isRunning: Bool
    /// Sentence that describes the result.
    public var text: String
    /// Whether the test failed.
    public var isFailure: Bool
    /// The server's settings as corrected by the test, with which the form is updated; nil if the server has not
    /// answered.
    public var found: ServerProfile?

    public init(
        isRunning: Bool = false, text: String = "", isFailure: Bool = false, found: ServerProfile? = nil
    ) {
        self.isRunning = isRunning
        self.text = text
        self.isFailure = isFailure
        self.found = found
    }
}

/// The state of a server's API key in the keyring: whether there is a key, and to which address it may be sent.
public struct ServerKeyState: Sendable, Equatable {
    /// Identifier of the server.
    public var server: ServerProfile.ID
    /// Origin (scheme, host and port) that the key may be sent to, or nil if the keyring has no key for the server.
    public var place: Origin?

    public init(of server: ServerProfile.ID, place: Origin?) {
        self.server = server
        self.place = place
    }
}

/// The list of speech recognition servers in the preferences window. Shows the view state and makes no decisions
/// itself.
@MainActor public protocol ServerPreferencesView: AnyObject {
    func render(_ state: ServerPreferencesState)
    /// Shows the progress or result of a server test, or why the server was not saved, in the open form.
    func render(_ test: ServerTestState)
    /// Passes the state of a server's key in the keyring to the open form.
    func render(_ key: ServerKeyState)
    /// Opens the form with which the user adds or edits a server.
    func edit(_ form: ServerForm)
    /// Closes the form, because its server has been saved.
    func closeForm()
    func showToast(_ text: String)
}
