import Foundation

/// Finds places at which an entry of the user's vocabulary may have been misheard, because the spelling is similar. The
/// decoder decides later whether the entry was said.
public struct VocabularyMatcher: Sendable {
    /// A place where an entry may have been said.
    public struct Candidate: Sendable, Equatable {
        /// The words that the entry may replace.
        public var words: Range<Int>
        /// The entry, with the punctuation around the words.
        public var text: String
        /// Fraction of letters that differ, 0…1; 0 if only capitals, spaces or signs do.
        public var difference: Double
    }

    private struct Entry {
        let text: String
        let letters: [UInt8]

        var spaces: Int {
            text.count { $0 == " " }
        }
    }

    /// See `Candidate.difference` (`scripts/bench vocabulary`).
    private static let mostDifference = 0.6
    /// Words that an entry can replace beyond its own number, without those that have no space before them.
    private static let mostWords = 2
    /// One for each bit of a machine word.
    private static let mostLetters = 64

    private let entries: [Entry]
    /// That any of the entries can replace.
    private let mostSpacedWords: Int

    /// Nil if there are no entries that can be matched.
    public init?(_ entries: [String]) {
        self.entries = entries.compactMap { text in
            let letters = Self.letters(of: text)
            return letters.isEmpty || letters.count > Self.mostLetters ? nil : Entry(text: text, letters: letters)
        }
        guard let spaces = self.entries.map(\.spaces).max() else {
            return nil
        }
        mostSpacedWords = 1 + spaces + Self.mostWords
    }

    /// The places at which an entry may have been said, the smallest difference first.
    public func candidates(in words: [DecodedWord]) -> [Candidate] {
        let longest = Int(Double(Self.mostLetters) / (1 - Self.mostDifference))
        var candidates: [Candidate] = []
        for first in words.indices {
            var letters = 0
            for end in first + 1..<words.endIndex + 1 {
                letters += words[end - 1].text.count
                guard letters <= longest, let passage = Passage(words, first..<end),
                    passage.spacedWords <= mostSpacedWords
                else {
                    break
                }
                candidates += entries.compactMap { candidate($0, passage) }
            }
        }
        return candidates.sorted { $0.difference < $1.difference }
    }

    private func candidate(_ entry: Entry, _ passage: Passage) -> Candidate? {
        let longer = max(entry.letters.count, passage.letters.count)
        let most = Int(Self.mostDifference * Double(longer))
        guard passage.spacedWords <= 1 + entry.spaces + Self.mostWords,
            // A much longer entry always shares some letters with a short word.
            3 * abs(entry.letters.count - passage.letters.count) <= longer
        else {
            return nil
        }
        let distance = passage.distance(to: entry.letters)
        guard distance <= most, passage.core != entry.text, !passage.contains(entry.letters) else {
            return nil
        }
        return Candidate(
            words: passage.words, text: passage.opening + entry.text + passage.ending,
            difference: Double(distance) / Double(longer))
    }

    /// Without case and accents, each as a byte. Two rare letters may have the same byte, which makes words seem more
    /// similar.
    fileprivate static func letters(of text: String) -> [UInt8] {
        text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.compactMap { scalar in
            let isKept = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            return isKept ? UInt8(truncatingIfNeeded: scalar.value) : nil
        }
    }

    private struct Passage {
        let words: Range<Int>
        /// Without the punctuation around the words, and without an English 's.
        let core: String
        let opening: String
        let ending: String
        let letters: [UInt8]
        let spacedWords: Int
        /// Of each word.
        private let parts: [[UInt8]]
        /// For each byte value, a bit set of its positions.
        private var positions = [UInt64](repeating: 0, count: 256)

        init?(_ all: [DecodedWord], _ range: Range<Int>) {
            let chosen = all[range]
            var text = ""
            for word in chosen {
                text += (text.isEmpty || word.isGlued ? "" : " ") + word.text
            }
            let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber }
            guard let first = text.firstIndex(where: isPart), let last = text.lastIndex(where: isPart) else {
                return nil
            }
            var end = text.index(after: last)
            for owner in ["'s", "’s"] where text[first..<end].hasSuffix(owner) && text[first..<end].count > 2 {
                end = text.index(end, offsetBy: -owner.count)
            }
            words = range
            core = String(text[first..<end])
            opening = String(text[..<first])
            ending = String(text[end...])
            letters = VocabularyMatcher.letters(of: core)
            guard !letters.isEmpty, letters.count <= VocabularyMatcher.mostLetters else {
                return nil
            }
            spacedWords = chosen.dropFirst().count { !$0.isGlued } + 1
            parts = core.split { !isPart($0) && $0 != "'" }.map { VocabularyMatcher.letters(of: String($0)) }
            for (index, letter) in letters.enumerated() {
                positions[Int(letter)] |= 1 << index
            }
        }

        /// Whether the passage contains the entry or is its plural, so that a replacement would only remove text.
        func contains(_ entry: [UInt8]) -> Bool {
            let plurals = [entry + Array("s".utf8), entry + Array("es".utf8)]
            let hasEntry = parts.contains { $0 == entry || plurals.contains($0) }
            return plurals.contains(letters) || parts.count > 1 && hasEntry
        }

        /// The Levenshtein distance, computed for all positions at once (Myers, "A Fast Bit-Vector Algorithm for
        /// Approximate String Matching", Journal of the ACM 46, 1999).
        func distance(to other: [UInt8]) -> Int {
            let last: UInt64 = 1 << (letters.count - 1)
            var distance = letters.count
            var (more, less) = (UInt64.max, UInt64(0))
            for letter in other {
                let same = positions[Int(letter)]
                let vertical = same | less
                let horizontal = (((same & more) &+ more) ^ more) | same
                var up = less | ~(horizontal | more)
                var down = more & horizontal
                distance += (up & last != 0 ? 1 : 0) - (down & last != 0 ? 1 : 0)
                up = up << 1 | 1
                down <<= 1
                more = down | ~(vertical | up)
                less = up & vertical
            }
            return distance
        }
    }
}
