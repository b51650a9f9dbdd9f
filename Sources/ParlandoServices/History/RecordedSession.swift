import Foundation
import ParlandoCore

/// A session that is being stored in the history, and how much of it is stored.
struct RecordedSession {
    /// As stored at the beginning of the session.
    private(set) var entry: HistorySession
    var transcript = Transcript()
    /// The transcript before replacement rules changed it; nil while the session is under way.
    var heard: Transcript?
    var language: String?
    var isKept: Bool
    var keepsSound: Bool
    private(set) var isStored = false
    /// Captured samples that are not stored yet.
    private(set) var waiting: [Float] = []
    private(set) var hasFailed = false
    private var stored = Transcript()
    private var samples = 0

    init(_ entry: HistorySession, isKept: Bool, keepsSound: Bool) {
        self.entry = entry
        language = entry.language
        self.isKept = isKept
        self.keepsSound = keepsSound
    }

    var soundSeconds: Double {
        Double(samples) / Double(AudioBlock.sampleRate)
    }

    /// The transcript, and the one before replacement rules changed it.
    var versions: [Transcript] {
        [transcript] + (heard.map { [$0] } ?? [])
    }

    /// The words that are not stored yet, and the index of the first of them. Includes the last stored word if it has
    /// changed, for example because punctuation was attached.
    var change: (words: [HistoryWord], position: Int)? {
        guard transcript.paragraphs != stored.paragraphs else {
            return nil
        }
        var position = min(stored.wordCount, transcript.wordCount)
        if position > 0, stored.word(at: position - 1) != transcript.word(at: position - 1) {
            position -= 1
        }
        return (transcript.historyWords(from: position), position)
    }

    mutating func didBegin() {
        isStored = true
    }

    mutating func didStore() {
        isStored = true
        stored = transcript
    }

    /// Next time, the whole transcript is stored again.
    mutating func didFail() {
        hasFailed = true
        isStored = false
        stored = Transcript()
    }

    /// The sound is then incomplete and can no longer be stored.
    mutating func leaveOut() {
        isKept = false
        isStored = false
        stored = Transcript()
        dropSound()
    }

    mutating func dropSound() {
        keepsSound = false
        waiting = []
    }

    /// Prepares for further words after the session had ended. Further sound is not stored.
    mutating func continues() {
        keepsSound = false
        heard = nil
        // An entry without words was removed when the session ended.
        isStored = isStored && transcript.wordCount > 0
    }

    mutating func add(_ block: AudioBlock) {
        samples += block.samples.count
        if isKept, keepsSound {
            waiting += block.samples
        }
    }

    mutating func takeWaiting() -> [Float] {
        defer { waiting = [] }
        return waiting
    }
}

extension HistoryStore {
    /// Stores what is not stored yet of a session.
    func keep(_ session: RecordedSession) async throws(ArchiveError) {
        if !session.isStored {
            try await begin(session.entry)
        }
        if let change = session.change {
            try await write(change.words, from: change.position, of: session.entry.id)
        }
    }
}

extension Transcript {
    fileprivate func word(at position: Int) -> Word? {
        var start = 0
        for paragraph in paragraphs {
            if position < start + paragraph.words.count {
                return paragraph.words[position - start]
            }
            start += paragraph.words.count
        }
        return nil
    }
}

/// The sessions stored since the start of the program. Finds the entries that belong to the text of a dictation page.
struct FinishedSessions {
    private struct Session {
        let id: HistorySession.ID
        /// The stored transcript, and the one before replacement rules changed it.
        let versions: [Transcript]
        /// What the dictation page has written into the entry; nil if nothing.
        var given: String?
    }

    private var sessions: [Session] = []

    mutating func add(_ session: RecordedSession) {
        remove(session.entry.id)
        sessions.append(Session(id: session.entry.id, versions: session.versions))
    }

    /// Adds a session of an earlier run of the program.
    mutating func add(_ record: HistoryRecord) {
        remove(record.session.id)
        sessions.append(
            Session(
                id: record.session.id, versions: [Transcript(paragraphs: record.words.paragraphs)],
                given: record.session.isEdited ? record.session.text.revealed : nil))
    }

    mutating func remove(_ id: HistorySession.ID) {
        sessions.removeAll { $0.id == id }
    }

    /// Returns the entries of the sessions on a page, and their text as it was stored; nil if one was not stored: its
    /// text must not get into the history through the page.
    func found(on page: TranscriptDocument) -> (ids: [HistorySession.ID], text: String)? {
        var found: [Session] = []
        for spoken in page.sessions.map(\.transcript.paragraphs) where !spoken.isEmpty {
            guard let index = index(of: spoken) else {
                return nil
            }
            found.append(sessions[index])
        }
        let text = found.compactMap(\.versions.first?.text).joined(separator: "\n")
        return found.isEmpty ? nil : (found.map(\.id), text)
    }

    /// Returns the entry, the text as it was stored, and what the page has written into the entry since.
    func entry(of transcript: Transcript) -> (id: HistorySession.ID, stored: String, given: String?)? {
        index(of: transcript.paragraphs).map { index in
            let session = sessions[index]
            return (session.id, session.versions.first?.text ?? "", session.given)
        }
    }

    mutating func give(_ text: String?, to id: HistorySession.ID) {
        for index in sessions.indices where sessions[index].id == id {
            sessions[index].given = text
        }
    }

    private func index(of spoken: [Paragraph]) -> Int? {
        sessions.lastIndex { $0.versions.contains { $0.paragraphs == spoken } }
    }
}
