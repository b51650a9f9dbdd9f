/// The words on show behind the final ones: calmer than what one decoding after another makes of them.
///
/// A reader is disturbed by each word that changes. So a new word is shown once it will probably stay, and at a place
/// where something else is heard now, what is on show stays until that other word will probably stay. (The trade of late
/// words against flicker: Arivazhagan et al., "Re-translation versus Streaming for Simultaneous Translation", IWSLT
/// 2020.)
struct ShownWords {
    /// A word that a decoding heard behind the final ones.
    struct Heard {
        var word: Word
        /// Whether it will probably stay.
        var isFirm: Bool
    }

    /// What is on show, in the order it was spoken.
    private(set) var words: [Word] = []
    /// Words that became final since the last call of `hear`.
    private var settled: [Word] = []

    /// Takes note of words that are final: they leave the words on show.
    mutating func settle(_ words: [Word]) {
        settled += words
    }

    /// Takes in what is heard now behind the final words. True: something else is to be shown.
    mutating func hear(_ heard: [Heard]) -> Bool {
        let now = settled.map { Heard(word: $0, isFirm: true) } + heard
        let first = settled.count
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
        // Nothing is heard any more there, or something else that may be shown, or something that may not yet.
        let isAsHeard = rest.isEmpty || !firm.isEmpty || new < first
        result = Self.open(result + (isAsHeard ? firm : Array(words[old...])))
        // Whoever shows the words took away those that became final by their times, perhaps others with them.
        let isOther = !settled.isEmpty || result.map(\.text) != words.map(\.text)
        settled = []
        words = result
        return isOther
    }

    /// For each word that is heard now the same one among those on show.
    private func matches(in now: [Heard]) -> [Int?] {
        SequenceAlignment.matches(of: now.map(\.word.text.essence), in: words.map(\.text.essence))
    }

    /// The words without the marks behind the last one: a decoder takes the end of the sound for the end of a sentence,
    /// and half of these marks are gone a moment later.
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
