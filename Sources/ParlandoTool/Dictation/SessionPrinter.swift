import ParlandoCore
import ParlandoPresenters

/// Receives the events of a session and prints them.
@MainActor protocol SessionPrinter: AnyObject, Sendable {
    func showInterim(_ words: [Word], at seconds: Double) throws(Failure)
    func showFinal(_ words: [Word], beginsParagraph: Bool, at seconds: Double) throws(Failure)
    func warning(_ warning: RecognitionWarning, at seconds: Double) throws(Failure)
    /// Called when the language of the speech is known. `code` is its ISO 639-1 code.
    func language(_ code: String)
    func finish(_ document: TranscriptDocument, at seconds: Double) throws(Failure)
    func summary(_ summary: SessionSummary) throws(Failure)
}

extension SessionPrinter {
    func language(_ code: String) {}
}

extension RecognitionWarning {
    /// Message for the user, or empty if the reason for the warning is over.
    var sentence: String {
        message?.text ?? ""
    }
}

/// Printer for JSON lines, one for each event, written immediately.
@MainActor final class EventPrinter: SessionPrinter {
    func showInterim(_ words: [Word], at seconds: Double) throws(Failure) {
        try Output.line(SessionLine(.interim, words, at: seconds).jsonLine())
    }

    func showFinal(_ words: [Word], beginsParagraph: Bool, at seconds: Double) throws(Failure) {
        try Output.line(SessionLine(.final, words, at: seconds).jsonLine())
    }

    func warning(_ warning: RecognitionWarning, at seconds: Double) throws(Failure) {
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

/// Printer for the complete transcript at the end, in one of the export formats.
@MainActor final class TranscriptPrinter: SessionPrinter {
    private let format: ExportFormat

    init(_ format: ExportFormat) {
        self.format = format
    }

    func showInterim(_ words: [Word], at seconds: Double) {}

    func showFinal(_ words: [Word], beginsParagraph: Bool, at seconds: Double) {}

    func warning(_ warning: RecognitionWarning, at seconds: Double) {
        Output.error("parlandoctl: \(warning.sentence)")
    }

    func finish(_ document: TranscriptDocument, at seconds: Double) throws(Failure) {
        try Output.write(format.content(of: document))
    }

    func summary(_ summary: SessionSummary) {}
}
