/// Character references of HTML (`&amp;`, `&#39;`, `&#x27;`), which some translation models write into plain text.
enum HTMLEntities {
    private static let named: [Substring: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]

    /// Whether a text holds any: then it was written for a web page.
    static func areIn(_ text: String) -> Bool {
        text.matches(of: reference).contains { meaning(of: $0.1) != nil }
    }

    /// The text with the characters themselves. What is no reference stays as it is.
    static func decoded(_ text: String) -> String {
        text.replacing(reference) { meaning(of: $0.1) ?? String($0.0) }
    }

    private static var reference: Regex<(Substring, Substring)> {
        /&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-z]{2,4});/
    }

    private static func meaning(of name: Substring) -> String? {
        guard name.first == "#" else {
            return named[name]
        }
        let digits = name.dropFirst()
        let code =
            digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        // Half a character, and control characters, stand for nothing that can be read.
        guard let scalar = code.flatMap({ Unicode.Scalar($0) }),
            scalar.properties.generalCategory != .control || scalar == "\n"
        else {
            return nil
        }
        return String(scalar)
    }
}
