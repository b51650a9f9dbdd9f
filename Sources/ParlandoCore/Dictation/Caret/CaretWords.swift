/// Keeps track of which words of a transcript have been written at the caret.
struct CaretWords: Sendable, Equatable {
    /// Position of the last written word in the transcript.
    struct Position: Sendable, Equatable {
        var paragraph = 0
        /// Number of the paragraph's words that have been written.
        var words = 0
        /// The last written word as it was written. Punctuation may be attached to the word later.
        var last = ""
        /// Time in seconds since the session began. Words spoken earlier count as written, because the application has
        /// inserted them itself while they were interim.
        var taken = 0.0
    }

    private var transcript = Transcript()
    private(set) var position = Position()

    /// Treats all words of a transcript as written.
    mutating func skip(_ transcript: Transcript) {
        self.transcript = transcript
        position = end
    }

    /// Updates the transcript. Punctuation that a dictated mark may still replace is left out for now.
    mutating func hear(_ transcript: Transcript) {
        self.transcript = transcript.lasting
    }

    mutating func advance(to position: Position) {
        let taken = max(position.taken, self.position.taken)
        self.position = position
        self.position.taken = taken
    }

    /// Treats all words spoken before a time as written, even if they change later. The time is in seconds since the
    /// session began.
    mutating func take(until time: Double) {
        position.taken = max(position.taken, time)
    }

    /// The position after all words that are final, that is, recognised for good.
    var end: Position {
        guard let last = transcript.paragraphs.indices.last else {
            return position
        }
        let words = transcript.paragraphs[last].words
        return Position(paragraph: last, words: words.count, last: words.last?.text ?? "", taken: position.taken)
    }

    /// The final words that have not been written yet. A word that is a line feed separates two paragraphs.
    var waiting: [Word] {
        portion(of: .max).words
    }

    /// Returns the first final words that have not been written yet, and the position after them.
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

    /// Returns the punctuation that was attached to the last written word after the word was written; nil if there is
    /// none.
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

    /// The interim words, without those that the application has already inserted into the field itself.
    var interim: [Word] {
        transcript.interim.filter(isLeft)
    }

    private func isLeft(_ word: Word) -> Bool {
        (word.start + word.end) / 2 >= position.taken
    }
}
