public import Foundation

/// Settings of a connection from the terminal page to another computer with `ssh`. Private keys and passwords are
/// handled by ssh and never stored here.
public struct ConnectionProfile: Sendable, Equatable, Identifiable {
    /// Permanent identifier of the connection.
    public let id: String
    /// Name of the connection, given by the user; if empty, the host is shown.
    public var name: String
    /// Host name, IP address, or an alias in the user's ssh configuration.
    public var host: String
    /// User name on the host; empty for ssh's default.
    public var user: String
    /// Port on the host; 0 for ssh's default.
    public var port: Int
    /// Additional options for `ssh`, in shell syntax.
    public var options: String

    /// Speech recognition engine for dictation into this connection: the id of a server, or
    /// `ServerPreferences.thisComputer`. Empty for the engine in the preferences.
    public var engine = ""

    /// Default options of a new connection. They make ssh detect a broken connection within a minute.
    public static let usualOptions = "-o ServerAliveInterval=15"
    /// Maximum number of stored connections.
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

    /// A reason that a connection is invalid.
    public enum Problem: Sendable, Equatable {
        case noHost
        case host
        case user
        case port
        case options(SSHOptions.Problem)
        case tooLong
    }

    /// The reason that the connection is invalid; nil if it is valid.
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

    /// Returns whether a text can be an argument of `ssh`: it has no spaces or control characters, and does not begin
    /// with a dash, which would make it an option.
    private static func isOneWord(_ text: String) -> Bool {
        !text.hasPrefix("-") && text.unicodeScalars.allSatisfy { $0.value > 32 && !(127...160).contains($0.value) }
    }

    /// Name of the connection as shown to the user: `name`, or the host if `name` is blank.
    public var title: String {
        name.allSatisfy(\.isWhitespace) ? host : name
    }

    /// The connection as `user@host:port`, without the user or port if ssh's default is used.
    public var address: String {
        (user.isEmpty ? "" : user + "@") + host + (port == 0 ? "" : ":\(port)")
    }

    /// The `ssh` command of the connection with its arguments. `--` precedes the host, which therefore cannot be
    /// mistaken for an option.
    public var command: [String] {
        ["ssh"] + (port == 0 ? [] : ["-p", "\(port)"]) + (user.isEmpty ? [] : ["-l", user]) + SSHOptions(options).words
            + ["--", host]
    }
}

extension ConnectionProfile: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, name, host, user, port, options, engine
    }

    /// Decodes a connection. Optional fields and those added in later versions of the program may be missing.
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
