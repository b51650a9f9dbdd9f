import Foundation
import ParlandoCore
import ParlandoServices

/// Turns the user's actions in the history window into commands.
extension HistoryPresenter: HistoryViewDelegate {
    public func historyViewDidOpen(_ view: any HistoryView) {
        open()
    }

    public func historyViewDidClose(_ view: any HistoryView) {
        close()
    }

    public func historyView(_ view: any HistoryView, didSearch words: String) {
        update { screen in
            screen.words = words
            screen.limit = Self.portion
            screen.choosesAll = false
        }
        Task { await find() }
    }

    public func historyViewDidPressMore(_ view: any HistoryView) {
        guard screen.state.hasMore else {
            return
        }
        update { $0.limit += Self.portion }
        Task { await find() }
    }

    public func historyView(_ view: any HistoryView, didChoose id: HistoryViewState.Entry.ID) {
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

    public func historyView(_ view: any HistoryView, didAskFor id: HistoryViewState.Entry.ID) {
        if let id = HistorySession.ID(uuidString: id) {
            show(id)
        }
    }

    public func historyViewDidGoBack(_ view: any HistoryView) {
        leaveShown()
        forgetShown()
        Task { [history] in await history.stopPlayback() }
    }

    // MARK: Removing

    public func historyView(_ view: any HistoryView, didSetChoosing isOn: Bool) {
        update { screen in
            screen.isChoosing = isOn
            screen.chosen = []
            screen.choosesAll = false
        }
    }

    public func historyViewDidPressChooseAll(_ view: any HistoryView) {
        update { $0.choosesAll = true }
    }

    public func historyViewDidPressRemoveChosen(_ view: any HistoryView) {
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

    public func historyViewDidPressRemove(_ view: any HistoryView) {
        if let shown = screen.shown {
            leaveShown()
            remove([shown.entry])
        }
    }

    public func historyViewDidPressUndo(_ view: any HistoryView) {
        run { [history] () async throws(ArchiveError) in try await history.restore() }
    }

    public func historyViewDidDismissUndo(_ view: any HistoryView) {
        run { [history] () async throws(ArchiveError) in try await history.forgetRemoved() }
    }

    // MARK: The entry

    public func historyView(_ view: any HistoryView, didRename title: String) {
        guard case .session(let session) = screen.shown?.entry else {
            return
        }
        let title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if title != session.title.revealed {
            run { [history] () async throws(ArchiveError) in try await history.rename(session.id, to: title) }
        }
    }

    public func historyView(_ view: any HistoryView, didSetEditing isOn: Bool) {
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

    public func historyView(_ view: any HistoryView, didEdit text: String) {
        edit(text)
    }

    public func historyViewDidPressRestore(_ view: any HistoryView) {
        guard case .session(let session) = screen.shown?.entry else {
            return
        }
        leaveShown()
        run { [history] () async throws(ArchiveError) in try await history.edit(session.id, nil) }
    }

    public func historyViewDidPressPlay(_ view: any HistoryView) {
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

    public func historyView(_ view: any HistoryView, didPressTextAt position: Int) {
        if screen.shown?.canRead == true, screen.shown?.document?.doubtfulWord(at: position) != nil {
            return historyView(view, didAskForReadingsAt: position)
        }
        guard let detail = screen.state.detail, detail.canPlay, !detail.isEditing, let shown = screen.shown,
            let seconds = shown.map.start(at: position)
        else {
            return
        }
        Task { [history] in await history.play(shown.entry.id, from: seconds) }
    }

    public func historyViewDidPressCopy(_ view: any HistoryView) {
        if let detail = screen.state.detail {
            view.copyToClipboard(detail.translation ?? detail.text)
            view.showToast(tr("Text copied"))
        }
    }

    public func historyView(_ view: any HistoryView, didChooseFile path: String) {
        if let shown = screen.shown {
            export(shown, to: path)
        }
    }

    public func historyViewDidPressTranslator(_ view: any HistoryView) {
        if case .translation(let exchange) = screen.shown?.entry {
            translator.show(exchange)
            view.openTranslator()
        }
    }

    public func historyViewDidPressPreferences(_ view: any HistoryView) {
        view.openPreferences(.privacy)
    }

    private func entry(_ id: HistoryViewState.Entry.ID) -> HistoryEntry? {
        screen.entries.first { $0.id.uuidString == id }
    }
}
