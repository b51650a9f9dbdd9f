import ParlandoCore
import ParlandoServices

/// A doubtful word on the page for which the user has asked for alternatives.
struct AskedWord: Equatable {
    /// Index of the word among those of the page.
    var index: Int
    /// The word, with times on the page's clock.
    var word: Word
    /// Range of the word in the text of the page, in Unicode scalars.
    var place: Range<Int>
    /// The word in its session, or nil if it belongs to none.
    var spoken: SpokenWord?
    /// Whether audio of the word is available, so that it can be played.
    var hasSound = false
}

extension TranscriptDocument {
    /// Returns the doubtful word at a position of the text, in Unicode scalars; nil if there is none.
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
    /// Replaces the word for which alternatives are offered. The word is no longer doubtful.
    mutating func choose(_ text: String) {
        guard let asked else {
            return
        }
        let before = document
        document.replaceWord(at: asked.index, with: text)
        history.record(from: before, to: document)
        layout.show(document)
        hasCorrections = true
        self.asked = nil
    }
}
