public import ParlandoCore

/// The fields of a connection while the user fills them in.
public struct ConnectionForm: Sendable, Equatable {
    /// Which connection is changed, nil: a new one.
    public let id: ConnectionProfile.ID?
    /// What the user calls it.
    public var name: String
    /// Host name or address.
    public var host: String
    /// Who logs in.
    public var user: String
    /// A number, or empty.
    public var port: String
    /// Options of ssh.
    public var options: String

    /// Who recognises what is dictated into it.
    public var engine = ""
    /// Who may.
    public let engines: [PreferencesViewState.Option]

    /// An empty form.
    public init(engines: [PreferencesViewState.Option] = []) {
        id = nil
        self.engines = engines
        (name, host, user, port) = ("", "", "", "")
        options = ConnectionProfile.usualOptions
    }

    /// The form of a connection that is to be changed.
    public init(_ connection: ConnectionProfile, engines: [PreferencesViewState.Option] = []) {
        id = connection.id
        engine = connection.engine
        self.engines = engines
        name = connection.name
        host = connection.host
        user = connection.user
        port = connection.port == 0 ? "" : "\(connection.port)"
        options = connection.options
    }

    /// The connection, nil: something is wrong with the fields.
    public var connection: ConnectionProfile? {
        let made = profile
        return made.problem == nil ? made : nil
    }

    /// What is wrong with the fields, empty: nothing, or nothing worth saying yet.
    public var problem: String {
        profile.problem.map(\.text) ?? ""
    }

    /// What the dialog is called.
    public var title: String {
        id == nil ? trc("heading", "New Connection") : trc("heading", "Edit Connection")
    }

    private var profile: ConnectionProfile {
        var made = ConnectionProfile(host: Self.trimmed(host))
        if let id {
            made = ConnectionProfile(id: id, host: made.host)
        }
        made.name = Self.trimmed(name)
        made.engine = engine
        made.user = Self.trimmed(user)
        let digits = Self.trimmed(port)
        made.port = digits.isEmpty ? 0 : Int(digits).flatMap { $0 > 0 ? $0 : nil } ?? -1
        made.options = Self.trimmed(options)
        return made
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
