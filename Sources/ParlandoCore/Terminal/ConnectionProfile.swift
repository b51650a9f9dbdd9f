public import Foundation

/// A machine that the terminal page connects to by `ssh`. Keys and passwords are ssh's business and never here.
public struct ConnectionProfile: Sendable, Equatable, Identifiable {
    /// Never changes.
    public let id: String
    /// What the user calls it, empty: by its host.
    public var name: String
    /// A host name, an address, or a name that the user's ssh configuration knows.
    public var host: String
    /// Empty: as ssh chooses.
    public var user: String
    /// 0: as ssh chooses.
    public var port: Int
    /// More options for `ssh`, as in a shell.
    public var options: String

    /// Who recognises what is dictated into it, as `ServerPreferences.engine(for:)` takes it.
    public var engine = ""

    /// What a new connection begins with: a connection that is gone is noticed within a minute.
    public static let usualOptions = "-o ServerAliveInterval=15"
    /// More than this are not kept.
    public static let mostConnections = 64
    private static let longestText = 1_000

    public init(
        id: String = UUID().uuidString.lowercased(), name: String = "", host: String, user: String = "", port: Int = 0,
        options: String = ""
    ) {
        self.id = id
        self.name = name
        self.host = host
        self.user = user
        self.port = port
        self.options = options
    }

    /// What is wrong with a connection.
    public enum Problem: Sendable, Equatable {
        case noHost
        case host
        case user
        case port
        case options(SSHOptions.Problem)
        case tooLong
    }

    /// Why it cannot be used, nil: it can.
    public var problem: Problem? {
        guard [id, name, host, user, options, engine].allSatisfy({ $0.count <= Self.longestText }) else {
            return .tooLong
        }
        if host.isEmpty {
            return .noHost
        }
        if !Self.isOneWord(host) {
            return .host
        }
        if !user.isEmpty, !Self.isOneWord(user) {
            return .user
        }
        if !(0...65_535).contains(port) {
            return .port
        }
        return SSHOptions(options).problem.map { .options($0) }
    }

    /// A leading dash would make an option of it.
    private static func isOneWord(_ text: String) -> Bool {
        !text.hasPrefix("-") && text.unicodeScalars.allSatisfy { $0.value > 32 && !(127...160).contains($0.value) }
    }

    /// What people call it.
    public var title: String {
        name.allSatisfy(\.isWhitespace) ? host : name
    }

    /// `user@host:port`, without what was left to ssh.
    public var address: String {
        (user.isEmpty ? "" : user + "@") + host + (port == 0 ? "" : ":\(port)")
    }

    /// The command with its arguments; whatever the host is called, it is no option.
    public var command: [String] {
        ["ssh"] + (port == 0 ? [] : ["-p", "\(port)"]) + (user.isEmpty ? [] : ["-l", user]) + SSHOptions(options).words
            + ["--", host]
    }
}

extension ConnectionProfile: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, name, host, user, port, options, engine
    }

    /// What was left out, or is added by later versions, may be missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        name = try values.decodeIfPresent(String.self, forKey: .name) ?? ""
        host = try values.decode(String.self, forKey: .host)
        user = try values.decodeIfPresent(String.self, forKey: .user) ?? ""
        port = try values.decodeIfPresent(Int.self, forKey: .port) ?? 0
        options = try values.decodeIfPresent(String.self, forKey: .options) ?? ""
        engine = try values.decodeIfPresent(String.self, forKey: .engine) ?? ""
    }
}
