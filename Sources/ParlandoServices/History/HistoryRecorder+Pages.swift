import Foundation
import ParlandoCore

/// Keeps the text of the dictation page in the history entries of its sessions, and brings the page back at the next
/// start.
extension HistoryRecorder {
    /// Updates the entries of a page's sessions. Returns for each session whether the history holds its text.
    func followNow(_ page: TranscriptDocument) async -> [Bool] {
        do throws(ArchiveError) {
            let held = try await adopt(page)
            isPageFailing = false
            return held
        } catch {
            report(error)
            return page.sessions.map { _ in false }
        }
    }

    /// Stores a page that the user has replaced by an empty one.
    func putAwayNow(_ page: TranscriptDocument) async {
        do throws(ArchiveError) {
            if try await adopt(page).contains(false) {
                try await keep(page)
            }
            isPageFailing = false
        } catch {
            report(error)
        }
        await mark([])
    }

    /// Reports the first of several failures, because a page is stored again after each edit.
    private func report(_ error: ArchiveError) {
        if !isPageFailing {
            outbox.post(.failure(error))
        }
        isPageFailing = true
    }

    /// Stores an edited page whose text is not in the entries of its sessions, because they were edited in the history:
    /// no version is lost.
    private func keep(_ page: TranscriptDocument) async throws(ArchiveError) {
        guard preferences.load().history.keeps(kind), page != lastPage, !page.isEmpty,
            let (ids, text) = finished.found(on: page), text != page.text
        else {
            return
        }
        var engine = ""
        for id in ids {
            guard let session = try await store.record(of: id)?.session else {
                // The user has removed the entry from the history.
                return
            }
            engine = session.engine
        }
        let entry = HistorySession(
            kind: kind, language: page.language, engine: engine, began: clock.now, duration: page.duration)
        let words = Transcript(paragraphs: page.paragraphs).historyWords()
        try await store.add(HistoryRecord(session: entry, words: words))
        try await store.edit(entry.id, page.text)
        lastPage = page
        outbox.post(.changed)
    }

    /// Updates the entries of a page's sessions to the text on the page. An entry that was edited in the history keeps
    /// its text, and one whose text the user has taken off the page entirely keeps its former text. Returns for each
    /// session whether nothing of it would be lost with the page.
    private func adopt(_ page: TranscriptDocument) async throws(ArchiveError) -> [Bool] {
        guard preferences.load().history.keeps(kind) else {
            return page.sessions.map { _ in false }
        }
        // A line of the edited text may contain words of several sessions. Those of a session that was left out must
        // not be stored.
        let edited = page.sessions.dropLast(page.uneditedSessions.count)
        let mayStore = edited.allSatisfy { $0.transcript.isEmpty || finished.entry(of: $0.transcript) != nil }
        var held: [Bool] = []
        var ids: [UUID] = []
        for (session, text) in zip(page.sessions, page.sessionTexts) {
            let isLast = held.count == page.sessions.count - 1
            if isLast, isUnderWay, finished.entry(of: session.transcript) == nil {
                held.append(isCurrentHeld)
                ids += current.map { isCurrentHeld && $0.isStored ? [$0.entry.id] : [] } ?? []
            } else if text.allSatisfy(\.isWhitespace) {
                held.append(true)
            } else {
                let id = try await adopt(text, of: session.transcript, mayStore: mayStore)
                held.append(id != nil)
                ids += id.map { [$0] } ?? []
            }
        }
        await mark(ids)
        return held
    }

    /// Updates the entry of a session to the text on the page. Returns the ID of the entry, or nil if it does not have
    /// this text.
    private func adopt(
        _ text: String, of transcript: Transcript, mayStore: Bool
    ) async throws(ArchiveError) -> UUID? {
        guard let known = finished.entry(of: transcript), let entry = try await store.record(of: known.id)?.session
        else {
            return nil
        }
        guard entry.text.revealed != text else {
            return entry.id
        }
        guard mayStore, !entry.isEdited || entry.text.revealed == known.given else {
            return nil
        }
        try await store.edit(entry.id, text == known.stored ? nil : text)
        finished.give(text, to: entry.id)
        outbox.post(.changed)
        return entry.id
    }

    /// Whether the history holds everything that was said in the session under way, without the words that may still
    /// change.
    private var isCurrentHeld: Bool {
        current.map { $0.isKept && $0.change == nil } ?? false
    }

    // MARK: The page of the previous run

    /// Returns the page of the previous run of the program, as far as the history holds it.
    func formerPage() async -> TranscriptDocument {
        guard preferences.load().history.keeps(kind) else {
            return TranscriptDocument()
        }
        var records: [HistoryRecord] = []
        for id in await marks() where id != current?.entry.id {
            do throws(ArchiveError) {
                if let record = try await store.record(of: id) {
                    finished.add(record)
                    records.append(record)
                }
            } catch {
                report(error)
            }
        }
        return TranscriptDocument(records)
    }

    /// Remembers that a session is on the page.
    func mark(_ id: HistorySession.ID) async {
        let ids = await marks()
        if !ids.contains(id) {
            await mark(ids + [id])
        }
    }

    /// Forgets that a session is on the page.
    func unmark(_ id: HistorySession.ID) async {
        await mark(await marks().filter { $0 != id })
    }

    private func mark(_ ids: [HistorySession.ID]) async {
        guard ids != marked else {
            return
        }
        marked = ids
        await bookmark?.set(ids)
    }

    private func marks() async -> [HistorySession.ID] {
        if let marked {
            return marked
        }
        let ids = await bookmark?.ids() ?? []
        marked = marked ?? ids
        return ids
    }
}
