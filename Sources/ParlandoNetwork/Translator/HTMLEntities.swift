/// Decoder for HTML character references (`&amp;`, `&#39;`, `&#x27;`), which some translation models write into plain
/// text.
enum HTMLEntities {
    private static let named: [Substring: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]

    /// Returns whether a text contains a character reference, which means that it was written for a web page.
    static func areIn(_ text: String) -> Bool {
        text.matches(of: reference).contains { meaning(of: $0.1) != nil }
    }

    /// Returns the text with references replaced by their characters. Anything else is unchanged.
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
        // Surrogates and control characters are not readable text.
        guard let scalar = code.flatMap({ Unicode.Scalar($0) }),
            scalar.properties.generalCategory != .control || scalar == "\n"
        else {
            return nil
        }
        return String(scalar)
    }
}
