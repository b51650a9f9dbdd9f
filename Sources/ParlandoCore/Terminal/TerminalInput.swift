/// The way in which the program in a terminal reads its input, as far as this can be determined from outside.
public struct TerminalInput: Sendable, Equatable {
    /// Maximum length in bytes of a line that Linux buffers for a program in canonical mode (one less than the kernel's
    /// `N_TTY_BUF_SIZE`). The kernel drops any further bytes silently.
    public static let longestLine = 4095

    /// Whether the program reads whole lines (`ICANON`), as `cat` does. Editors and shells read single keys. Over SSH
    /// the remote mode is unknown, because `ssh` itself reads single keys.
    public var readsLines: Bool
    /// Whether the terminal hides the text that is typed, as it does for a password.
    public var isHidden: Bool
    /// Whether the program has enabled bracketed paste, and therefore receives pasted text as a whole.
    public var takesPastes: Bool
    /// Number of bytes of the line that is being typed. Irrelevant if bracketed paste is enabled, because the program
    /// then edits the line itself.
    public var lineBytes: Int

    public init(readsLines: Bool = false, isHidden: Bool = false, takesPastes: Bool = false, lineBytes: Int = 0) {
        self.readsLines = readsLines
        self.isHidden = isHidden
        self.takesPastes = takesPastes
        self.lineBytes = lineBytes
    }

    /// The result of comparing a text with the maximum length of a line.
    public enum Fit: Sendable, Equatable {
        /// The whole text arrives at the program.
        case whole
        /// The end of a long line is lost if the program reads line by line. Whether the program does so is unknown.
        case perhapsCut
        /// The end of a line is lost, because the line is too long.
        case cut
    }

    /// Returns whether a text would arrive at the program as a whole, or would lose the end of a line that is too long.
    ///
    /// - Parameter text: text to be typed; line feeds end lines.
    public func fit(_ text: String) -> Fit {
        guard !takesPastes, !TerminalLines(of: text, lineBytes: lineBytes).fit else {
            return .whole
        }
        return readsLines ? .cut : .perhapsCut
    }
}
