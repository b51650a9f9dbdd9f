public import ParlandoCore

/// Stores transcriptions of files in the history while they are under way.
public protocol FileKeeping: Sendable {
    /// Whether the preferences allow the texts of transcribed files, and their sound, to be stored in the history.
    var allowsFiles: (texts: Bool, sounds: Bool) { get }

    /// Adds a session to the history. Does nothing if the session is already stored.
    func begin(_ session: HistorySession) async throws(ArchiveError)

    /// Replaces the words of a session from a position on, which is the index of a word.
    func write(_ words: [HistoryWord], from position: Int, of id: HistorySession.ID) async throws(ArchiveError)

    /// Marks a session as ended. A session without words is removed.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1 code of the spoken language; nil if unknown.
    ///   - duration: duration of the sound that was transcribed, in seconds.
    ///   - isIncomplete: whether the text ends before the end of the file.
    func end(
        _ id: HistorySession.ID, language: String?, duration: Double, isIncomplete: Bool
    ) async throws(ArchiveError)

    /// Appends samples at `AudioBlock.sampleRate` to a session's recording. Returns false if they could not be stored.
    /// Only the first such failure of a session is reported to the user.
    func append(_ samples: [Float], to id: HistorySession.ID) async -> Bool

    /// Deletes a session's recording, for example because the recording can no longer be continued.
    func forgetSound(of id: HistorySession.ID) async

    /// Returns a session with its words; nil if the session is no longer in the history.
    func record(of id: HistorySession.ID) async throws(ArchiveError) -> HistoryRecord?
}

extension HistoryService: FileKeeping {
    public nonisolated var allowsFiles: (texts: Bool, sounds: Bool) {
        let history = preferences.load().history
        return (history.keeps(.file), history.keeps(.file) && history.keepsSound)
    }

    public func begin(_ session: HistorySession) async throws(ArchiveError) {
        try await store.begin(session)
        outbox.post(.changed)
    }

    public func write(
        _ words: [HistoryWord], from position: Int, of id: HistorySession.ID
    ) async throws(ArchiveError) {
        try await store.write(words, from: position, of: id)
        outbox.post(.changed)
    }

    public func end(
        _ id: HistorySession.ID, language: String?, duration: Double, isIncomplete: Bool
    ) async throws(ArchiveError) {
        defer { outbox.post(.changed) }
        await sounds.finish(id)
        try await store.end(id, language: language, duration: duration, isIncomplete: isIncomplete)
    }

    public func append(_ samples: [Float], to id: HistorySession.ID) async -> Bool {
        do throws(TextSaveError) {
            try await sounds.append(samples, to: id)
            return true
        } catch {
            outbox.post(.soundFailure(error))
            return false
        }
    }

    public func forgetSound(of id: HistorySession.ID) async {
        await sounds.remove(id)
    }
}
