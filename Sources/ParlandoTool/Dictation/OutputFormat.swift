import ArgumentParser
import ParlandoCore

/// What a command writes.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case txt
    case srt
    case vtt
    case json
    /// One JSON object a line, as it happens.
    case events
    /// For the eyes: words as they settle, the tentative ones dimmed.
    case live

    /// The form of a whole transcript, nil: it is written while somebody speaks.
    var export: ExportFormat? {
        ExportFormat(rawValue: rawValue)
    }

    @MainActor func makePrinter() -> any SessionPrinter {
        switch self {
        case .events: EventPrinter()
        case .live: LiveTextPrinter()
        case .txt, .srt, .vtt, .json: TranscriptPrinter(export ?? .txt)
        }
    }
}

/// Which model listens, and for which language.
struct RecognitionArguments: ParsableArguments {
    @Option(
        name: [.short, .long], help: "Speech model; see 'parlandoctl models list'. Default: the one chosen in Parlando."
    )
    var model: String?

    @Option(
        name: [.short, .long],
        help:
            "Language of the speech: a code such as en, de or ru; auto finds it out. Needs a model for many languages.")
    var language: String?
}
