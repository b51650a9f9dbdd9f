import Foundation
import Testing

/// What the command-line tool says to people goes through the catalogue of translations, as in the window.
struct ToolWordingTests {
    private static let sources = SourceTree.sources.filter { $0.target == "ParlandoTool" }

    /// What makes a text a translated one, or one that is the same in every language.
    private static let free: Set = ["tr", "trn", "trc", "examples", "form"]

    /// What takes a text to people. A single word counts there, while elsewhere it may be a key of JSON.
    private static let voices: Set = [
        "Argument", "ArgumentHelp", "Failure", "Flag", "Option", "ValidationError", "error", "exitCodes", "line",
        "paragraphs", "status", "write",
    ]

    /// What only programs and the log read.
    private static let forPrograms: Set = [
        "System default", "What this computer plays", "the rules of a command line are not kept", "file ended",
    ]

    /// Returns the texts for people that do not go through the catalogue.
    private static func untranslated(in code: String) -> [String] {
        TextLiteral.all(in: code).filter { literal in
            let isFree = free.contains(literal.call) || literal.call == "init" && literal.isExample
            guard !isFree, !forPrograms.contains(literal.text) else {
                return false
            }
            let words = literal.text.replacing(/parlandoctl: |--[a-z-]+/, with: "")
            let isWord = voices.contains(literal.call) && words.contains(/[A-Za-z]{3,}/)
            return isWord || words.contains(/[A-Za-z]{2,},? [a-z]{2,}/)
        }
        .map(\.text)
    }

    @Test(arguments: sources)
    func everySentenceOfTheToolIsTranslated(file: SourceFile) {
        #expect(Self.untranslated(in: file.lines.joined(separator: "\n")) == [])
    }

    @Test func theRuleFindsWhatBypassesTheCatalogue() {
        let code = #"""
            Output.error("parlandoctl: \(name) is there already.")
            Output.error("parlandoctl: \(path): " + tr("{name} is here.", ["name": name]))
            HelpText.examples("parlandoctl models list", .init("parlandoctl listen now", note: tr("with sound")))
            @Flag(help: "Write JSON.")
            throw Failure(.usage, "--bpm \(bpm): " + "Nothing.")
            let text = "There is \(tr("a word")) in it"
            // A comment with words.
            let key = isThere ? "is_final" : "text/plain"
            """#
        #expect(
            Self.untranslated(in: code) == [
                "parlandoctl:  is there already.", "Write JSON.", "Nothing.", "There is  in it",
            ])
    }
}

/// A string literal of Swift, without what is inserted into it.
private struct TextLiteral {
    let text: String
    /// Name of the call that it is an argument of, empty for none.
    let call: String
    /// Whether it is a command line that shows how something is done.
    var isExample: Bool {
        text.hasPrefix("parlandoctl ") || text.hasPrefix("PARLANDO_")
    }

    /// Returns all literals in the order of their ends.
    static func all(in text: String) -> [TextLiteral] {
        let bytes = Array(text.utf8)
        let outline = Array(SwiftCode.outline(of: text).utf8)
        var literals: [TextLiteral] = []
        // Calls that are open, and literals that are: an interpolation is a call within a literal.
        var open: [(call: String, literal: [UInt8]?)] = []
        var literal: [UInt8]?
        for (index, byte) in outline.enumerated() {
            switch byte {
            case UInt8(ascii: "("):
                open.append((literal == nil ? name(before: index, in: outline) : "", literal))
                literal = nil
            case UInt8(ascii: ")"):
                literal = open.popLast()?.literal
            case UInt8(ascii: "\""):
                if let bytes = literal {
                    literals.append(
                        TextLiteral(text: String(decoding: bytes, as: UTF8.self), call: open.last?.call ?? ""))
                    literal = nil
                } else {
                    literal = []
                }
            case _ where bytes[index] == UInt8(ascii: "\\") && outline[index + 1] == UInt8(ascii: "("):
                break
            default:
                literal?.append(bytes[index])
            }
        }
        return literals
    }

    private static func name(before index: Int, in code: [UInt8]) -> String {
        let isPart: (UInt8) -> Bool = { Character(UnicodeScalar($0)).isLetter }
        return String(decoding: code[..<index].reversed().prefix(while: isPart).reversed(), as: UTF8.self)
    }
}
