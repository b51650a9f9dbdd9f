/// The tentative words as they are shown: calmer than what one decoding after another makes of them.
///
/// A reader is disturbed by each change, and most by one in the middle of a line. So a word is corrected at once while
/// few words stand behind it; later what is on show stays until the word settles, and then it changes once, whatever
/// the decodings between said. (The trade of late corrections against flicker: Arivazhagan et al., "Re-translation
/// versus Streaming for Simultaneous Translation", IWSLT 2020.)
struct SteadyTail {
    /// What is on show, in the order it was spoken.
    private(set) var words: [Word] = []
    /// Words that settled since the last look.
    private var settled: [Word] = []

    /// With so many words behind it that are heard as they are shown, a word stays as it is. With 4 of them a tenth more
    /// words change, with 1 of them a wrong one is on show for longer.
    private static let steadyBehind = 2

    /// Takes note of words that are settled: they leave the tail.
    mutating func settle(_ words: [Word]) {
        settled += words
    }

    /// Takes in what is heard now after the settled words. True: something else is to be shown.
    mutating func hear(_ heard: [Word]) -> Bool {
        let now = settled + Self.open(heard)
        var result: [Word] = []
        var (old, new) = (0, 0)
        let pairs = pairs(of: now)
        for (index, pair) in pairs.enumerated() {
            let isSteady = pairs.count - index >= Self.steadyBehind
            if pair.new >= settled.count {
                let isBehindSettled = new < settled.count
                result += isSteady && !isBehindSettled ? words[old..<pair.old] : now[max(new, settled.count)..<pair.new]
                result.append(isSteady ? words[pair.old] : now[pair.new])
            }
            (old, new) = (pair.old + 1, pair.new + 1)
        }
        result += now[max(new, settled.count)...]
        settled = []
        let isOther = result.map(\.text) != words.map(\.text)
        words = result
        return isOther
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

    /// Words on show and the same ones among those that are heard now.
    private func pairs(of now: [Word]) -> [(old: Int, new: Int)] {
        let matches = SequenceAlignment.matches(of: now.map(\.text.essence), in: words.map(\.text.essence))
        return matches.enumerated().compactMap { index, match in match.map { (old: $0, new: index) } }
    }
}
