import ParlandoCore

/// Texts about words that were recognised with low confidence, and the alternatives to these words.
enum ReadingWording {
    /// Returns a sentence that says what the dotted line under some words means.
    ///
    /// - Parameter canChoose: whether the user can choose an alternative to a word now.
    static func legend(canChoose: Bool) -> String {
        canChoose
            ? tr("A dotted line: the word may be wrong. Press it for other readings.")
            : tr("A dotted line: the word may be wrong.")
    }

    static var notNow: String {
        tr("Other readings can be chosen once dictation has stopped")
    }

    static var notDoubtful: String {
        tr("Only words with a dotted line have other readings")
    }

    static func replaced(_ word: String, with reading: String) -> String {
        tr("“{word}” replaced with “{reading}”", ["word": word, "reading": reading])
    }

    static func readings(of asked: AskedWord) -> DictationViewState.Readings {
        let others = asked.word.readings.map(\.text)
        return DictationViewState.Readings(
            word: asked.word.bare, place: asked.place,
            title: tr("Other readings of “{word}”", ["word": asked.word.bare]),
            note: others.isEmpty
                ? tr("No other readings are known. Write what was said.")
                : tr("What else it may be, most likely first"),
            others: others, canPlay: asked.hasSound)
    }
}
