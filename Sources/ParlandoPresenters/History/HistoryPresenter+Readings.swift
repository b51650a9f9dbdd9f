import ParlandoCore
import ParlandoServices

/// Offers alternatives to words that were recognised with low confidence, and replaces a word of the entry by the
/// alternative that the user chooses.
extension HistoryPresenter {
    public func historyView(_ view: any HistoryView, didAskForReadingsAt position: Int) {
        guard let shown = screen.shown, shown.canRead, let document = shown.document else {
            return
        }
        guard var asked = document.doubtfulWord(at: position) else {
            return view.showToast(ReadingWording.notDoubtful)
        }
        asked.hasSound = shown.hasSound
        update { $0.shown?.asked = asked }
    }

    public func historyView(_ view: any HistoryView, didChooseReading index: Int) {
        guard let others = screen.shown?.asked?.word.readings, others.indices.contains(index) else {
            return
        }
        replaceWord(with: others[index].text)
    }

    public func historyView(_ view: any HistoryView, didWriteReading text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !words.isEmpty {
            replaceWord(with: words)
        }
    }

    public func historyViewDidPressPlayWord(_ view: any HistoryView) {
        guard let shown = screen.shown, let asked = shown.asked else {
            return
        }
        Task { [history] in await history.play(shown.entry.id, from: asked.word.start) }
    }

    public func historyViewDidCloseReadings(_ view: any HistoryView) {
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
