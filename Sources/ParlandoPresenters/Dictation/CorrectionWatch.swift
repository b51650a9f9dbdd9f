import ParlandoCore

/// Finds out which word the user has corrected in a text, once they have stopped typing.
@MainActor public final class CorrectionWatch {
    private static let rest = Duration.seconds(2)

    public weak var wordBook: WordBookPresenter?
    /// Times the rest.
    var pace: any Clock<Duration> = ContinuousClock()
    private var offered: (word: String, language: String?)?
    /// Before the edits since the last rest.
    private var former: String?
    private var waiting: Task<Void, Never>?

    /// - Parameter offer: called with the question after a rest, if a word was corrected that was not offered before,
    ///   and with nil once that word is no longer in the text.
    func follow(
        _ language: String?, from old: String, to new: String, _ offer: @escaping @MainActor (String?) -> Void
    ) {
        if let word = offered?.word, !new.contains(word) {
            offered = nil
            offer(nil)
        }
        let first = former ?? old
        former = first
        waiting?.cancel()
        waiting = Task { [weak self, pace] in
            guard (try? await pace.sleep(for: Self.rest)) != nil, !Task.isCancelled, let self else {
                return
            }
            former = nil
            if let found = Correction(from: first, to: new), wordBook?.isNew(found) == true {
                offered = (found.written, language)
                offer(tr("Remember “{heard} → {word}”?", ["heard": found.heard, "word": found.written]))
            }
        }
    }

    /// Puts the word into the vocabulary that was offered last.
    func remember(_ tell: @escaping @MainActor (String) -> Void) {
        if let offered {
            wordBook?.remember(offered.word, offered.language, tell)
        }
    }
}
