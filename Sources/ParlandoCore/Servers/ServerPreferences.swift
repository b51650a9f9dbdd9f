import Foundation

/// What the user has chosen about servers of their own.
public struct ServerPreferences: Sendable, Equatable {
    /// In the order they are shown.
    public var profiles: [ServerProfile] = []
    /// How many seconds a server may take to answer.
    public var timeout = 30
    /// Id of the server that recognises speech, empty: this computer does.
    public var engine = ""

    /// In place of a server's id: this computer, whatever is chosen in general.
    public static let thisComputer = "local"

    /// Bounds of `timeout`, in seconds.
    public static let timeoutRange = 5...600

    public init() {}

    /// The profile of an id or, if there is none, of a name, whatever its case.
    public func profile(_ name: String) -> ServerProfile? {
        profiles.first { $0.id == name } ?? profiles.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Who recognises, nil: a server was chosen that is not in the list.
    ///
    /// - Parameter choice: the id of a server, `thisComputer`, or empty for what is chosen in general.
    public func engine(for choice: String = "") -> RecognitionEngine? {
        let id = choice.isEmpty ? engine : choice
        guard !id.isEmpty, id != Self.thisComputer else {
            return .local
        }
        return profiles.first { $0.id == id }.map { .server($0, timeout: timeout) }
    }

    /// The profiles as JSON, the form in which they are kept.
    ///
    /// Of what is read, what cannot be a profile is left out: one bad entry does not cost the others.
    public var profileText: String {
        get {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(profiles)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
        }
        set {
            let read = try? JSONDecoder().decode([Readable].self, from: Data(newValue.utf8))
            profiles = (read ?? []).compactMap(\.profile)
        }
    }

    /// The same choices with everything out of bounds brought back into them.
    public func sanitized() -> ServerPreferences {
        var result = self
        result.timeout = min(max(timeout, Self.timeoutRange.lowerBound), Self.timeoutRange.upperBound)
        var ids: Set<String> = []
        result.profiles = profiles.filter { $0.problem == nil && !$0.id.isEmpty && ids.insert($0.id).inserted }
        result.profiles = Array(result.profiles.prefix(ServerProfile.mostProfiles))
        return result
    }
}

/// A profile, if it is one.
private struct Readable: Decodable {
    let profile: ServerProfile?

    init(from decoder: any Decoder) throws {
        profile = try? ServerProfile(from: decoder)
    }
}
