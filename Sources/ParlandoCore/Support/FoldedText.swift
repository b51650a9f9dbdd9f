import Foundation

/// A text as every search compares it: without case, accents and vowel signs, ß as ss, and wide, narrow and decomposed
/// letters as usual ones.
public struct FoldedText: Sendable, Equatable {
    /// A letter with its marks, or another character.
    public struct Piece: Sendable, Equatable {
        /// In Unicode scalars of the text.
        public let place: Range<Int>
        /// Empty if the piece is nothing but accents or vowel signs.
        public let folded: [Unicode.Scalar]
    }

    public let pieces: [Piece]

    public init(_ text: some StringProtocol) {
        let scalars = Array(text.unicodeScalars)
        var pieces: [Piece] = []
        pieces.reserveCapacity(scalars.count)
        var start = 0
        while start < scalars.count {
            var end = start + 1
            while end < scalars.count, Self.continues(scalars[end]) {
                end += 1
            }
            let isKnown = end == start + 1 && scalars[start].value < Self.table.count
            let folded = isKnown ? Self.table[Int(scalars[start].value)] : Self.folded(scalars[start..<end])
            pieces.append(Piece(place: start..<end, folded: folded))
            start = end
        }
        self.pieces = pieces
    }

    public static func fold(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return text.lowercased()
        }
        return String(String.UnicodeScalarView(FoldedText(text).pieces.flatMap(\.folded)))
    }

    /// Returns where the words occur, without overlaps, in Unicode scalars of the text.
    public func places(of words: String) -> [Range<Int>] {
        let wanted = FoldedText(words).pieces.flatMap(\.folded)
        guard !wanted.isEmpty else {
            return []
        }
        let owners = pieces.indices.flatMap { Array(repeating: $0, count: pieces[$0].folded.count) }
        return pieces.flatMap(\.folded).ranges(of: wanted).compactMap { found in
            let (first, last) = (owners[found.lowerBound], owners[found.upperBound - 1])
            // Whoever types "stras" is on the way to "straß", but no word begins within ß.
            let isWhole = found.lowerBound == 0 || owners[found.lowerBound - 1] != first
            return isWhole ? pieces[first].place.lowerBound..<pieces[last].place.upperBound : nil
        }
    }

    // MARK: Folding

    /// The alphabets of Europe, of which most texts consist.
    private static let table: [[Unicode.Scalar]] = (0..<0x600).map { value in
        Unicode.Scalar(UInt32(value)).map { FoldedText.folded([$0]) } ?? []
    }

    private static func folded(_ scalars: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        let text = String(String.UnicodeScalarView(scalars)).decomposedStringWithCompatibilityMapping
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isAccent(scalar, after: kept.last) {
            kept.append(scalar)
        }
        // Only capitals make ß and ss, or both kinds of a Greek sigma, equal.
        return Array(String(kept).uppercased().lowercased().precomposedStringWithCanonicalMapping.unicodeScalars)
    }

    /// Whether the scalar belongs to the letter before it: a mark, or the second or third part of a Korean syllable.
    private static func continues(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else {
            return false
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return 0x1160...0x11FF ~= scalar.value || 0xFF9E...0xFF9F ~= scalar.value
        }
    }

    /// Accents, Hebrew points, Arabic vowel signs and lengthening. Cyrillic й and ї are letters of their own, but ё may
    /// be written as е, and a stress mark makes no other letter.
    private static func isAccent(_ scalar: Unicode.Scalar, after base: Unicode.Scalar?) -> Bool {
        switch scalar.value {
        case 0x300...0x36F:
            guard let base, 0x400...0x52F ~= base.value else {
                return true
            }
            return "аеиоуыэюяАЕИОУЫЭЮЯ".unicodeScalars.contains(base) && [0x300, 0x301].contains(scalar.value)
                || "еЕ".unicodeScalars.contains(base) && scalar.value == 0x308
        case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0x640, 0x64B...0x652, 0x670: return true
        default: return false
        }
    }
}

extension Unicode.Scalar {
    /// Whether it belongs to Thai, Lao, Burmese, Khmer, Japanese or Chinese, where words have no spaces between them.
    public var isSpaceless: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
