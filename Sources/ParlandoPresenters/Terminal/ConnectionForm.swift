public import ParlandoCore

/// The fields of the dialog in which the user adds or edits an ssh connection.
public struct ConnectionForm: Sendable, Equatable {
    /// Identifier of the connection that is edited, or nil for a new connection.
    public let id: ConnectionProfile.ID?
    /// Name that the user gives the connection.
    public var name: String
    /// Host name or IP address of the remote machine.
    public var host: String
    /// User name for the login; empty if ssh chooses the name.
    public var user: String
    /// Port number; empty if ssh chooses the port.
    public var port: String
    /// Command-line options that are passed to `ssh`.
    public var options: String

    /// Identifier of the engine that recognises speech dictated into this connection; empty for the engine that is
    /// chosen in the preferences.
    public var engine = ""
    /// The speech recognition engines that can be chosen: this computer and the user's servers.
    public let engines: [PreferencesViewState.Option]

    /// Creates an empty form for a new connection.
    public init(engines: [PreferencesViewState.Option] = []) {
        id = nil
        self.engines = engines
        (name, host, user, port) = ("", "", "", "")
        options = ConnectionProfile.usualOptions
    }

    /// Creates the form for editing a connection.
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

    /// The connection that the form describes, or nil if a field is not valid.
    public var connection: ConnectionProfile? {
        let made = profile
        return made.problem == nil ? made : nil
    }

    /// Message about an invalid field; empty if there is none, or if the user has not finished typing.
    public var problem: String {
        profile.problem.map(\.text) ?? ""
    }

    /// Title of the dialog.
    public var title: String {
        id == nil ? trc("heading", "New Connection") : trc("heading", "Edit Connection")
    }

    private var profile: ConnectionProfile {
        let typed = address
        var made = ConnectionProfile(host: typed.host)
        if let id {
            made = ConnectionProfile(id: id, host: made.host)
        }
        made.name = Self.trimmed(name)
        made.engine = engine
        made.user = typed.user
        made.port = typed.port.isEmpty ? 0 : Int(typed.port).flatMap { $0 > 0 ? $0 : nil } ?? -1
        made.options = Self.trimmed(options)
        return made
    }

    /// Host, user and port as the user has typed them. The user may also type all three into the host field, as in
    /// `ann@attic.example:2200`. A user or port in the host field is used only if the separate field is empty.
    private var address: (host: String, user: String, port: String) {
        var (host, user, port) = (Self.trimmed(host), Self.trimmed(user), Self.trimmed(port))
        if user.isEmpty, let sign = host.lastIndex(of: "@") {
            user = String(host[..<sign])
            host = String(host[host.index(after: sign)...])
        }
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        // An IPv6 address has more than one colon.
        if port.isEmpty, parts.count == 2, !parts[1].isEmpty, parts[1].allSatisfy(\.isNumber) {
            (host, port) = (String(parts[0]), String(parts[1]))
        }
        return (host, user, port)
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
