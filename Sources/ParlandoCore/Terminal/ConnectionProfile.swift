public import Foundation

/// An `ssh` connection to another computer. Keys and passwords are ssh's own and never stored here.
public struct ConnectionProfile: Sendable, Equatable, Identifiable {
    public let id: String
    /// If empty, the host is shown.
    public var name: String
    /// Host name, IP address, or an alias in the user's ssh configuration.
    public var host: String
    /// User name on the server; empty for ssh's default.
    public var user: String
    /// Port of the server; 0 for ssh's default.
    public var port: Int
    /// Options of ssh in shell syntax.
    public var options: String

    /// Recognition engine for dictation into this connection: the id of a server, or `ServerPreferences.thisComputer`.
    /// Empty for the engine in the preferences.
    public var engine = ""

    /// Makes ssh detect a broken connection within a minute.
    public static let usualOptions = "-o ServerAliveInterval=15"
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

    public enum Problem: Sendable, Equatable {
        case noHost
        case host
        case user
        case port
        case options(SSHOptions.Problem)
        case tooLong
    }

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

    /// Whether a text can be an argument of `ssh`: without spaces and control characters, and not an option.
    private static func isOneWord(_ text: String) -> Bool {
        !text.hasPrefix("-") && text.unicodeScalars.allSatisfy { $0.value > 32 && !(127...160).contains($0.value) }
    }

    public var title: String {
        name.allSatisfy(\.isWhitespace) ? host : name
    }

    /// `user@host:port`, without the user or port if ssh's default is used.
    public var address: String {
        (user.isEmpty ? "" : user + "@") + host + (port == 0 ? "" : ":\(port)")
    }

    /// `--` precedes the host, which therefore cannot be mistaken for an option.
    public var command: [String] {
        ["ssh"] + (port == 0 ? [] : ["-p", "\(port)"]) + (user.isEmpty ? [] : ["-l", user]) + SSHOptions(options).words
            + ["--", host]
    }
}

extension ConnectionProfile: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, name, host, user, port, options, engine
    }

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

/// Options of `ssh`, as typed by the user on one line.
public struct SSHOptions: Sendable, Equatable {
    public enum Problem: Sendable, Equatable {
        /// A quotation mark is not closed, or nothing follows a backslash.
        case openQuotation
        /// `ssh` would take this word for the host.
        case stray(String)
        case valueMissing(String)
        /// This option would leave no terminal to type into.
        case noTerminal(String)
    }

    /// Empty if the line cannot be split into words.
    public let words: [String]
    public let problem: Problem?

    /// Options that require a value (ssh(1) of OpenSSH 9).
    private static let withValue = "BbcDEeFIiJLlmoPpRSw"
    private static let withoutValue = "46AaCgKkMqtvXxYy"
    /// Options that make `ssh` run in the background, request no terminal, or only print something.
    private static let withoutTerminal = "fGNnOQsTVW"

    public init(_ line: String) {
        guard let words = ShellWords.split(line) else {
            self.words = []
            problem = .openQuotation
            return
        }
        self.words = words
        problem = Self.problem(in: words)
    }

    private static func problem(in words: [String]) -> Problem? {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.count > 1, word.hasPrefix("-"), word != "--" else {
                return .stray(word)
            }
            var letters = word.dropFirst()
            while let letter = letters.popFirst() {
                if withoutTerminal.contains(letter) {
                    return .noTerminal("-\(letter)")
                }
                if withValue.contains(letter) {
                    if letters.isEmpty, rest.popFirst() == nil {
                        return .valueMissing(word)
                    }
                    break
                }
                guard withoutValue.contains(letter) else {
                    return .stray(word)
                }
            }
        }
        return nil
    }
}

/// Splits a command line into words, as a shell does, with quotation marks and backslashes but without expansions.
public enum ShellWords {
    /// Nil if a quotation mark is not closed or nothing follows a backslash.
    public static func split(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open {
                    quote = nil
                } else {
                    word = (word ?? "") + String(character)
                }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                words += word.map { [$0] } ?? []
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else {
            return nil
        }
        return words + (word.map { [$0] } ?? [])
    }
}

/// The reason that `ssh` failed. It has a single exit code for all failures, so the reason is taken from the last lines
/// of the terminal, where OpenSSH prints untranslated messages. Other programs may print such lines too; then a wrong
/// reason is shown.
public enum SSHComplaint: Sendable, Equatable, CaseIterable {
    case hostKeyChanged
    case hostKeyRefused
    case unknownHost
    case refused
    case unreachable
    case timedOut
    case denied
    case lost
    case badOption
    case other

    /// The most specific first.
    private static let signs: [(Self, [String])] = [
        (.hostKeyChanged, ["REMOTE HOST IDENTIFICATION HAS CHANGED"]),
        (.hostKeyRefused, ["Host key verification failed"]),
        (.unknownHost, ["Could not resolve hostname"]),
        (.denied, ["Permission denied (", "Too many authentication failures"]),
        (.refused, ["Connection refused"]),
        (.timedOut, ["Connection timed out", "Operation timed out"]),
        (.unreachable, ["No route to host", "Network is unreachable"]),
        (
            .lost,
            [
                "Timeout, server", "client_loop: send disconnect", "closed by remote host", "Connection reset by",
                "Broken pipe", "Connection closed by",
            ]
        ),
        (.badOption, ["Bad configuration option", "command-line line", "no argument after keyword"]),
    ]

    /// Lines that are examined at the end of the output. ssh's warning about a changed host key has about fifteen.
    private static let lines = 30

    public init(saying text: String) {
        let tail = text.split(separator: "\n").suffix(Self.lines).joined(separator: "\n")
        self = Self.signs.first { $0.1.contains { tail.contains($0) } }?.0 ?? .other
    }
}
