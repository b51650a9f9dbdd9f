/// The input mode of the program in a terminal, as far as it is visible from outside.
public struct TerminalInput: Sendable, Equatable {
    /// Maximum length in bytes of a line that Linux buffers for a program in canonical mode (one less than the kernel's
    /// `N_TTY_BUF_SIZE`). Bytes beyond it are dropped silently.
    public static let longestLine = 4095

    /// Whether the kernel buffers whole lines for the program (`ICANON`), as for `cat`. Editors and shells read single
    /// keys. Over SSH the remote mode is unknown, because `ssh` itself reads single keys.
    public var readsLines: Bool
    /// Whether typed text is not echoed, as for a password.
    public var isHidden: Bool
    /// Whether the program has enabled bracketed paste, and so takes pasted text as a whole.
    public var takesPastes: Bool
    /// Bytes of the unfinished line. Irrelevant if bracketed paste is enabled, because the program then edits its line
    /// itself.
    public var lineBytes: Int

    public init(readsLines: Bool = false, isHidden: Bool = false, takesPastes: Bool = false, lineBytes: Int = 0) {
        self.readsLines = readsLines
        self.isHidden = isHidden
        self.takesPastes = takesPastes
        self.lineBytes = lineBytes
    }

    /// Effect of the line length limit on a text.
    public enum Fit: Sendable, Equatable {
        case whole
        /// A line is cut if the program reads lines, which is unknown.
        case perhapsCut
        /// The end of a line is lost.
        case cut
    }

    /// Returns whether a text arrives as a whole.
    ///
    /// - Parameter text: text to be typed; line feeds end lines.
    public func fit(_ text: String) -> Fit {
        guard !takesPastes, !TerminalLines(of: text, lineBytes: lineBytes).fit else {
            return .whole
        }
        return readsLines ? .cut : .perhapsCut
    }
}
