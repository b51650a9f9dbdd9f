/// What a window of sound may say: texts, each with how well it goes with several encodings of the sound.
struct Readings {
    /// In the order they were found, as tokens.
    private(set) var texts: [[Int32]] = []
    /// For each text what the search under each encoding came to.
    private var searches: [[Int32]: [Int: TokenSearch]] = [:]

    mutating func add(_ search: TokenSearch, under encoding: Int) {
        let text = search.chosen.map(\.token)
        if searches[text] == nil {
            texts.append(text)
        }
        searches[text, default: [:]][encoding] = search
    }

    /// The texts that were not yet weighed under an encoding.
    func texts(missingUnder encoding: Int) -> [[Int32]] {
        texts.filter { searches[$0]?[encoding] == nil }
    }

    /// The search, under the encoding that likes it more, for the text that goes best with all encodings together; nil
    /// when there is no text. All texts must have been weighed under the same encodings. One that repeats itself is only taken where all do.
    ///
    /// First the words are chosen, then their punctuation: it is doubtful where the words are not.
    func best(after prefix: [Int32]) -> TokenSearch? {
        let sound = texts.filter { GreedySearch.repetition(at: prefix + $0) == 0 }
        let choice = sound.isEmpty ? texts : sound
        guard let favourite = choice.max(by: { total(\.wordScore, of: $0) < total(\.wordScore, of: $1) }) else {
            return nil
        }
        let text = choice.filter { words(of: $0) == words(of: favourite) }
            .max { total(\.score, of: $0) < total(\.score, of: $1) }
        return text.flatMap { searches[$0]?.values.max { $0.score < $1.score } }
    }

    /// The encodings count alike, as models do in a log-linear combination (Beyerlein, "Discriminative Model
    /// Combination", ICASSP 1998).
    private func total(_ score: KeyPath<TokenSearch, Double>, of text: [Int32]) -> Double {
        (searches[text] ?? [:]).values.reduce(0) { $0 + $1[keyPath: score] }
    }

    private func words(of text: [Int32]) -> [Int32]? {
        searches[text]?.first?.value.words
    }

    /// Whether a greedy search was not sure of all that it chose. Weighing hardly changes what it was sure of: one word
    /// in 1,668 of read and spontaneous speech.
    static func isDoubtful(_ greedy: TokenSearch) -> Bool {
        greedy.chosen.contains { $0.logProbability < sureLogProbability }
    }

    /// Where to look for other texts than the one a greedy search found: what was expected; and for each of the most
    /// doubtful words the text with the word that was nearly chosen, and after it whatever the model then says.
    ///
    /// Each comes with how many of its tokens are to be taken whatever the model says; the others are only guesses.
    static func others(
        than greedy: TokenSearch, expected: [Int32], endOfText: Int32
    ) -> [(text: [Int32], forced: Int)] {
        let choices = greedy.chosen
        let found = choices.map(\.token)
        let doubtful = choices.indices
            .filter { choices[$0].runnerUpLogProbability > leastLogProbability && choices[$0].runnerUp != endOfText }
            .sorted { choices[$0].advance < choices[$1].advance }
            .prefix(mostBranches)
        let branches = doubtful.map { index in
            var text = found
            text[index] = choices[index].runnerUp
            return (text: text, forced: index + 1)
        }
        return (found.starts(with: expected) ? [] : [(text: expected, forced: expected.count)]) + branches
    }

    /// A word less probable than this is not worth a search: 8 %.
    private static let leastLogProbability = -2.5
    /// A word less probable than this leaves doubt: 60 %.
    private static let sureLogProbability = -0.5
    /// Each costs a few calls of the decoder under each encoding.
    private static let mostBranches = 2
}
