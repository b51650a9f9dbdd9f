/// Breaks a text into lines of at most `TerminalInput.longestLine` bytes. A program in a terminal cannot read longer
/// lines.
public struct TerminalLines: Sendable {
    private let text: String
    private let lineBytes: Int

    /// - Parameters:
    ///   - text: text to be typed; line feeds end lines.
    ///   - lineBytes: number of bytes that have already been typed on the line where the text begins.
    public init(of text: String, lineBytes: Int) {
        self.text = text
        self.lineBytes = max(0, lineBytes)
    }

    /// Whether every line of the text has at most `TerminalInput.longestLine` bytes, so that the text can be sent
    /// without breaking lines.
    public var fit: Bool {
        guard text.utf8.count > room else {
            return true
        }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().allSatisfy { $1.count <= ($0 == 0 ? room : TerminalInput.longestLine) }
    }

    /// Number of bytes that still fit into the first line.
    private var room: Int {
        max(0, TerminalInput.longestLine - lineBytes)
    }

    /// The text with line breaks in place of spaces wherever a line would become too long. A word is divided only if it
    /// is longer than a whole line.
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
