import ParlandoCore
import ParlandoServices

/// Keeps the page in the history: its text is stored soon after each change, and is there again at the next start.
extension DictationPresenter {
    /// Time from an edit until it is stored.
    private static let editDelay = Duration.seconds(1)

    /// Stores the text of the page as it is when earlier requests have ended.
    func keepPage() async {
        let task = Task { [weak self, keeping] in
            await keeping?.value
            await self?.storePage()
        }
        keeping = task
        await task.value
    }

    /// Stores the text of the page a second after the first edit that is not stored yet.
    func keepPageSoon() {
        guard keepingEdits == nil else {
            return
        }
        keepingEdits = Task { [weak self, pace] in
            try? await pace.sleep(for: Self.editDelay)
            self?.keepingEdits = nil
            await self?.keepPage()
        }
    }

    private func storePage() async {
        let page = screen.document
        if let delegate {
            let sessions = await delegate.dictationPresenter(self, keep: page)
            update { $0.held = HeldPage(page: page, sessions: sessions) }
        }
    }

    /// Shows the page of the previous run of the program, unless the user has already changed the page.
    func restorePage() async {
        guard let page = await delegate?.dictationPresenterLastPage(self), !page.isEmpty,
            !screen.history.canUndo, !screen.document.isEdited
        else {
            return
        }
        update { $0.restore(page) }
        await storePage()
    }

    // MARK: Closing

    /// Stores the page in the history, so that `farewell` is only about what would be lost. Call when the window is
    /// about to close.
    public func prepareToClose() async {
        isClosingSession = screen.panel.phase != .idle
        await keepPage()
    }

    /// Deletes the dictation that is under way from the history. Call when the user chose to discard what `farewell`
    /// asked about.
    public func discardSession() async {
        let isUnderWay = screen.panel.phase != .idle
        // The session that the question was about may have ended meanwhile.
        if isUnderWay || isClosingSession && screen.hasLastSession {
            await delegate?.dictationPresenter(self, discard: screen.document.transcript)
        }
    }
}
