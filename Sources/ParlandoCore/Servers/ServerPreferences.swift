public struct ServerPreferences: Sendable, Equatable {
    /// In the order of display.
    public var profiles: [ServerProfile] = []
    /// Seconds to wait for an answer.
    public var timeout = 30
    /// Id of the server that recognises speech; empty for this computer.
    public var engine = ""

    /// Selects this computer in place of a server's id, even if `engine` names a server.
    public static let thisComputer = "local"

    public static let timeoutRange = 5.0...600

    static let declared: [any DeclaredPreference] = [
        Preference("servers", \.servers.profileText),
        Preference("engine", \.servers.engine, page: .servers),
        Preference("server-timeout", \.servers.timeout, timeoutRange, page: .servers),
    ]

    public init() {}

    /// By id or, if there is none, by name in any case.
    public func profile(_ name: String) -> ServerProfile? {
        profiles.first { $0.id == name } ?? profiles.first { $0.name.lowercased() == name.lowercased() }
    }

    /// The servers that recognise speech.
    public var speech: [ServerProfile] {
        profiles.filter { $0.wire != .chat }
    }

    /// The server that cleans up text: the first one with a language model.
    public var languageModel: ServerProfile? {
        profiles.first { $0.wire == .chat }
    }

    /// Its origin.
    var languageModelPlace: String? {
        languageModel.flatMap { Origin($0.endpoint)?.text }
    }

    /// Nil if the chosen server is not in the list.
    ///
    /// - Parameter choice: id of a server, or `thisComputer`; empty for `engine`.
    public func engine(for choice: String = "") -> RecognitionEngine? {
        let id = choice.isEmpty ? engine : choice
        guard !id.isEmpty, id != Self.thisComputer else {
            return .local
        }
        return speech.first { $0.id == id }.map { .server($0, timeout: timeout) }
    }

    /// The profiles as JSON, as they are stored.
    public var profileText: String {
        get { JSONText.line(of: profiles) ?? "[]" }
        set { profiles = JSONText.list(of: ServerProfile.self, in: newValue) }
    }

    /// Also removes invalid profiles and duplicate ids.
    public func sanitized() -> ServerPreferences {
        var result = Preferences.clamp(self, at: \.servers, Self.declared)
        var ids: Set<String> = []
        result.profiles = profiles.filter { $0.problem == nil && !$0.id.isEmpty && ids.insert($0.id).inserted }
        result.profiles = Array(result.profiles.prefix(ServerProfile.mostProfiles))
        return result
    }
}

public enum RecognitionEngine: Sendable, Equatable {
    case local
    /// The timeout for each answer is in seconds.
    case server(ServerProfile, timeout: Int)

    /// Nil if this computer recognizes.
    public var server: ServerProfile? {
        switch self {
        case .local: nil
        case .server(let profile, _): profile
        }
    }
}
