/// What the program in a terminal does with what is typed, as far as it can be told from outside.
public struct TerminalInput: Sendable, Equatable {
    /// The longest line in bytes that Linux collects for a program that reads lines (one less than `N_TTY_BUF_SIZE` of
    /// the kernel). What follows is thrown away without a word.
    public static let longestLine = 4095

    /// Whether the kernel collects whole lines for the program (`ICANON`), as for `cat`; an editor or a shell reads key by
    /// key. Over SSH nobody can tell: `ssh` itself reads key by key.
    public var readsLines: Bool
    /// Whether what is typed is not shown, as for a password.
    public var isHidden: Bool
    /// Whether the program asked for pasted text in brackets, which it then takes as a whole.
    public var takesPastes: Bool
    /// Bytes of the line that was begun and not ended yet, unless the program takes pastes: it edits its line itself.
    public var lineBytes: Int

    public init(readsLines: Bool = false, isHidden: Bool = false, takesPastes: Bool = false, lineBytes: Int = 0) {
        self.readsLines = readsLines
        self.isHidden = isHidden
        self.takesPastes = takesPastes
        self.lineBytes = lineBytes
    }

    /// What becomes of a text with a long line.
    public enum Fit: Sendable, Equatable {
        case whole
        /// A line is cut if the program reads lines, which cannot be told.
        case perhapsCut
        /// The end of a line is lost.
        case cut
    }

    /// Whether a text arrives as a whole.
    ///
    /// - Parameter text: as it would be typed; line feeds end lines.
    public func fit(_ text: String) -> Fit {
        guard !takesPastes, !TerminalLines(of: text, lineBytes: lineBytes).fit else {
            return .whole
        }
        return readsLines ? .cut : .perhapsCut
    }
}
