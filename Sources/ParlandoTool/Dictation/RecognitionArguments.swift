public import ArgumentParser
import Foundation
public import ParlandoCore
import ParlandoPresenters
import ParlandoSystem

enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case txt
    case srt
    case vtt
    case json
    /// A line of JSON for each event, as it happens.
    case events
    /// For a person to read: words that no longer change, then the interim ones, dimmed.
    case live

    /// Nil if the output is written during recognition.
    var export: ExportFormat? {
        ExportFormat(rawValue: rawValue)
    }

    /// - Parameters:
    ///   - partial: whether JSON is written during recognition.
    ///   - began: when the recording began.
    @MainActor func makePrinter(partial: Bool, began: Date?) -> any SessionPrinter {
        switch self {
        case .json where partial: ResultPrinter(began: began)
        case .events: EventPrinter()
        case .live: LiveTextPrinter()
        case .txt, .srt, .vtt, .json: TranscriptPrinter(export ?? .txt)
        }
    }
}

struct PartialArguments: ParsableArguments {
    @Flag(
        help: ArgumentHelp(tr("With --format json: write interim results too, one JSON object per line.")))
    var partial = false

    func check(_ format: OutputFormat?) throws {
        guard !partial || format == .json else {
            throw ValidationError(tr("--partial can only be used with --format json."))
        }
    }
}

/// Options for the speech model and the language.
struct RecognitionArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(tr("Speech model; see 'parlandoctl models list'. Default: the one chosen in Parlando.")))
    var model: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            tr("Language of the speech, such as en or de; auto detects it. Needs a multilingual model.")))
    var language: String?
}

/// Only rules and words of the command line apply, not those of the preferences, so that a script does the same for
/// everybody.
struct ReplacementArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            tr("File with one replacement per line: spoken words, a tab or →, written words; \\n is a new line.")))
    var replacements: String?

    @Option(
        help: ArgumentHelp(
            tr(
                "Replace spoken punctuation (\"comma\") or lines (\"new line\"); takeBack obeys \"scratch that\", in "
                    + "live speech. Repeat it for several.")))
    var shippedRules: [ShippedRules] = []

    @Option(
        help: ArgumentHelp(
            tr("File of names and other words that are often misheard, one per line.")))
    var vocabulary: String?

    func rules() async throws(Failure) -> GivenRules {
        var book = WordBook()
        book.shipped = Set(shippedRules)
        if let path = replacements {
            let text = try await text(of: path)
            do throws(ReplacementList.Fault) {
                book.add(try ReplacementList.rules(in: text))
            } catch {
                throw Failure(.badData, "\(path): \(error.message.text)")
            }
        }
        if let path = vocabulary {
            let text = try await text(of: path)
            do throws(VocabularyList.Fault) {
                book.vocabulary.add(try VocabularyList.entries(in: text), language: Vocabulary.everyLanguage)
            } catch {
                throw Failure(.badData, "\(path): \(error.message.text)")
            }
        }
        return GivenRules(book: book)
    }

    private func text(of path: String) async throws(Failure) -> String {
        do throws(TextReadError) {
            return try await FileWordBook(path: path, importsPipes: true).text(of: path)
        } catch {
            throw Failure(.noInput, "\(path): \(error.message.text)")
        }
    }
}

extension ShippedRules: ExpressibleByArgument {}

struct GivenRules: WordBookStore {
    let book: WordBook

    func applied(to document: TranscriptDocument) -> TranscriptDocument {
        var replacement = LiveReplacement(book.rules(for: document.language))
        return TranscriptDocument(
            replacement.apply(to: document.transcript, isOver: true), began: document.began,
            language: document.language)
    }

    /// For a recognizer that does not read the word book itself.
    func applied(to options: RecognitionOptions) -> RecognitionOptions {
        var options = options
        options.vocabulary += book.vocabulary.entries(for: options.language)
        return options
    }

    func load() async -> WordBook {
        book
    }

    func save(_ book: WordBook, over old: WordBook) async throws(TextSaveError) -> Bool {
        throw TextSaveError(.denied, detail: "the rules of a command line are not kept")
    }

    func damagedCopy() async -> String? {
        nil
    }

    func text(of path: String) async throws(TextReadError) -> String {
        throw .unreadable
    }
}
