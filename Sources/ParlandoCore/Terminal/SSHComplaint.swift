/// The reason that `ssh` failed, as precisely as the message for the user needs.
///
/// `ssh` has a single exit code for all failures. The reason is therefore taken from the last lines of the terminal's
/// content, where OpenSSH prints untranslated error messages. If another program prints such lines, a wrong reason may
/// be shown, but nothing worse can happen.
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

    /// Parts of ssh's error messages, the most specific first.
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

    /// Maximum number of lines that are examined at the end of the output. ssh's warning about a changed host key has
    /// about fifteen.
    private static let lines = 30

    /// Determines the reason of a failure from ssh's error messages.
    ///
    /// - Parameter text: content of the terminal in which ssh has run.
    public init(saying text: String) {
        let tail = text.split(separator: "\n").suffix(Self.lines).joined(separator: "\n")
        self = Self.signs.first { $0.1.contains { tail.contains($0) } }?.0 ?? .other
    }
}
