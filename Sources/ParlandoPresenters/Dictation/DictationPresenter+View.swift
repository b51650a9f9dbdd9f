public import Foundation
public import ParlandoCore
import ParlandoServices

extension DictationPresenter {
    /// Starts or stops dictating. While the last words are recognised, begins another session afterwards.
    public func pressButton() {
        switch screen.state.button {
        case .start:
            _ = startWhenPressed(.plain)
        case .stop:
            stop()
        case .wait:
            pressWhileFinishing()
        }
    }

    /// Carries out a command from a system shortcut or another program. Returns why its session cannot begin.
    @discardableResult public func receive(_ command: DictationCommand, _ choice: DictationChoice = .plain) -> String? {
        obey(command, choice)
    }

    /// Push-to-talk was pressed or released.
    public func talk(isHeld: Bool) {
        holdTalk(isHeld)
    }

    public func pressPause() {
        switch screen.state.pause {
        case .pause:
            pause()
        case .resume:
            resume()
        case .hidden:
            break
        }
    }

    /// Copies the text to the clipboard.
    public func copy() {
        guard screen.state.canCopy else {
            return
        }
        view?.copyToClipboard(screen.document.text)
        view?.showToast(tr("Text copied"))
    }

    /// Begins an empty page, once the session has ended. *Undo* restores the page.
    public func beginAnew() {
        guard screen.state.canBeginAnew else {
            return
        }
        guard screen.isAtRest else {
            return isNewPageDue = true
        }
        beginNewPage()
    }

    /// Brings an entry of the history back onto the page, for dictation to go on below. What is on the page is put away
    /// first, as by *New*. *Undo* restores the page.
    public func continueEntry(_ id: UUID) async {
        await keeping?.value
        let entry = await keeper?.reopen(id) ?? TranscriptDocument()
        let page = screen.document
        let isThere = entry.sessions.allSatisfy { session in page.sessions.contains { $0.id == session.id } }
        guard screen.isAtRest, screen.panel.unsent == nil else {
            return showToast(tr("Finish the dictation on this page first."))
        }
        guard !entry.isEmpty, !isThere else {
            return
        }
        cleaning?.cancel()
        update { $0.turn(to: entry) }
        if !page.isEmpty {
            view?.offerUndo(tr("New page started"))
            await keeper?.putAway(page)
        }
        await keepPage()
    }

    /// Adds the text of captions that have ended as a session of the page, once no dictation is under way.
    func adopt(_ transcript: Transcript, of id: UUID) {
        update { $0.comingCaptions += 1 }
        adopting = Task { [adopting, keeping] in
            await adopting?.value
            await keeping?.value
            // From now on its entry in the history is known as that of a part of the page.
            let kept = await keeper?.reopen(id).sessions.first { $0.id == id }
            var session = kept ?? DictatedSession(id: id, began: clock.now)
            session.transcript = transcript
            while !screen.isAtRest {
                await rest()
            }
            cleaning?.cancel()
            update { screen in
                screen.comingCaptions -= 1
                screen.add(session)
            }
            await keepPage()
        }
    }

    func beginNewPage() {
        guard !screen.document.isEmpty else {
            return
        }
        cleaning?.cancel()
        let page = screen.document
        update { $0.turn(to: TranscriptDocument()) }
        Task {
            await keeper?.putAway(page)
            await keepPage()
        }
        view?.offerUndo(tr("New page started"))
    }

    public func undo() {
        guard screen.state.canUndo else {
            return
        }
        cleaning?.cancel()
        update { $0.undo() }
        Task { await keepPage() }
    }

    /// Redoes a step that was undone.
    public func redo() {
        guard screen.state.canRedo else {
            return
        }
        cleaning?.cancel()
        update { $0.redo() }
        Task { await keepPage() }
    }

    /// Replaces the whole text; newlines separate paragraphs.
    public func edit(_ text: String) {
        guard screen.state.isEditable else {
            return
        }
        let former = screen.document.text
        update { $0.edit(text) }
        keepPageSoon()
        corrections.follow(screen.document.language, from: former, to: text) { [weak self] question in
            self?.view?.offerToRemember(question)
        }
    }

    public func rememberWord() {
        corrections.remember { [weak self] in self?.showToast($0) }
    }

    /// Saves the text; the extension determines the format (txt, srt, vtt, json).
    public func save(to path: String) {
        let document = screen.document
        Task { await save(document, to: path) }
    }

    /// Does what the button of a banner offers.
    public func press(_ action: PageAction.Kind) {
        if action == .chooseField {
            caret.chooseAnother()
        } else if action == .openInterrupted, let id = screen.interruption?.id {
            view?.openHistory(at: id.uuidString)
            update { $0.interruption = nil }
        } else {
            update { $0.cleanupFailure = action == .editServer ? nil : $0.cleanupFailure }
            carryOut(action) { view?.openPreferences($0) }
        }
    }

    /// Cancels what the progress bar shows: a download, or the end of a session.
    public func cancelProgress() {
        if screen.isCleaning {
            cleaning?.cancel()
        } else if case .downloading = screen.panel.sessionModel?.state {
            cancelDownload()
        } else if screen.panel.phase == .finishing {
            cancelSession()
        }
    }

    /// Saves the recording that no server accepted to a file.
    public func saveRecording(to path: String) {
        saveUnsent(to: path)
    }

    // MARK: Closing

    /// Stops the session, and returns once all of its words are on the page.
    public func finishSession() async {
        if screen.panel.isRecording {
            stop()
        }
        await rest()
        await adopting?.value
        await delivering?.value
        _ = await cleanup.text().value
        await keepPage()
    }

    /// Saves the recording that no server accepted, or otherwise the text, before the window closes. Returns whether
    /// that succeeded; if not, the page shows why.
    public func saveLast(to path: String) async -> Bool {
        if let recording = screen.panel.unsent?.recording {
            await save(recording, to: path)
            return screen.panel.unsent == nil
        }
        let document = screen.document
        await save(document, to: path)
        return screen.saved == document
    }

    // MARK: Commands

    private func save(_ document: TranscriptDocument, to path: String) async {
        do throws(TextSaveError) {
            try await saver.save(document, to: path)
            update { screen in
                screen.savingFailure = nil
                screen.saved = document
            }
            view?.showToast(tr("Saved as {name}", ["name": PathBytes.displayName(of: path)]))
        } catch {
            let message = error.message
            update { $0.savingFailure = message }
        }
    }
}

/// Other readings of doubtful words.
extension DictationPresenter {
    /// Offers the readings of the word at a position of the text, in Unicode scalars without timestamps.
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

    /// Replaces the word by another reading, or by what the user typed.
    public func writeReading(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty, let asked = screen.asked, screen.state.isEditable else {
            return
        }
        update { $0.choose(words) }
        Task { await keepPage() }
        view?.offerUndo(ReadingWording.replaced(asked.word.bare, with: words))
    }

    public func playWord() {
        guard let spoken = screen.asked?.spoken else {
            return
        }
        Task { [weak self] in await self?.play(spoken) }
    }

    /// Call when the user closed the list without a choice.
    public func closeReadings() {
        update { $0.asked = nil }
    }

    /// Does nothing if the page has changed meanwhile.
    private func offer(_ asked: AskedWord) async {
        var offered = asked
        if let spoken = asked.spoken, let keeper {
            offered.hasSound = await keeper.hasSound(of: spoken)
        }
        if screen.state.isEditable, screen.document.doubtfulWord(at: asked.place.lowerBound) == asked {
            update { $0.asked = offered }
        }
    }

    private func play(_ word: SpokenWord) async {
        do throws(AudioError) {
            try await keeper?.play(word)
        } catch {
            showToast(error.message.text)
        }
    }
}
