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

    static func exitCodes(_ rows: (code: Int32, meaning: String)...) -> String {
        let lines = rows.map { "  " + "\($0.code)".padded(to: 3) + " " + $0.meaning }
        return ([tr("Exit codes:")] + lines).joined(separator: "\n")
    }

    /// JSON or a formula, which is the same in every language.
    static func form(_ lines: String...) -> String {
        lines.map { "  " + $0 }.joined(separator: "\n")
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
