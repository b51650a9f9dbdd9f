import ParlandoCore

/// Where the news of a session goes.
@MainActor protocol SessionPrinter: AnyObject, Sendable {
    func partial(_ words: [Word], at seconds: Double) throws(Failure)
    func settled(_ words: [Word], beginsParagraph: Bool, at seconds: Double) throws(Failure)
    func warning(_ sentence: String, at seconds: Double) throws(Failure)
    func final(_ document: TranscriptDocument, at seconds: Double) throws(Failure)
    func summary(_ summary: SessionSummary) throws(Failure)
}

/// One JSON object a line, each as soon as it happens.
@MainActor final class EventPrinter: SessionPrinter {
    func partial(_ words: [Word], at seconds: Double) throws(Failure) {
        try Output.line(SessionLine(.partial, words, at: seconds).jsonLine())
    }

    func settled(_ words: [Word], beginsParagraph: Bool, at seconds: Double) throws(Failure) {
        try Output.line(SessionLine(.settled, words, at: seconds).jsonLine())
    }

    func warning(_ sentence: String, at seconds: Double) throws(Failure) {
        try Output.line(SessionLine(.warning, [], text: sentence, at: seconds).jsonLine())
    }

    func final(_ document: TranscriptDocument, at seconds: Double) throws(Failure) {
        try Output.line(SessionLine(.final, document.transcript.words, at: seconds).jsonLine())
    }

    func summary(_ summary: SessionSummary) throws(Failure) {
        try Output.line(summary.jsonLine())
    }
}

/// A whole transcript at the end, in one of the forms it can be saved in.
@MainActor final class TranscriptPrinter: SessionPrinter {
    private let format: ExportFormat

    init(_ format: ExportFormat) {
        self.format = format
    }

    func partial(_ words: [Word], at seconds: Double) {}

    func settled(_ words: [Word], beginsParagraph: Bool, at seconds: Double) {}

    func warning(_ sentence: String, at seconds: Double) {
        Output.error("parlandoctl: \(sentence)")
    }

    func final(_ document: TranscriptDocument, at seconds: Double) throws(Failure) {
        try Output.write(format.content(of: document))
    }

    func summary(_ summary: SessionSummary) {}
}
