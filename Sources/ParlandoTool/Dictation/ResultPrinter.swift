import Foundation
import ParlandoCore

/// Printer for results as JSON lines, written immediately: one object for the interim words after each change, and one
/// for words that have become final. All have the form of a complete transcript.
@MainActor final class ResultPrinter: SessionPrinter {
    private let began: Date?
    private var code: String?

    /// - Parameter began: start time of the recording; nil if unknown.
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

    func warning(_ warning: RecognitionWarning, at seconds: Double) {
        Output.error("parlandoctl: \(warning.sentence)")
    }

    func finish(_ document: TranscriptDocument, at seconds: Double) {}

    func summary(_ summary: SessionSummary) {}

    private func write(_ words: [Word], isFinal: Bool) throws(Failure) {
        let result = TranscriptionResult(words, began: began, language: code, isFinal: isFinal)
        try Output.line(result.jsonLine())
    }
}
