public import ParlandoCore

/// The fields of the dialog for a new or edited ssh connection.
public struct ConnectionForm: Sendable, Equatable {
    /// The connection to change; nil for a new one.
    public let id: ConnectionProfile.ID?
    public var name: String
    public var host: String
    /// Empty if ssh chooses it.
    public var user: String
    /// Empty if ssh chooses it.
    public var port: String
    /// Options of ssh in shell syntax.
    public var options: String

    /// Identifier of the engine for this connection; empty for the one in the preferences.
    public var engine: String
    /// This computer and the user's servers.
    public let engines: [PreferencesViewState.Option]

    /// - Parameter connection: nil for a new one.
    init(_ connection: ConnectionProfile? = nil, engines: [PreferencesViewState.Option] = []) {
        let profile = connection ?? ConnectionProfile(host: "", options: ConnectionProfile.usualOptions)
        id = connection?.id
        self.engines = engines
        name = profile.name
        host = profile.host
        user = profile.user
        port = profile.port == 0 ? "" : "\(profile.port)"
        options = profile.options
        engine = profile.engine
    }

    /// Nil if a field is not valid.
    public var connection: ConnectionProfile? {
        let made = profile
        return made.problem == nil ? made : nil
    }

    /// Empty if there is none, or if the user has not finished typing.
    public var problem: String {
        profile.problem.map(\.text) ?? ""
    }

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

    /// As typed. All three may be in the host field, as in `ann@attic.example:2200`; a user or port there is used only
    /// if its own field is empty.
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
