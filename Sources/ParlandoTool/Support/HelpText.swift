import ArgumentParser
import Glibc
import ParlandoCore
import ParlandoPresenters

/// Parts of long help texts.
enum HelpText {
    struct Example: ExpressibleByStringLiteral {
        let command: String
        let note: String?

        init(stringLiteral command: String) {
            self.init(command)
        }

        /// - Parameter note: translated; nil if the command explains itself.
        init(_ command: String, note: String? = nil) {
            self.command = command
            self.note = note
        }
    }

    static func paragraphs(_ parts: String...) -> String {
        parts.joined(separator: "\n\n")
    }

    /// Command lines, with their notes in a column.
    static func examples(_ examples: Example...) -> String {
        let width = examples.filter { $0.note != nil }.map(\.command.count).max() ?? 0
        let lines = examples.map { example in
            example.note.map { "  \(example.command.padded(to: width))   \($0)" } ?? "  \(example.command)"
        }
        return ([examples.count == 1 ? tr("Example:") : tr("Examples:")] + lines).joined(separator: "\n")
    }

    static var exitCodes: String {
        let rows = [(EXIT_SUCCESS, tr("success"))] + Failure.Code.allCases.map { ($0.rawValue, $0.meaning) }
        let lines = rows.map { "  " + "\($0.0)".padded(to: 3) + " " + $0.1 }
        return ([tr("Exit codes:")] + lines).joined(separator: "\n")
    }

    /// JSON or a formula, which is the same in every language.
    static func form(_ lines: String...) -> String {
        lines.map { "  " + $0 }.joined(separator: "\n")
    }
}

extension Failure.Code {
    fileprivate var meaning: String {
        switch self {
        case .usage: tr("wrong command or option")
        case .badData: tr("a file, model or text is damaged, empty or cannot be used")
        case .noInput: tr("a file is missing or may not be read")
        case .unavailable: tr("a microphone, model, network, service or server is missing or fails")
        case .engine: tr("the speech engine failed, or there is too little memory")
        case .cannotWrite: tr("the output or a model may not be written there")
        case .io: tr("the disk is full, or reading or writing failed")
        case .interrupted: tr("stopped with Ctrl+C; finished text is written first")
        case .terminated: tr("stopped by the signal TERM; finished text is written first")
        case .hungUp: tr("the terminal was closed; finished text is written first")
        case .outputClosed: tr("the program that reads the output ended")
        }
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

/// Command-line arguments as exact bytes. `CommandLine.arguments` replaces invalid UTF-8, so that a file with such a
/// name would not be found.
enum RawArguments {
    /// Without the program's name, in the form of `PathBytes`.
    static var all: [String] {
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
            CommandLine.unsafeArgv[index].map { argument in
                let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument))
                return PathBytes.text(bytes.map { UInt8(bitPattern: $0) })
            }
        }
    }
}

struct LogArguments: ParsableArguments {
    /// The log begins before the command line is parsed.
    static let isVerbose = RawArguments.all.prefix { $0 != "--" }.contains("--verbose")

    @Flag(help: ArgumentHelp(tr("Log every stage of the work to standard error.")))
    var verbose = false
}
