/// A text as lines that a program in a terminal can read, each with `TerminalInput.longestLine` bytes at most.
public struct TerminalLines: Sendable {
    private let text: String
    private let lineBytes: Int

    /// - Parameters:
    ///   - text: as it would be typed; line feeds end lines.
    ///   - lineBytes: bytes that stand before it in its first line already.
    public init(of text: String, lineBytes: Int) {
        self.text = text
        self.lineBytes = max(0, lineBytes)
    }

    /// Whether none of its lines is too long as it is.
    public var fit: Bool {
        guard text.utf8.count > room else {
            return true
        }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().allSatisfy { $1.count <= ($0 == 0 ? room : TerminalInput.longestLine) }
    }

    /// Bytes that its first line may have.
    private var room: Int {
        max(0, TerminalInput.longestLine - lineBytes)
    }

    /// The same text with a line break in place of a space wherever a line would become too long. A word is cut only if it
    /// is longer than a line by itself.
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
                // The line is empty still: a break would make a program read nothing.
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
