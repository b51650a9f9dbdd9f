import ParlandoCore
import ParlandoServices

/// Offers alternatives to words that were recognised with low confidence, and replaces a word by the alternative that
/// the user chooses.
extension DictationPresenter {
    /// Offers alternatives to the word at a position of the text, counted in Unicode scalars without timestamps.
    public func offerReadings(at position: Int) {
        guard screen.state.isEditable else {
            showToast(ReadingWording.notNow)
            return
        }
        guard let asked = screen.document.doubtfulWord(at: position) else {
            showToast(ReadingWording.notDoubtful)
            return
        }
        Task { [weak self] in await self?.offer(asked) }
    }

    /// Replaces the word by an alternative. `index` refers to `DictationViewState.Readings.others`.
    public func chooseReading(_ index: Int) {
        guard let others = screen.asked?.word.readings, others.indices.contains(index) else {
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
        guard let spoken = screen.asked?.spoken else {
            return
        }
        Task { [weak self] in await self?.play(spoken) }
    }

    /// Ends the offer of alternatives. Call when the user closed the list without choosing one.
    public func closeReadings() {
        update { $0.asked = nil }
    }

    private func replaceWord(with text: String) {
        guard let asked = screen.asked, screen.state.isEditable else {
            return
        }
        update { $0.choose(text) }
        Task { await keepPage() }
        showToast(ReadingWording.replaced(asked.word.bare, with: text))
    }

    /// Offers the alternatives to a word once it is known whether the sound of the word can be played. Does nothing if
    /// the page has changed meanwhile.
    private func offer(_ asked: AskedWord) async {
        var offered = asked
        if let spoken = asked.spoken, let delegate {
            offered.hasSound = await delegate.dictationPresenter(self, hasSoundOf: spoken)
        }
        if screen.state.isEditable, screen.document.doubtfulWord(at: asked.place.lowerBound) == asked {
            update { $0.asked = offered }
        }
    }

    private func play(_ word: SpokenWord) async {
        do throws(AudioError) {
            try await delegate?.dictationPresenter(self, play: word)
        } catch {
            showToast(error.message.text)
        }
    }
}
