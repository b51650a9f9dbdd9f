/// Tells which words of a transcript are still to be written.
struct CaretWords: Sendable, Equatable {
    /// The last word that was written.
    struct Position: Sendable, Equatable {
        var paragraph = 0
        /// Number of words written of that paragraph.
        var words = 0
        /// Text of the last word as it was written. Punctuation may be attached to it later.
        var last = ""
        /// Words that were spoken before this time were inserted by the application itself while they were interim, in
        /// seconds since the session began.
        var taken = 0.0
    }

    private var transcript = Transcript()
    private(set) var position = Position()

    /// Treats everything in a transcript as written.
    mutating func skip(_ transcript: Transcript) {
        self.transcript = transcript
        position = end
    }

    /// Takes the transcript as it is now. Punctuation that a dictated mark may still replace waits.
    mutating func hear(_ transcript: Transcript) {
        self.transcript = transcript.lasting
    }

    mutating func advance(to position: Position) {
        let taken = max(position.taken, self.position.taken)
        self.position = position
        self.position.taken = taken
    }

    /// Treats the words that were spoken until a time as written, whatever they become.
    mutating func take(until time: Double) {
        position.taken = max(position.taken, time)
    }

    /// The position behind the last final word.
    var end: Position {
        guard let last = transcript.paragraphs.indices.last else {
            return position
        }
        let words = transcript.paragraphs[last].words
        return Position(paragraph: last, words: words.count, last: words.last?.text ?? "", taken: position.taken)
    }

    /// Final words that are still to be written. Between two paragraphs is a word that is a line feed.
    var waiting: [Word] {
        portion(of: .max).words
    }

    /// Returns the first final words that are still to be written, and the position behind them.
    ///
    /// - Parameter most: maximum number of words.
    func portion(of most: Int) -> (words: [Word], end: Position) {
        var result: [Word] = []
        for index in transcript.paragraphs.indices.dropFirst(position.paragraph) {
            let words = transcript.paragraphs[index].words
            var written = 0
            if index == position.paragraph {
                written = position.words
                if let mark = lateMark(in: words) {
                    result.append(mark)
                }
            } else if position.words > 0 || index > position.paragraph + 1 || !result.isEmpty {
                result.append(Word(text: "\n", start: 0, end: .infinity, probability: 1, isGlued: true))
            }
            for (number, word) in words.enumerated().dropFirst(written) where isLeft(word) {
                guard result.count < most else {
                    let last = number > 0 ? words[number - 1].text : ""
                    return (result, Position(paragraph: index, words: number, last: last, taken: position.taken))
                }
                result.append(word)
            }
        }
        return (result.contains { $0.text != "\n" } ? result : [], end)
    }

    /// Punctuation that was attached to the last word after that was written; nil if there is none.
    private func lateMark(in words: [Word]) -> Word? {
        guard position.words > 0, words.indices.contains(position.words - 1) else {
            return nil
        }
        var mark = words[position.words - 1]
        guard mark.text != position.last, mark.text.hasPrefix(position.last), isLeft(mark) else {
            return nil
        }
        mark.text.removeFirst(position.last.count)
        mark.isGlued = true
        return mark
    }

    /// Interim words that nobody has inserted yet.
    var interim: [Word] {
        transcript.interim.filter(isLeft)
    }

    private func isLeft(_ word: Word) -> Bool {
        (word.start + word.end) / 2 >= position.taken
    }
}
