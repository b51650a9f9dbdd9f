import Foundation
import ParlandoCore
import ParlandoServices

/// Playback, and what is made of the sound of an entry.
extension HistoryPresenter {
    /// Playback follows the seek bar once it rests.
    private static let seekDelay = Duration.milliseconds(150)

    public func togglePlayback() {
        guard let detail = screen.state.detail, detail.canPlay, let id = screen.shown?.entry.id else {
            return
        }
        if detail.isEditing {
            leaveShown()
        }
        let playback = screen.playback?.id == id ? screen.playback : nil
        let position = screen.shown?.position
        Task { [history] in
            switch (playback?.isPaused, position) {
            case (false?, _): await history.pausePlayback()
            case (true?, nil): await history.resumePlayback()
            default: await history.play(id, from: position ?? 0)
            }
        }
    }

    /// Goes to a position in seconds. Playback goes on there.
    public func seek(to seconds: Double) {
        guard let detail = screen.state.detail, detail.canPlay, let id = screen.shown?.entry.id else {
            return
        }
        update { $0.shown?.position = min(max(0, seconds), detail.duration) }
        seeking?.cancel()
        guard detail.isPlaying else {
            return
        }
        seeking = Task { [weak self, history, pace] in
            guard (try? await pace.sleep(for: Self.seekDelay)) != nil,
                let position = self?.screen.shown?.position
            else {
                return
            }
            await history.play(id, from: position)
        }
    }

    /// The position that the user has chosen holds until playback has reached it.
    func follow(_ playback: HistoryPlayback?) {
        update { screen in
            screen.playback = playback
            if let playback, let position = screen.shown?.position, abs(playback.seconds - position) < 0.5 {
                screen.shown?.position = nil
            }
        }
    }

    /// Has the sound of the entry transcribed again, or cancels that.
    public func transcribeAgain() {
        guard let shown = screen.shown, let files, screen.state.detail?.repeatLabel != nil else {
            return
        }
        let sessions = shown.sessions
        let isUnderWay = screen.repeating?.contains { sessions.contains($0.session) } ?? false
        Task {
            if isUnderWay {
                await files.cancelRepetition(of: sessions)
            } else {
                await files.repeatEntry(shown.entry.id)
            }
        }
    }

    /// Brings the entry back onto the dictation page.
    public func continueOnPage() {
        guard screen.state.detail?.canContinue == true, let id = screen.shown?.entry.id, let dictation else {
            return
        }
        view?.openDictation()
        Task { await dictation.continueEntry(id) }
    }
}

/// Saving entries as files.
extension HistoryPresenter {
    public func export(to path: String) {
        guard let shown = screen.shown else {
            return
        }
        var document = shown.document ?? TranscriptDocument()
        if case .translation(let exchange) = shown.entry {
            document = TranscriptDocument(began: exchange.date)
            document.edit(Self.text(of: exchange))
        }
        Task { [document] in await save(document, to: path) }
    }

    /// Saves the selected entries in one text file.
    public func exportChosen(to path: String) {
        withChosen { [weak self] entries in await self?.export(entries, to: path) }
    }

    private func export(_ entries: [HistoryEntry], to path: String) async {
        do throws(ArchiveError) {
            var document = TranscriptDocument(Transcript())
            document.edit(try await text(of: entries))
            await save(document, to: path)
        } catch {
            view?.showToast(HistoryWording.message(error))
        }
    }

    private static func text(of exchange: Exchange) -> String {
        "\(exchange.source.revealed)\n\n\(exchange.translation.revealed)"
    }

    private func save(_ document: TranscriptDocument, to path: String) async {
        do throws(TextSaveError) {
            try await saver.save(document, to: path)
            view?.showToast(tr("Saved as {name}", ["name": PathBytes.displayName(of: path)]))
        } catch {
            view?.showToast(error.message.text)
        }
    }

    /// Returns the texts of entries below each other, the oldest first, each below its title and date.
    private func text(of entries: [HistoryEntry]) async throws(ArchiveError) -> String {
        var texts: [String] = []
        for entry in entries.sorted(by: { $0.date < $1.date }) {
            switch entry {
            case .session(let session):
                let text = TranscriptDocument(try await history.records(of: session.id)).text
                texts.append(HistoryWording.heading(session.title.revealed, entry.date) + text)
            case .translation(let exchange):
                texts.append(HistoryWording.heading("", entry.date) + Self.text(of: exchange))
            }
        }
        return texts.joined(separator: "\n\n\n")
    }
}
