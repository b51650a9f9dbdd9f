import ArgumentParser
import Foundation
import ParlandoCore
import ParlandoPresenters

/// Output format of a command.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case txt
    case srt
    case vtt
    case json
    /// One JSON line for each event, written when the event happens.
    case events
    /// Live text for a person to read: words that no longer change, followed by the interim ones, which are dimmed.
    case live

    /// Format of a complete transcript, or nil if the output is written during recognition.
    var export: ExportFormat? {
        ExportFormat(rawValue: rawValue)
    }

    /// - Parameters:
    ///   - partial: whether JSON is written during recognition, including interim results, instead of at the end.
    ///   - began: start time of the recording; nil if unknown.
    @MainActor func makePrinter(partial: Bool, began: Date?) -> any SessionPrinter {
        switch self {
        case .json where partial: ResultPrinter(began: began)
        case .events: EventPrinter()
        case .live: LiveTextPrinter()
        case .txt, .srt, .vtt, .json: TranscriptPrinter(export ?? .txt)
        }
    }
}

/// Command-line option for results during recognition.
struct PartialArguments: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            tr(
                "With --format json: write each result as it is known, one JSON object a line; interim ones have "
                    + "\"is_final\" false.")))
    var partial = false

    /// Checks the option. Throws `ValidationError` if partial results are requested for a format other than JSON.
    func check(_ format: OutputFormat?) throws {
        guard !partial || format == .json else {
            throw ValidationError(tr("--partial goes with --format json."))
        }
    }
}

/// Command-line options for the speech model and the language.
struct RecognitionArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(tr("Speech model; see 'parlandoctl models list'. Default: the one chosen in Parlando.")))
    var model: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            tr(
                "Language of the speech: a code such as en, de or ru; auto finds it out. Needs a model for many "
                    + "languages.")))
    var language: String?
}
