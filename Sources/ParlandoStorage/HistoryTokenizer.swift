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
        let scalars = Array(text.unicodeScalars)
        var tokens: [Token] = []
        var before = Kind.other
        var end = 0
        for piece in FoldedText(text).pieces {
            let start = end
            end = scalars[piece.place].reduce(start) { $0 + UTF8.width($1) }
            guard let first = piece.folded.first else {
                continue
            }
            let kind = kind(of: first)
            let isWord = before == .letter || before == .sign
            switch kind {
            case .letter where before == .letter, .sign where isWord:
                tokens[tokens.count - 1].word.unicodeScalars.append(contentsOf: piece.folded)
                tokens[tokens.count - 1].place = tokens[tokens.count - 1].place.lowerBound..<end
                before = kind
            case .letter, .lone:
                tokens.append(Token(word: String(String.UnicodeScalarView(piece.folded)), place: start..<end))
                before = kind
            case .sign, .other:
                before = .other
            }
        }
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
        guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
            return scalar == "+" || scalar == "#" ? .sign : .other
        }
        return scalar.isSpaceless ? .lone : .letter
    }
}
