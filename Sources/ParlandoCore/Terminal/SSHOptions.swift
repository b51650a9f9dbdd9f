/// Options of the `ssh` command, as typed by the user on one line.
public struct SSHOptions: Sendable, Equatable {
    /// A reason that the options of `ssh` are invalid.
    public enum Problem: Sendable, Equatable {
        /// A quotation mark is not closed, or nothing follows a backslash.
        case openQuotation
        /// This word is not an option. `ssh` would take the word for the host.
        case stray(String)
        /// This option requires a value but has none.
        case valueMissing(String)
        /// This option would leave no terminal to type into.
        case noTerminal(String)
    }

    /// The options as separate arguments for `ssh`; empty if the line cannot be split into words.
    public let words: [String]
    /// The reason that the options of `ssh` are invalid; nil if they are valid.
    public let problem: Problem?

    /// Letters of the options of `ssh` that require a value (ssh(1) of OpenSSH 9).
    private static let withValue = "BbcDEeFIiJLlmoPpRSw"
    /// Letters of the options of `ssh` that have no value (ssh(1) of OpenSSH 9).
    private static let withoutValue = "46AaCgKkMqtvXxYy"
    /// Letters of the options that make `ssh` run in the background, request no terminal, or only print something.
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
