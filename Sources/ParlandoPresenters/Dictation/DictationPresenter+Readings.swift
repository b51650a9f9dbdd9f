import ParlandoCore
import ParlandoServices

/// Offers alternatives to words that were recognised with low confidence, and replaces a word by the alternative that
/// the user chooses.
extension DictationPresenter {
    public func dictationView(_ view: any DictationView, didAskForReadingsAt position: Int) {
        guard screen.state.isEditable else {
            view.showToast(ReadingWording.notNow)
            return
        }
        guard let asked = screen.document.doubtfulWord(at: position) else {
            view.showToast(ReadingWording.notDoubtful)
            return
        }
        Task { [weak self] in await self?.offer(asked) }
    }

    public func dictationView(_ view: any DictationView, didChooseReading index: Int) {
        guard let others = screen.asked?.word.readings, others.indices.contains(index) else {
            return
        }
        replaceWord(with: others[index].text)
    }

    public func dictationView(_ view: any DictationView, didWriteReading text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !words.isEmpty {
            replaceWord(with: words)
        }
    }

    public func dictationViewDidPressPlayWord(_ view: any DictationView) {
        guard let spoken = screen.asked?.spoken else {
            return
        }
        Task { [weak self] in await self?.play(spoken) }
    }

    public func dictationViewDidCloseReadings(_ view: any DictationView) {
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
