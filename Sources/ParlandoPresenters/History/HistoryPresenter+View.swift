import Foundation
import ParlandoCore
import ParlandoServices

/// Turns the user's actions in the history window into commands.
extension HistoryPresenter {
    /// Lists the entries that match the words. Empty words match all entries.
    public func find(_ words: String) {
        update { screen in
            screen.words = words
            screen.limit = Self.portion
            screen.choosesAll = false
        }
        Task { await find() }
    }

    /// Lists older entries too.
    public func showMore() {
        guard screen.state.hasMore else {
            return
        }
        update { $0.limit += Self.portion }
        Task { await find() }
    }

    /// Shows an entry of the list, or selects it for deletion if entries are being selected.
    public func choose(_ id: HistoryViewState.Entry.ID) {
        guard let entry = entry(id) else {
            return
        }
        guard screen.isChoosing else {
            return show(entry)
        }
        update { screen in
            if screen.choosesAll {
                screen.choosesAll = false
                screen.chosen = Set(screen.entries.map(\.id))
            }
            if screen.chosen.remove(entry.id) == nil {
                screen.chosen.insert(entry.id)
            }
        }
    }

    /// Shows an entry, which need not be in the list.
    public func showEntry(_ id: HistoryViewState.Entry.ID) {
        if let id = HistorySession.ID(uuidString: id) {
            show(id)
        }
    }

    /// Closes the entry that is shown.
    public func goBack() {
        leaveShown()
        forgetShown()
        Task { [history] in await history.stopPlayback() }
    }

    // MARK: Removing

    /// Begins or ends selecting entries for deletion.
    public func setChoosing(_ isOn: Bool) {
        update { screen in
            screen.isChoosing = isOn
            screen.chosen = []
            screen.choosesAll = false
        }
    }

    /// Selects all matching entries, also those that are not in the list.
    public func chooseAll() {
        update { $0.choosesAll = true }
    }

    /// Removes the selected entries.
    public func removeChosen() {
        guard screen.choosesAll else {
            return remove(screen.entries.filter { screen.chosen.contains($0.id) })
        }
        let words = screen.words
        run { [weak self, history] () async throws(ArchiveError) in
            // Matching entries beyond the limit of the list are removed too.
            let all = try await history.entries(matching: words, limit: .max)
            self?.remove(all)
        }
    }

    /// Removes the entry that is shown.
    public func removeShown() {
        if let shown = screen.shown {
            leaveShown()
            remove([shown.entry])
        }
    }

    /// Brings back what was just removed.
    public func undoRemoval() {
        run { [history] () async throws(ArchiveError) in try await history.restore() }
    }

    /// Makes a removal final. Call when the offer to undo it has disappeared.
    public func forgetRemoved() {
        run { [history] () async throws(ArchiveError) in try await history.forgetRemoved() }
    }

    // MARK: The entry

    /// Gives the entry that is shown another title.
    public func rename(to title: String) {
        guard case .session(let session) = screen.shown?.entry else {
            return
        }
        let title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if title != session.title.revealed {
            run { [history] () async throws(ArchiveError) in try await history.rename(session.id, to: title) }
        }
    }

    /// Begins or ends editing the text.
    public func setEditing(_ isOn: Bool) {
        guard screen.state.detail?.canEdit ?? false else {
            return
        }
        if isOn {
            Task { [history] in await history.stopPlayback() }
            update { $0.shown?.isEditing = true }
        } else {
            leaveShown()
            Task { await find() }
        }
    }

    /// Restores the recognised text.
    public func restoreText() {
        guard case .session(let session) = screen.shown?.entry else {
            return
        }
        leaveShown()
        run { [history] () async throws(ArchiveError) in try await history.edit(session.id, nil) }
    }

    /// Plays the recording, or pauses or resumes playback.
    public func togglePlayback() {
        guard let detail = screen.state.detail, detail.canPlay, let id = screen.shown?.entry.id else {
            return
        }
        if detail.isEditing {
            leaveShown()
        }
        let playback = screen.playback?.id == id ? screen.playback : nil
        Task { [history] in
            switch playback?.isPaused {
            case nil: await history.play(id, from: 0)
            case true?: await history.resumePlayback()
            case false?: await history.pausePlayback()
            }
        }
    }

    /// Offers alternatives to the word at a position of the text, counted in Unicode scalars, or plays the recording
    /// from there.
    public func pressText(at position: Int) {
        if screen.shown?.canRead == true, screen.shown?.document?.doubtfulWord(at: position) != nil {
            return offerReadings(at: position)
        }
        guard let detail = screen.state.detail, detail.canPlay, !detail.isEditing, let shown = screen.shown,
            let seconds = shown.map.start(at: position)
        else {
            return
        }
        Task { [history] in await history.play(shown.entry.id, from: seconds) }
    }

    /// Copies the text, or the translation, to the clipboard.
    public func copy() {
        if let detail = screen.state.detail {
            view?.copyToClipboard(detail.translation ?? detail.text)
            view?.showToast(tr("Text copied"))
        }
    }

    /// Exports the entry that is shown to a file.
    public func export(to path: String) {
        if let shown = screen.shown {
            export(shown, to: path)
        }
    }

    /// Opens the translation that is shown in the translator.
    public func openTranslator() {
        if case .translation(let exchange) = screen.shown?.entry {
            translator.show(exchange)
            view?.openTranslator()
        }
    }

    /// Opens the preferences that switch the history on.
    public func openPreferences() {
        view?.openPreferences(.privacy)
    }

    private func entry(_ id: HistoryViewState.Entry.ID) -> HistoryEntry? {
        screen.entries.first { $0.id.uuidString == id }
    }
}
