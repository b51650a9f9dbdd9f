/// Preferences of speech recognition on the user's own servers.
public struct ServerPreferences: Sendable, Equatable {
    /// Profiles of the user's servers, in the order of display.
    public var profiles: [ServerProfile] = []
    /// Timeout for a server's answer, in seconds.
    public var timeout = 30
    /// Id of the server that recognises speech; empty if this computer recognises speech.
    public var engine = ""

    /// Reserved value in place of a server's id. It selects recognition on this computer, even if `engine` names a
    /// server.
    public static let thisComputer = "local"

    /// Range of `timeout`, in seconds.
    public static let timeoutRange = 5.0...600

    static let declared: [any DeclaredPreference] = [
        Preference("servers", \.servers.profileText),
        Preference("engine", \.servers.engine, page: .servers),
        Preference("server-timeout", \.servers.timeout, timeoutRange, page: .servers),
    ]

    public init() {}

    /// Returns the server profile with an id or, if there is none, with a name. Upper and lower case of the name are
    /// not distinguished.
    public func profile(_ name: String) -> ServerProfile? {
        profiles.first { $0.id == name } ?? profiles.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Returns the engine that recognises speech; nil if the chosen server is not in the list of profiles.
    ///
    /// - Parameter choice: id of a server, or `thisComputer`; empty for the engine in the preferences.
    public func engine(for choice: String = "") -> RecognitionEngine? {
        let id = choice.isEmpty ? engine : choice
        guard !id.isEmpty, id != Self.thisComputer else {
            return .local
        }
        return profiles.first { $0.id == id }.map { .server($0, timeout: timeout) }
    }

    /// The server profiles as JSON, in the form in which they are stored.
    public var profileText: String {
        get { JSONText.line(of: profiles) ?? "[]" }
        set { profiles = JSONText.list(of: ServerProfile.self, in: newValue) }
    }

    /// Returns the preferences with numbers clamped to their ranges, and without invalid profiles and duplicate ids.
    public func sanitized() -> ServerPreferences {
        var result = Preferences.clamp(self, at: \.servers, Self.declared)
        var ids: Set<String> = []
        result.profiles = profiles.filter { $0.problem == nil && !$0.id.isEmpty && ids.insert($0.id).inserted }
        result.profiles = Array(result.profiles.prefix(ServerProfile.mostProfiles))
        return result
    }
}
