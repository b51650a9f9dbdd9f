import ParlandoCore
import ParlandoServices

/// Offers alternatives to words that were recognised with low confidence, and replaces a word of the entry by the
/// alternative that the user chooses.
extension HistoryPresenter {
    /// Offers alternatives to the word at a position of the text, counted in Unicode scalars.
    public func offerReadings(at position: Int) {
        guard let shown = screen.shown, shown.canRead, let document = shown.document else {
            return
        }
        guard var asked = document.doubtfulWord(at: position) else {
            view?.showToast(ReadingWording.notDoubtful)
            return
        }
        asked.hasSound = shown.hasSound
        update { $0.shown?.asked = asked }
    }

    /// Replaces the word by an alternative. `index` refers to `DictationViewState.Readings.others`.
    public func chooseReading(_ index: Int) {
        guard let others = screen.shown?.asked?.word.readings, others.indices.contains(index) else {
            return
        }
        replaceWord(with: others[index].text)
    }

    /// Replaces the word for which alternatives are offered by what the user typed.
    public func writeReading(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !words.isEmpty {
            replaceWord(with: words)
        }
    }

    /// Plays the word for which alternatives are offered.
    public func playWord() {
        guard let shown = screen.shown, let asked = shown.asked else {
            return
        }
        Task { [history] in await history.play(shown.entry.id, from: asked.word.start) }
    }

    /// Ends the offer of alternatives. Call when the user closed the list without choosing one.
    public func closeReadings() {
        update { $0.shown?.asked = nil }
    }

    private func replaceWord(with text: String) {
        guard let shown = screen.shown, shown.canRead, let asked = shown.asked, var document = shown.document,
            case .session(let session) = shown.entry
        else {
            return
        }
        document.replaceWord(at: asked.index, with: text)
        update { $0.shown?.asked = nil }
        let changed = document.isEdited ? document.text : nil
        run { [history] () async throws(ArchiveError) in try await history.edit(session.id, changed) }
        view?.showToast(ReadingWording.replaced(asked.word.bare, with: text))
    }
}
