import ParlandoCore

/// The interim words on screen, which follow the final words. They change less often than the results of the decodings.
///
/// Every word that changes disturbs the reader. A new word is therefore shown only if it will probably not change. If a
/// decoding recognises another word in place of one on screen, the old word stays until the new word will probably not
/// change. (On the trade-off between delay and flicker: Arivazhagan et al., "Re-translation versus Streaming for
/// Simultaneous Translation", IWSLT 2020.)
struct ShownWords {
    /// A recognised word that is not final yet.
    struct Heard {
        var word: Word
        /// Whether the word will probably not change any more.
        var isFirm: Bool
    }

    /// The words on screen, in spoken order.
    private(set) var words: [Word] = []
    /// Words that became final after the last call to `hear`.
    private var final: [Word] = []

    /// Records words that are now final and therefore no longer interim.
    mutating func finish(_ words: [Word]) {
        final += words
    }

    /// Updates the words on screen from the words of the latest decoding. Returns whether the words on screen changed.
    mutating func hear(_ heard: [Heard]) -> Bool {
        let now = final.map { Heard(word: $0, isFirm: true) } + heard
        let first = final.count
        var result: [Word] = []
        var (old, new) = (0, 0)
        for (index, match) in matches(in: now).enumerated() {
            guard let match else {
                continue
            }
            if index >= first {
                let isAsHeard = new < first || now[new..<index].allSatisfy(\.isFirm)
                result += isAsHeard ? now[max(new, first)..<index].map(\.word) : Array(words[old..<match])
                result.append(now[index].word)
            }
            (old, new) = (match + 1, index + 1)
        }
        let rest = now[max(new, first)...]
        let firm = rest.prefix(while: \.isFirm).map(\.word)
        // Uses the new words if nothing is recognised here any more or if the new words may be shown. Otherwise the old
        // words stay.
        let isAsHeard = rest.isEmpty || !firm.isEmpty || new < first
        result = Self.open(result + (isAsHeard ? firm : Array(words[old...])))
        // The receiver removes the words that became final by their times, and might have removed others with them, so
        // the words on screen count as changed.
        let isOther = !final.isEmpty || result.map(\.text) != words.map(\.text)
        final = []
        words = result
        return isOther
    }

    /// Returns, for each of the words just recognised, the index of the same word on screen; nil if it is not on
    /// screen.
    private func matches(in now: [Heard]) -> [Int?] {
        SequenceAlignment.matches(of: now.map(\.word.text.essence), in: words.map(\.text.essence))
    }

    /// Returns the words without the punctuation after the last word. A decoder tends to take the end of the sound for
    /// the end of a sentence, and half of these punctuation marks disappear a moment later.
    private static func open(_ words: [Word]) -> [Word] {
        var result = words
        while var last = result.popLast() {
            last.text = String(last.text.reversed().drop(while: marks.contains).reversed())
            if !last.text.isEmpty {
                return result + [last]
            }
        }
        return []
    }

    private static let marks = Set(".,;:…!?-–—。、，；：！？")
}
