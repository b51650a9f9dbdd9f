/// Makes text from other sources safe for a terminal, where control characters are commands: a line break runs the
/// typed line, `ESC [ 201 ~` ends a bracketed paste. A transcript may come from a server or a hostile recording. The
/// terminal is not relied on to filter it.
public enum TerminalText {
    public enum LineBreaks: Sendable, Equatable {
        case spaces
        case kept
    }

    /// Makes a text safe to type into a terminal.
    ///
    /// Removes invisible characters (`InvisibleText`) except those that spell a word. Tabs, which complete names in a
    /// shell, and line breaks become a space, or a line feed if line breaks are kept; several in a row become one,
    /// because an empty line would be another Enter.
    public static func safe(_ text: String, lineBreaks: LineBreaks) -> String {
        var result = String.UnicodeScalarView()
        var isAfterBreak = false
        filter(text) { scalar in
            let isBreak = scalar == "\n" || scalar == "\t"
            if !isBreak {
                result.append(scalar)
            } else if !isAfterBreak {
                result.append(scalar == "\n" && lineBreaks == .kept ? "\n" : " ")
            }
            isAfterBreak = isBreak
        }
        return String(result)
    }

    /// Makes a text safe to print on a terminal: as `safe`, but with line breaks and tabs.
    public static func shown(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        filter(text) { result.append($0) }
        return String(result)
    }

    /// Makes a window title that a program has set safe to show: one line, empty if the title is blank.
    public static func title(_ text: String) -> String {
        // A character may have any number of combining marks.
        let scalars = String(text.unicodeScalars.prefix(mostTitleScalars))
        let line = safe(String(scalars.prefix(longestTitle)), lineBreaks: .spaces)
        return line.allSatisfy(\.isWhitespace) ? "" : line
    }

    private static let longestTitle = 200
    private static let mostTitleScalars = 800

    /// Calls `body` with each safe character. Every kind of line break becomes a line feed.
    private static func filter(_ text: String, _ body: (Unicode.Scalar) -> Void) {
        let scalars = text.unicodeScalars
        var visible: Unicode.Scalar?
        var last: Unicode.Scalar?
        for index in scalars.indices {
            let scalar = scalars[index]
            if isBreak(scalar) {
                // A carriage return with a line feed after it is a single line break.
                if scalar != "\n" || last != "\r" {
                    body("\n")
                }
                visible = nil
            } else if scalar == "\t" {
                body(scalar)
                visible = nil
            } else if !InvisibleText.hides(scalar) {
                body(scalar)
                visible = scalar
            } else {
                let next = scalars.index(after: index)
                let after = next < scalars.endIndex ? scalars[next] : nil
                if InvisibleText.isSpelling(scalar, before: visible, after: after) {
                    body(scalar)
                }
            }
            last = scalar
        }
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

/// Breaks a text into lines that a program in a terminal can read (`TerminalInput.longestLine`).
public struct TerminalLines: Sendable {
    private let text: String
    private let lineBytes: Int

    /// - Parameter lineBytes: bytes that have already been typed on the line where the text begins.
    public init(of text: String, lineBytes: Int) {
        self.text = text
        self.lineBytes = max(0, lineBytes)
    }

    public var fit: Bool {
        guard text.utf8.count > room else {
            return true
        }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().allSatisfy { $1.count <= ($0 == 0 ? room : TerminalInput.longestLine) }
    }

    /// Bytes that still fit into the first line.
    private var room: Int {
        max(0, TerminalInput.longestLine - lineBytes)
    }

    /// With line breaks in place of spaces where a line would become too long. A word is divided only if it is longer
    /// than a line.
    public var broken: String {
        var result = ""
        var room = room
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if number > 0 {
                result += "\n"
                room = TerminalInput.longestLine
            }
            append(line, to: &result, &room)
        }
        return result
    }

    private func append(_ line: Substring, to result: inout String, _ room: inout Int) {
        for (number, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let space = number > 0 ? 1 : 0
            if word.utf8.count + space <= room {
                result += (number > 0 ? " " : "") + word
                room -= word.utf8.count + space
                continue
            }
            if room == TerminalInput.longestLine {
                // The line is still empty. With a line break here the program would read an empty line.
                result += number > 0 ? " " : ""
                room -= space
            } else {
                result += "\n"
                room = TerminalInput.longestLine
            }
            appendWord(word, to: &result, &room)
        }
    }

    private func appendWord(_ word: Substring, to result: inout String, _ room: inout Int) {
        guard word.utf8.count > room else {
            result += word
            room -= word.utf8.count
            return
        }
        for character in word {
            if character.utf8.count > room {
                result += "\n"
                room = TerminalInput.longestLine
            }
            result.append(character)
            room -= character.utf8.count
        }
    }
}

/// Links that a program has written into the terminal cannot be trusted.
public enum TerminalLink {
    /// A click on any other link, such as one to a file, does nothing.
    private static let schemes = ["https://", "http://", "mailto:"]

    public static func isSafe(_ link: String) -> Bool {
        let link = link.lowercased()
        return schemes.contains { link.hasPrefix($0) && link.count > $0.count }
            && link.unicodeScalars.allSatisfy { $0 != " " && !InvisibleText.hides($0) }
    }
}
