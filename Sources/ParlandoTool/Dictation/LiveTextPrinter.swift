import Glibc
import ParlandoCore

/// Printer for live text on a terminal: words that no longer change, followed by the interim text, which is dimmed.
@MainActor final class LiveTextPrinter: SessionPrinter {
    /// Number of columns of the current line that final words fill.
    private var column = 0
    private var hasText = false

    /// Escape sequence that erases from the cursor to the end of the screen.
    private static let erase = "\u{1B}[J"

    func showInterim(_ words: [Word], at seconds: Double) throws(Failure) {
        let room = width - column - 1
        let text = (column > 0 && words.first?.isGlued == false ? " " : "") + Self.plain(words.text)
        // A tail longer than the line would scroll, and scrolled text cannot be erased.
        let tail = text.count <= room ? text : String(text.prefix(max(0, room - 1))) + "…"
        try Output.command("\(Self.erase)\u{1B}7\u{1B}[2;3m\(tail)\u{1B}[0m\u{1B}8")
    }

    func showFinal(_ words: [Word], beginsParagraph: Bool, at seconds: Double) throws(Failure) {
        var text = Self.erase
        if beginsParagraph, hasText {
            text += "\n"
            column = 0
        }
        for word in words {
            let isGlued = word.isGlued || column == 0
            let plain = Self.plain(word.text)
            if column + plain.count + 1 >= width {
                text += "\n" + plain
                column = plain.count
            } else {
                text += (isGlued ? "" : " ") + plain
                column += plain.count + (isGlued ? 0 : 1)
            }
            hasText = true
        }
        try Output.command(text)
    }

    func warning(_ warning: RecognitionWarning, at seconds: Double) throws(Failure) {
        try Output.command(Self.erase + (column > 0 ? "\n" : ""))
        column = 0
        Output.error("parlandoctl: \(warning.sentence)")
    }

    func finish(_ document: TranscriptDocument, at seconds: Double) throws(Failure) {
        try Output.command(Self.erase + (column > 0 ? "\n" : ""))
    }

    func summary(_ summary: SessionSummary) {}

    /// Returns a word without control sequences, because only this printer may control the terminal.
    private static func plain(_ text: String) -> String {
        TerminalText.safe(text, lineBreaks: .spaces)
    }

    private var width: Int {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 20 ? Int(size.ws_col) : 80
    }
}
