import ParlandoCore
import ParlandoServices

/// Turns the user's actions on the dictation page into commands.
extension DictationPresenter {
    /// Starts or stops dictating. While the last words are still being recognised, begins another session afterwards.
    public func pressButton() {
        switch screen.state.button {
        case .start:
            startWhenPressed()
        case .stop:
            stop()
        case .wait:
            pressWhileFinishing()
        }
    }

    func stopDictation() {
        stop()
    }

    func startWhenPressed() {
        if screen.panel.unsent != nil {
            Task { await startAnew() }
        } else {
            start()
        }
    }

    /// Carries out a command from outside the page, such as from a system shortcut or another program.
    public func receive(_ command: DictationCommand) {
        obey(command)
    }

    /// Pauses or resumes.
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

    /// Removes the text from the page.
    public func clear() {
        guard screen.state.canClear else {
            return
        }
        update { $0.clear() }
        Task { await keepPage() }
    }

    /// Begins an empty page, once the session has ended. The text goes to the history, and *Undo* restores the page.
    public func beginAnew() {
        guard screen.state.canBeginAnew else {
            return
        }
        guard screen.isAtRest else {
            return isNewPageDue = true
        }
        beginNewPage()
    }

    /// Begins an empty page and passes the text of the previous page to the delegate. The user can undo this.
    func beginNewPage() {
        guard !screen.document.isEmpty else {
            return
        }
        delegate?.dictationPresenter(self, didPutAway: screen.document)
        update { $0.clear() }
        Task { await keepPage() }
        showToast(tr("New page. Undo brings the text back."))
    }

    /// Undoes the last step.
    public func undo() {
        guard screen.state.canUndo else {
            return
        }
        update { $0.undo() }
        Task { await keepPage() }
    }

    /// Redoes a step that was undone.
    public func redo() {
        guard screen.state.canRedo else {
            return
        }
        update { $0.redo() }
        Task { await keepPage() }
    }

    /// Replaces the text. `text` is the complete new text, with paragraphs separated by newlines.
    public func edit(_ text: String) {
        guard screen.state.isEditable else {
            return
        }
        update { $0.edit(text) }
        keepPageSoon()
    }

    /// Saves the text to a file. The file name extension determines the format (txt, srt, vtt, json).
    public func save(to path: String) {
        let document = screen.document
        Task { await save(document, to: path) }
    }

    /// Does what the button of a banner offers.
    public func press(_ action: DictationViewState.Action.Kind) {
        if action == .chooseField {
            caret.chooseAnother()
        } else {
            carryOut(action) { view?.openPreferences($0) }
        }
    }

    /// Cancels what the progress bar shows: a download, or the end of a session.
    public func cancelProgress() {
        if case .downloading = screen.panel.model?.state {
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

    /// Stops the session, and returns once all of its words are on the page. Call when the user wants to save
    /// everything before the window closes.
    public func finishSession() async {
        if screen.panel.isRecording {
            stop()
        }
        await rest()
        await keepPage()
    }

    /// Saves to a file before the window closes: the recording that no server accepted if there is one, or otherwise
    /// the text. Returns whether saving succeeded. If it did not, the page shows the reason.
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
            try await Self.write(document, to: path, with: saver)
            update { screen in
                screen.savingFailure = nil
                screen.saved = document
            }
            let name = PathBytes.displayName(of: path)
            view?.showToast(tr("Saved as {name}", ["name": name]))
        } catch {
            let message = error.message
            update { $0.savingFailure = message }
        }
    }

    /// Writes a document to a file, in the format of the file name extension or else as plain text. Does not run on the
    /// main actor, because formatting a long text takes time.
    @concurrent private nonisolated static func write(
        _ document: TranscriptDocument, to path: String, with saver: any TextSaver
    ) async throws(TextSaveError) {
        let format = ExportFormat(path: path) ?? .txt
        try await saver.save(format.content(of: document), to: path)
    }
}
