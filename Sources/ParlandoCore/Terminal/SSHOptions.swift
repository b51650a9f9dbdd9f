/// Options of the `ssh` command, as typed by the user.
public struct SSHOptions: Sendable, Equatable {
    /// A reason that the options are invalid.
    public enum Problem: Sendable, Equatable {
        /// A quote is not closed.
        case openQuotation
        /// The word is not an option. `ssh` would take it for the host.
        case stray(String)
        /// The option lacks its value.
        case valueMissing(String)
        /// With the option there would be no terminal to type into.
        case noTerminal(String)
    }

    /// The options as arguments for `ssh`.
    public let words: [String]
    /// The reason that the options are invalid; nil if they are valid.
    public let problem: Problem?

    /// Options with and without a value (ssh(1) of OpenSSH 9).
    private static let withValue = "BbcDEeFIiJLlmoPpRSw"
    private static let withoutValue = "46AaCgKkMqtvXxYy"
    /// Options that run ssh in the background, request no terminal, or only print something.
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
