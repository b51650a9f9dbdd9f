/// Tells code from comments and text, so that a rule about code is not broken by a sentence.
struct SwiftCode {
    /// The code alone, line for line: comments become blanks; of a string literal the quotes stay, each letter becomes
    /// `a` and everything else a blank. What stands in an interpolation is code.
    static func outline(of text: String) -> String {
        var scanner = SwiftCode(text)
        scanner.scanCode(until: nil)
        return String(decoding: scanner.output, as: UTF8.self)
    }

    private let input: [UInt8]
    private var output: [UInt8] = []
    private var at = 0

    private init(_ text: String) {
        input = Array(text.utf8)
        output.reserveCapacity(input.count)
    }

    private mutating func scanCode(until end: UInt8?) {
        var depth = 0
        while at < input.count {
            if starts(with: "//") {
                blank { $0.input[$0.at] == .newline }
            } else if starts(with: "/*") {
                scanBlockComment()
            } else if let hashes = hashesBeforeQuote() {
                scanString(hashes: hashes)
            } else {
                depth += input[at] == .open ? 1 : input[at] == .close ? -1 : 0
                if depth < 0, end == .close {
                    return
                }
                keep(1)
            }
        }
    }

    private mutating func scanBlockComment() {
        var depth = 0
        blank { scanner in
            if scanner.starts(with: "/*") {
                depth += 1
            } else if scanner.starts(with: "*/") {
                depth -= 1
                scanner.erase(1)
            }
            return depth == 0
        }
        erase(1)
    }

    private mutating func scanString(hashes: Int) {
        keep(hashes)
        let quotes = starts(with: #"""""#) ? 3 : 1
        keep(quotes)
        let fence = String(repeating: "#", count: hashes)
        let end = String(repeating: "\"", count: quotes) + fence
        while at < input.count, !starts(with: end), quotes == 3 || input[at] != .newline {
            if starts(with: "\\" + fence + "(") {
                erase(1 + hashes)
                keep(1)
                scanCode(until: .close)
                keep(1)
            } else if starts(with: "\\" + fence) {
                erase(2 + hashes)
            } else {
                output.append(input[at].isLetter ? .letter : input[at] == .newline ? .newline : .blank)
                at += 1
            }
        }
        keep(quotes + hashes)
    }

    /// How many `#` stand before the quote that opens a literal here; nil when none opens here.
    private func hashesBeforeQuote() -> Int? {
        var place = at
        while place < input.count, input[place] == .hash {
            place += 1
        }
        return place < input.count && input[place] == .quote ? place - at : nil
    }

    private func starts(with text: String) -> Bool {
        input[at...].starts(with: text.utf8)
    }

    private mutating func keep(_ count: Int) {
        let end = min(at + count, input.count)
        output += input[at..<end]
        at = end
    }

    private mutating func erase(_ count: Int) {
        for _ in 0..<count where at < input.count {
            output.append(input[at] == .newline ? .newline : .blank)
            at += 1
        }
    }

    private mutating func blank(until isEnd: (inout SwiftCode) -> Bool) {
        while at < input.count, !isEnd(&self) {
            erase(1)
        }
    }
}

extension UInt8 {
    fileprivate static let newline = UInt8(ascii: "\n")
    fileprivate static let blank = UInt8(ascii: " ")
    fileprivate static let letter = UInt8(ascii: "a")
    fileprivate static let open = UInt8(ascii: "(")
    fileprivate static let close = UInt8(ascii: ")")
    fileprivate static let hash = UInt8(ascii: "#")
    fileprivate static let quote = UInt8(ascii: "\"")

    /// Letters of any alphabet: whatever is not ASCII counts as one.
    fileprivate var isLetter: Bool {
        (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7a || self >= 0x80
    }
}
