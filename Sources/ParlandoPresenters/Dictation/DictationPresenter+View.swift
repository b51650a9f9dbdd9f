import ParlandoCore
import ParlandoServices

/// Turns the user's actions on the dictation page into commands.
extension DictationPresenter: DictationViewDelegate {
    public func dictationViewDidPressButton(_ view: any DictationView) {
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

    public func dictationView(_ view: any DictationView, didReceive command: DictationCommand) {
        obey(command)
    }

    public func dictationViewDidPressPause(_ view: any DictationView) {
        switch screen.state.pause {
        case .pause:
            pause()
        case .resume:
            resume()
        case .hidden:
            break
        }
    }

    public func dictationViewDidPressCopy(_ view: any DictationView) {
        guard screen.state.canCopy else {
            return
        }
        view.copyToClipboard(screen.document.text)
        view.showToast(tr("Text copied"))
    }

    public func dictationViewDidPressClear(_ view: any DictationView) {
        guard screen.state.canClear else {
            return
        }
        update { $0.clear() }
        Task { await keepPage() }
    }

    public func dictationViewDidPressNew(_ view: any DictationView) {
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

    public func dictationViewDidPressUndo(_ view: any DictationView) {
        guard screen.state.canUndo else {
            return
        }
        update { $0.undo() }
        Task { await keepPage() }
    }

    public func dictationViewDidPressRedo(_ view: any DictationView) {
        guard screen.state.canRedo else {
            return
        }
        update { $0.redo() }
        Task { await keepPage() }
    }

    public func dictationView(_ view: any DictationView, didEdit text: String) {
        guard screen.state.isEditable else {
            return
        }
        update { $0.edit(text) }
        keepPageSoon()
    }

    public func dictationView(_ view: any DictationView, didChooseFile path: String) {
        let document = screen.document
        Task { await save(document, to: path) }
    }

    public func dictationView(_ view: any DictationView, didPress action: DictationViewState.Action.Kind) {
        if action == .chooseField {
            caret.chooseAnother()
        } else {
            carryOut(action) { view.openPreferences($0) }
        }
    }

    public func dictationViewDidPressCancelProgress(_ view: any DictationView) {
        if case .downloading = screen.panel.model?.state {
            cancelDownload()
        } else if screen.panel.phase == .finishing {
            cancelSession()
        }
    }

    public func dictationView(_ view: any DictationView, didChooseRecordingFile path: String) {
        saveUnsent(to: path)
    }

    // MARK: Closing

    public func dictationViewWillSave(_ view: any DictationView) async {
        if screen.panel.isRecording {
            stop()
        }
        await rest()
        await keepPage()
    }

    public func dictationView(_ view: any DictationView, didChooseLastFile path: String) async -> Bool {
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
