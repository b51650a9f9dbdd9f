import GRDB
import ParlandoCore

/// Splits texts and searches into the words by which the history is searched.
final class HistoryTokenizer: FTS5CustomTokenizer {
    struct Token: Equatable {
        /// Folded.
        var word: String
        /// In UTF-8 bytes of the text.
        var place: Range<Int>
    }

    private enum Kind {
        case letter
        /// Of a script without spaces, where a word can begin anywhere.
        case lone
        /// Belongs to the word before it, as in C++ and C#.
        case sign
        case other
    }

    static let name = "parlando"

    init(db: Database, arguments: [String]) {}

    static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var word: [UInt8] = []
        var place = 0..<0
        var before = Kind.other
        func endWord() {
            if !word.isEmpty {
                tokens.append(Token(word: String(decoding: word, as: UTF8.self), place: place))
                word.removeAll(keepingCapacity: true)
            }
        }
        /// Returns whether the character belongs to a word, at whose end it is then to be added.
        func take(_ first: Unicode.Scalar, at bytes: Range<Int>) -> Bool {
            let kind = kind(of: first)
            switch kind {
            case .letter where before == .letter, .sign where before == .letter || before == .sign:
                place = place.lowerBound..<bytes.upperBound
            case .letter, .lone:
                endWord()
                place = bytes
            case .sign, .other:
                before = .other
                return false
            }
            before = kind
            return true
        }
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            for (start, byte) in text.utf8.enumerated() {
                let folded = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                if take(Unicode.Scalar(folded), at: start..<start + 1) {
                    word.append(folded)
                }
            }
        } else {
            let scalars = Array(text.unicodeScalars)
            var end = 0
            for piece in FoldedText(text).pieces {
                let start = end
                end = scalars[piece.place].reduce(start) { $0 + UTF8.width($1) }
                if let first = piece.folded.first, take(first, at: start..<end) {
                    for scalar in piece.folded {
                        word.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                    }
                }
            }
        }
        endWord()
        return tokens
    }

    func tokenize(
        context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization, pText: UnsafePointer<CChar>?, nText: CInt,
        tokenCallback: @escaping FTS5TokenCallback
    ) -> CInt {
        let bytes = UnsafeRawBufferPointer(start: pText, count: Int(nText))
        for token in Self.tokens(of: String(decoding: bytes, as: UTF8.self)) {
            // Damaged bytes become longer when they are decoded.
            let (start, end) = (min(nText, CInt(token.place.lowerBound)), min(nText, CInt(token.place.upperBound)))
            let result = token.word.withCString {
                tokenCallback(context, 0, $0, CInt(token.word.utf8.count), start, end)
            }
            guard result == 0 else {
                return result
            }
        }
        return 0
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        kinds.indices.contains(Int(scalar.value)) ? kinds[Int(scalar.value)] : kindByProperties(scalar)
    }

    /// The properties are slow, and a search splits a hundred texts.
    private static let kinds = (0..<0x600).map { Unicode.Scalar(UInt32($0)).map(kindByProperties) ?? .other }

    private static func kindByProperties(_ scalar: Unicode.Scalar) -> Kind {
        guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
            return scalar == "+" || scalar == "#" ? .sign : .other
        }
        return scalar.isSpaceless ? .lone : .letter
    }
}
