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
        self.position = position
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
        var result: [Word] = []
        for index in transcript.paragraphs.indices.dropFirst(position.paragraph) {
            let words = transcript.paragraphs[index].words
            if index > position.paragraph {
                if position.words > 0 || index > position.paragraph + 1 || !result.isEmpty {
                    result.append(Word(text: "\n", start: 0, end: .infinity, probability: 1, isGlued: true))
                }
                result += words.filter(isLeft)
                continue
            }
            if position.words > 0, words.indices.contains(position.words - 1) {
                var mark = words[position.words - 1]
                if mark.text != position.last, mark.text.hasPrefix(position.last), isLeft(mark) {
                    mark.text.removeFirst(position.last.count)
                    mark.isGlued = true
                    result.append(mark)
                }
            }
            result += words.dropFirst(position.words).filter(isLeft)
        }
        return result.contains { $0.text != "\n" } ? result : []
    }

    /// Interim words that nobody has inserted yet.
    var interim: [Word] {
        transcript.interim.filter(isLeft)
    }

    private func isLeft(_ word: Word) -> Bool {
        (word.start + word.end) / 2 >= position.taken
    }
}
