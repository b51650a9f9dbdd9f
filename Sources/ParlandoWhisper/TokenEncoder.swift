/// Turns text into tokens as Whisper's own tokenizer does, by byte pair encoding. The number of a token is its rank. Of
/// all neighbouring parts, the two whose joined token has the lowest number are joined first. (whisper.cpp's
/// `whisper_tokenize` takes the longest token instead, which yields other tokens than those in the model's training.)
struct TokenEncoder {
    private let numbers: [[UInt8]: Int32]

    /// - Parameter tokens: the bytes of each text token, in the order of their numbers.
    init(_ tokens: [[UInt8]]) {
        var numbers: [[UInt8]: Int32] = [:]
        for (number, bytes) in tokens.enumerated() where !bytes.isEmpty && numbers[bytes] == nil {
            numbers[bytes] = Int32(number)
        }
        self.numbers = numbers
    }

    /// Returns the tokens of a text; an empty array if a byte of the text has no token.
    func tokens(of text: String) -> [Int32] {
        let pieces = text.matches(
            of: /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+/
                .matchingSemantics(.unicodeScalar))
        let parts = pieces.map { joined(text[$0.range].utf8.map { [$0] }) }
        let tokens = parts.flatMap { $0.map { numbers[$0] } }
        return tokens.contains(nil) ? [] : tokens.compactMap { $0 }
    }

    private func joined(_ bytes: [[UInt8]]) -> [[UInt8]] {
        var parts = bytes
        while true {
            let ranks = zip(parts, parts.dropFirst()).map { numbers[$0 + $1] ?? .max }
            guard let best = ranks.indices.min(by: { ranks[$0] < ranks[$1] }), ranks[best] < .max else {
                return parts
            }
            parts.replaceSubrange(best...best + 1, with: [parts[best] + parts[best + 1]])
        }
    }
}
