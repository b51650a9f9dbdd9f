import ArgumentParser
import ParlandoCore
import ParlandoPresenters
import ParlandoSystem

/// Command-line options for the vocabulary and the replacement rules. Only the rules and words given on the command
/// line apply, not those in Parlando's preferences, so that a script has the same effect for everybody.
struct ReplacementArguments: ParsableArguments {
    /// Values of the option for shipped rules, which have the same names in `ShippedRules`.
    enum Shipped: String, CaseIterable, ExpressibleByArgument {
        case punctuation
        case lines
    }

    @Option(
        help: ArgumentHelp(
            tr("File of replacement rules."),
            discussion: tr(
                "One a line: the spoken words, a tab or →, and what is to be written; \\n is a new line.")))
    var replacements: String?

    @Option(help: ArgumentHelp(tr("Shipped rules: punctuation, lines. May be given twice.")))
    var shippedRules: [Shipped] = []

    @Option(
        help: ArgumentHelp(
            tr("File of words that are likely to be said."),
            discussion: tr("Names and other words that are often misheard: one word or phrase a line.")))
    var vocabulary: String?

    /// Returns the rules and words. Throws if a file cannot be read or a line is not a valid rule or word.
    func rules() async throws(Failure) -> GivenRules {
        var book = WordBook()
        book.shipped = Set(shippedRules.compactMap { ShippedRules(rawValue: $0.rawValue) })
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
            return try await FileWordBook(path: path).text(of: path)
        } catch {
            throw Failure(.noInput, "\(path): \(error.message.text)")
        }
    }
}

/// Replacement rules and words given on the command line.
struct GivenRules: WordBookStore {
    let book: WordBook

    /// Returns a finished text with the rules applied.
    func applied(to document: TranscriptDocument) -> TranscriptDocument {
        var replacement = LiveReplacement(book.rules(for: document.language))
        return TranscriptDocument(
            replacement.apply(to: document.transcript, isOver: true), began: document.began,
            language: document.language)
    }

    /// Returns the options with the vocabulary added, for a recogniser that does not read the word book itself.
    func applied(to options: RecognitionOptions) -> RecognitionOptions {
        var options = options
        options.vocabulary += book.vocabulary.entries(for: options.language)
        return options
    }

    func load() async -> WordBook {
        book
    }

    func save(_ book: WordBook) async throws(TextSaveError) {
        throw TextSaveError(.denied, detail: "the rules of a command line are not kept")
    }

    func damagedCopy() async -> String? {
        nil
    }

    func text(of path: String) async throws(TextReadError) -> String {
        throw .unreadable
    }
}
