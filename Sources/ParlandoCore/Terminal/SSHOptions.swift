/// Options of the `ssh` command, as the user typed them.
public struct SSHOptions: Sendable, Equatable {
    /// What is wrong with a line of options.
    public enum Problem: Sendable, Equatable {
        /// A quotation does not end.
        case openQuotation
        /// A word that is no option: `ssh` would take it for the host.
        case stray(String)
        /// An option without the value that belongs to it.
        case valueMissing(String)
        /// An option that leaves no terminal to type into.
        case noTerminal(String)
    }

    /// The options as arguments of `ssh`.
    public let words: [String]
    /// Why they cannot be used, nil: they can.
    public let problem: Problem?

    /// Options that take a value, and those that do not (ssh(1) of OpenSSH 9).
    private static let withValue = "BbcDEeFIiJLlmoPpRSw"
    private static let withoutValue = "46AaCgKkMqtvXxYy"
    /// Those that go to the background, ask for no terminal, or only print something.
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
