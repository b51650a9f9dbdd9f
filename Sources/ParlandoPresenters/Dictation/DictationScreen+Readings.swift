import ParlandoCore
import ParlandoServices

/// A word for which the user has asked for alternatives, because it was recognised with low confidence.
struct AskedWord: Equatable {
    /// Index of the word among all words of the page.
    var index: Int
    /// The word. Its times are in seconds from the start of the page, where the recordings of all sessions follow each
    /// other.
    var word: Word
    /// Range of the word in the text of the page, in Unicode scalars.
    var place: Range<Int>
    /// The session's transcript that contains the word, with the word's times in the session; nil if no session
    /// contains it.
    var spoken: SpokenWord?
    /// Whether a recording of the word is available that can be played.
    var hasSound = false
}

extension TranscriptDocument {
    /// Returns the word at a position of the text, counted in Unicode scalars, if the word was recognised with low
    /// confidence; otherwise nil.
    func doubtfulWord(at position: Int) -> AskedWord? {
        let words = words
        let places = WordPlaces(text, words)
        guard let index = places.index(at: position), words[index].isDoubtful else {
            return nil
        }
        let word = words[index]
        let spoken = session(at: (word.start + word.end) / 2).map { session, lead in
            SpokenWord(session: session.transcript, start: word.start - lead, end: word.end - lead)
        }
        return AskedWord(index: index, word: word, place: places.ranges[index], spoken: spoken)
    }
}

extension DictationScreen {
    /// Replaces the word for which alternatives are offered by `text`. The word is no longer marked as doubtful.
    mutating func choose(_ text: String) {
        guard let asked else {
            return
        }
        let before = document
        document.replaceWord(at: asked.index, with: text)
        history.record(from: before, to: document)
        layout.show(document)
        self.asked = nil
    }
}
