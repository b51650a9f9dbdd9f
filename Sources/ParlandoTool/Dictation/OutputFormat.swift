import ArgumentParser
import ParlandoCore

/// Output format of a command.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case txt
    case srt
    case vtt
    case json
    /// JSON lines, one event each, written as it happens.
    case events
    /// Live text for a person to read: words that no longer change, followed by the interim ones, which are dimmed.
    case live

    /// Format of a complete transcript, or nil if the output is written during recognition.
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

/// Command-line options for the speech model and the language.
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
