import Foundation
import Glibc
import ParlandoCore
import ParlandoPresenters

/// Prints what happens in a session.
@MainActor protocol SessionPrinter: AnyObject, Sendable {
    func showInterim(_ words: [Word], at seconds: Double) throws(Failure)
    func showFinal(_ words: [Word], beginsParagraph: Bool, at seconds: Double) throws(Failure)
    func warning(_ warning: RecognitionWarning, at seconds: Double) throws(Failure)
    /// - Parameter code: ISO 639-1.
    func language(_ code: String)
    func finish(_ document: TranscriptDocument, at seconds: Double) throws(Failure)
    func summary(_ summary: SessionSummary) throws(Failure)
}

extension SessionPrinter {
    func showInterim(_ words: [Word], at seconds: Double) {}

    func showFinal(_ words: [Word], beginsParagraph: Bool, at seconds: Double) {}

    func warning(_ warning: RecognitionWarning, at seconds: Double) {
        Output.error("parlandoctl: \(warning.sentence)")
    }

    func language(_ code: String) {}

    func finish(_ document: TranscriptDocument, at seconds: Double) {}

    func summary(_ summary: SessionSummary) {}
}

extension RecognitionWarning {
    /// Empty if the reason for the warning is over.
    var sentence: String {
        message?.text ?? ""
    }
}

/// A line of JSON for each event, as it happens.
@MainActor final class EventPrinter: SessionPrinter {
    func showInterim(_ words: [Word], at seconds: Double) throws(Failure) {
        try Output.line(SessionLine(.interim, words, at: seconds).jsonLine())
    }

    func showFinal(_ words: [Word], beginsParagraph: Bool, at seconds: Double) throws(Failure) {
        try Output.line(SessionLine(.final, words, at: seconds).jsonLine())
    }

    func warning(_ warning: RecognitionWarning, at seconds: Double) throws(Failure) {
        if warning == .noSound {
            Output.error("parlandoctl: \(warning.sentence)")
        }
        let sentence = withoutTranslation { warning.sentence }
        try Output.line(SessionLine(.warning, [], text: sentence, at: seconds).jsonLine())
    }

    func finish(_ document: TranscriptDocument, at seconds: Double) throws(Failure) {
        try Output.line(SessionLine(.transcript, document.transcript.words, at: seconds).jsonLine())
    }

    func summary(_ summary: SessionSummary) throws(Failure) {
        try Output.line(summary.jsonLine())
    }
}

/// The complete transcript at the end.
@MainActor final class TranscriptPrinter: SessionPrinter {
    private let format: ExportFormat

    init(_ format: ExportFormat) {
        self.format = format
    }

    func finish(_ document: TranscriptDocument, at seconds: Double) throws(Failure) {
        try Output.write(format.content(of: document))
    }
}

/// Live text on a terminal: words that no longer change, then the interim ones, dimmed.
@MainActor final class LiveTextPrinter: SessionPrinter {
    /// Columns of the current line that final words fill.
    private var column = 0
    private var hasText = false

    /// Erases from the cursor to the end of the screen.
    private static let erase = "\u{1B}[J"

    func showInterim(_ words: [Word], at seconds: Double) throws(Failure) {
        let room = width - column - 1
        let text = (column > 0 && words.first?.isGlued == false ? " " : "") + Self.plain(words.text)
        // A longer tail would scroll, and scrolled text cannot be erased.
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

    /// Only this printer may control the terminal.
    private static func plain(_ text: String) -> String {
        TerminalText.safe(text, lineBreaks: .spaces)
    }

    private var width: Int {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 20 ? Int(size.ws_col) : 80
    }
}

/// JSON lines in the form of a complete transcript: the interim words after each change, and the words that have become
/// final.
@MainActor final class ResultPrinter: SessionPrinter {
    private let began: Date?
    private var code: String?

    /// - Parameter began: when the recording began.
    init(began: Date?) {
        self.began = began
    }

    func language(_ code: String) {
        self.code = code
    }

    func showInterim(_ words: [Word], at seconds: Double) throws(Failure) {
        try write(words, isFinal: false)
    }

    func showFinal(_ words: [Word], beginsParagraph: Bool, at seconds: Double) throws(Failure) {
        try write(words, isFinal: true)
    }

    private func write(_ words: [Word], isFinal: Bool) throws(Failure) {
        let result = TranscriptionResult(words, began: began, language: code, isFinal: isFinal)
        try Output.line(result.jsonLine())
    }
}

/// A line of `--format events`.
struct SessionLine: Encodable {
    enum Kind: String, Encodable {
        /// Replaces the interim text before.
        case interim
        case final
        case warning
        case transcript
    }

    /// Seconds since the first block of audio arrived.
    let t: Double
    let type: Kind
    let text: String
    let words: [Word]

    init(_ type: Kind, _ words: [Word], text: String? = nil, at seconds: Double) {
        self.t = SessionLine.rounded(seconds)
        self.type = type
        self.text = text ?? words.text
        self.words = words.map { word in
            var word = word
            word.start = SessionLine.rounded(word.start)
            word.end = SessionLine.rounded(word.end)
            word.probability = SessionLine.rounded(word.probability)
            return word
        }
    }

    /// Three decimals; 0 if the value is not finite.
    static func rounded(_ value: Double) -> Double {
        value.isFinite ? (value * 1000).rounded() / 1000 : 0
    }
}

/// Last line of `--format events`.
struct SessionSummary: Encodable {
    let type = "summary"
    let audio_seconds: Double
    /// Seconds from the first block of audio to the end.
    let wall_seconds: Double
    /// Of the whole process, with the loading of the model.
    let cpu_seconds: Double
    let peak_rss_mb: Double
    let final_words: Int
    let revised_words: Int
}

extension Encodable {
    func jsonLine() throws(Failure) -> String {
        guard let line = JSONText.line(of: self) else {
            throw Failure(.io, tr("The output could not be written."))
        }
        return line
    }
}

enum ProcessFigures {
    /// User and system time of all threads, in seconds (getrusage).
    static var cpuSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// MB of 1024² bytes (VmHWM in /proc/self/status).
    static var peakMemory: Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        return (kilobytes ?? 0) / 1024
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }
}
