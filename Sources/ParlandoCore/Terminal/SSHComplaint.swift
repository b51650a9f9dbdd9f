/// What `ssh` complained about, as far as a sentence for people needs to know.
///
/// `ssh` has one exit code for all its failures, so the reason is read from the last lines that it wrote; OpenSSH does
/// not translate them. Whoever can write there can only choose among these sentences.
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

    /// Parts of what ssh says, the most telling first.
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

    /// How many of the last lines are looked at: a warning about a host key has about fifteen.
    private static let lines = 30

    /// - Parameter text: what stands in the terminal.
    public init(saying text: String) {
        let tail = text.split(separator: "\n").suffix(Self.lines).joined(separator: "\n")
        self = Self.signs.first { $0.1.contains { tail.contains($0) } }?.0 ?? .other
    }
}
