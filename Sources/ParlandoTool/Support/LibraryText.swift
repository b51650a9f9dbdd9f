import Foundation
import ParlandoPresenters

/// Translates the texts that ArgumentParser writes itself: messages about a wrong command line, and the headings and
/// remarks of a help page. ArgumentParser has no translations of its own.
enum LibraryText {
    /// Messages about a wrong command line. The first match is used, so a message comes before any shorter one with
    /// which it begins.
    private static let sentences = [
        trLater("Unknown option '{option}'. Did you mean '{other}'?"),
        trLater("Unknown option '{option}'"),
        trLater("Missing value for '{option}'"),
        trLater("Missing expected argument '{argument}'"),
        trLater("Missing one of: '{arguments}'"),
        trLater("Unexpected argument '{argument}'"),
        trLater("{count} unexpected arguments: '{arguments}'"),
        trLater("The option '{option}' does not take any value, but '{value}' was specified."),
        trLater("The value '{value}' is invalid for '{option}'. Please provide one of the following:"),
        trLater("The value '{value}' is invalid for '{option}'. Please provide one of {values}."),
        trLater("The value '{value}' is invalid for '{option}'"),
        trLater("  See '{command}' for more information."),
        trLater("  See '{command}' for detailed help."),
        trLater("Can't generate completion scripts for '{shell}'."),
        trLater("Can't autodetect a supported shell."),
        trLater("Please use {option} with one of:"),
    ]

    /// Headings with which a line of a help page or an error message can begin.
    private static let headings = [
        trLater("OVERVIEW:"), trLater("USAGE:"), trLater("ARGUMENTS:"), trLater("OPTIONS:"), trLater("SUBCOMMANDS:"),
        trLater("Error:"), trLater("Usage:"), trLater("Help:"),
    ]

    /// Words within a line of a help page. The library may break the line before each of them.
    private static let remarks = [
        trLater("default:"), trLater("values:"), trLater("Show the version."), trLater("Show help information."),
    ]

    /// Placeholders in the usage line of a help page.
    private static let placeholders = [trLater("<subcommand>"), trLater("<options>")]

    /// Returns a help page in the language of the interface. A completion script, a version or JSON is returned as it
    /// is.
    static func help(_ text: String) -> String {
        guard text.hasPrefix("OVERVIEW:") || text.hasPrefix("USAGE:") else {
            return text
        }
        return text.components(separatedBy: "\n").map { line in
            (remarks + placeholders).reduce(withDefaultTranslated(sentence(heading(line)))) {
                $0.replacing($1, with: tr($1))
            }
        }.joined(separator: "\n")
    }

    /// Returns a line of a message about a wrong command line in the language of the interface.
    static func message(_ line: String) -> String {
        guard let heading = headings.first(where: { line.hasPrefix($0) }) else {
            return sentence(line)
        }
        let text = line.dropFirst(heading.count)
        let space = text.prefix { $0 == " " }
        return placeholders.reduce(tr(heading) + space + sentence(String(text.dropFirst(space.count)))) {
            $0.replacing($1, with: tr($1))
        }
    }

    private static func heading(_ line: String) -> String {
        guard let heading = headings.first(where: { line.hasPrefix($0) }) else {
            return line
        }
        return tr(heading) + line.dropFirst(heading.count)
    }

    /// Translates the mark "(default)" of the subcommand that runs if none is named. The text after it stays in its
    /// column.
    private static func withDefaultTranslated(_ line: String) -> String {
        guard let mark = line.firstRange(of: " (default) ") ?? line.firstRange(of: " (default)"),
            line.hasPrefix("  ")
        else {
            return line
        }
        let shown = " " + tr("(default)")
        let rest = line[mark.upperBound...]
        let text = rest.drop { $0 == " " }
        let column = line.count - text.count
        let start = line[..<mark.lowerBound] + shown
        return text.isEmpty ? String(start) : String(start).padded(to: max(column, start.count + 1)) + text
    }

    private static func sentence(_ line: String) -> String {
        for sentence in sentences {
            if var values = values(in: line, of: sentence) {
                // ArgumentParser joins the values with English words.
                values["values"] = values["values"]?.replacing("' or '", with: "', '").replacing(
                    "' and '", with: "', '")
                return tr(sentence, values)
            }
        }
        return line
    }

    /// Matches a line against a sentence with `{name}` placeholders. Returns the text found in place of each
    /// placeholder, by its name, or nil if the line does not match.
    private static func values(in line: String, of sentence: String) -> [String: String]? {
        // Texts and names alternate: "Missing value for '", "option", "'".
        let parts = sentence.split(omittingEmptySubsequences: false) { "{}".contains($0) }
        guard let opening = parts.first, line.hasPrefix(opening) else {
            return nil
        }
        var values: [String: String] = [:]
        var rest = line.dropFirst(opening.count)
        for index in stride(from: 1, to: parts.count - 1, by: 2) {
            let after = parts[index + 1]
            let isLast = index + 2 == parts.count
            let end = isLast ? rest.dropLast(after.count).endIndex..<rest.endIndex : rest.firstRange(of: after)
            guard let end, rest[end] == after else {
                return nil
            }
            values[String(parts[index])] = String(rest[..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
        return rest.isEmpty ? values : nil
    }
}
