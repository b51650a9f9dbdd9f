public import ParlandoCore

/// What the preferences window shows of servers.
public struct ServerPreferencesState: Sendable, Equatable {
    /// One server of the list.
    public struct Row: Sendable, Equatable {
        /// What the delegate is told.
        public var id: String
        /// What the user calls it.
        public var title: String
        /// Where it is, and how it is spoken to.
        public var subtitle: String

        public init(id: String, title: String, subtitle: String) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
        }
    }

    /// Who can recognise speech: this computer and each server.
    public var engines: [PreferencesViewState.Option] = []
    /// The id of the chosen one.
    public var engine = ""
    /// What the choice means.
    public var engineNote = ""
    /// The servers.
    public var servers: [Row] = []
    /// How many seconds a server may take.
    public var timeout = 30

    public init() {}
}

/// What a test of a server has come to.
public struct ServerTestState: Sendable, Equatable {
    /// Whether it is under way.
    public var isRunning: Bool
    /// What came of it.
    public var text: String
    /// Whether it went wrong.
    public var isFailure: Bool
    /// The server as it answered, for the form to take over; nil: it has not.
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

/// What the user did about servers in the preferences window.
@MainActor public protocol ServerPreferencesViewDelegate: AnyObject {
    func serverPreferencesView(_ view: any ServerPreferencesView, didChooseEngine id: String)
    func serverPreferencesView(_ view: any ServerPreferencesView, didSetTimeout seconds: Int)
    func serverPreferencesViewDidPressAdd(_ view: any ServerPreferencesView)
    func serverPreferencesView(_ view: any ServerPreferencesView, didPressEdit id: ServerProfile.ID)
    func serverPreferencesView(_ view: any ServerPreferencesView, didRemove id: ServerProfile.ID)
    /// The form was filled in without fault.
    func serverPreferencesView(_ view: any ServerPreferencesView, didSave form: ServerForm)
    /// What the form says is to be tried out.
    func serverPreferencesView(_ view: any ServerPreferencesView, didTest form: ServerForm)
    /// The form was closed; a test that is under way is of no use any more.
    func serverPreferencesViewDidCloseForm(_ view: any ServerPreferencesView)
}

/// A window that can show servers.
@MainActor public protocol ServerPreferencesView: AnyObject {
    var serverDelegate: (any ServerPreferencesViewDelegate)? { get set }
    func render(_ state: ServerPreferencesState)
    /// Shows what a test has come to, in the form that is open.
    func render(_ test: ServerTestState)
    /// Lets the user fill in a server.
    func edit(_ form: ServerForm)
    func showToast(_ text: String)
}
