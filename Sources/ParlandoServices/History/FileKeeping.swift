public import ParlandoCore

/// What may be stored of a file's session.
struct FilePermission {
    var text = true
    var sound: Bool

    static let nothing = FilePermission(text: false, sound: false)
}

/// Stores transcriptions of files in the history while they are under way. Nothing more is stored of a session once the
/// user has deleted it, or does not allow it any more: the calls then return false.
public protocol FileKeeping: Sendable {
    /// Whether the preferences allow the texts of transcribed files, and their sound, to be stored in the history.
    var allowsFiles: (texts: Bool, sounds: Bool) { get }

    /// Adds a session to the history. Does nothing if the session is already stored.
    func begin(_ session: HistorySession) async throws(ArchiveError) -> Bool

    /// Replaces the words of a session from a position on, which is the index of a word.
    func write(
        _ words: [HistoryWord], from position: Int, of id: HistorySession.ID
    ) async throws(ArchiveError) -> Bool

    /// Marks a session as ended. A session without words is removed.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1 code of the spoken language; nil if unknown.
    ///   - duration: duration of the sound that was transcribed, in seconds.
    ///   - isIncomplete: whether the text ends before the end of the file.
    func end(
        _ id: HistorySession.ID, language: String?, duration: Double, isIncomplete: Bool
    ) async throws(ArchiveError) -> Bool

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

    /// Returns whether the text of a file's session may be stored now. What is not allowed once is never stored.
    private func mayStore(_ id: HistorySession.ID) -> Bool {
        if !allowsFiles.texts {
            files[id] = .nothing
        }
        return files[id]?.text ?? false
    }

    public func begin(_ session: HistorySession) async throws(ArchiveError) -> Bool {
        if files[session.id] == nil {
            files[session.id] = FilePermission(sound: allowsFiles.sounds)
        }
        guard mayStore(session.id) else {
            return false
        }
        try await store.begin(session)
        outbox.post(.changed)
        return mayStore(session.id)
    }

    public func write(
        _ words: [HistoryWord], from position: Int, of id: HistorySession.ID
    ) async throws(ArchiveError) -> Bool {
        guard mayStore(id) else {
            return false
        }
        try await store.write(words, from: position, of: id)
        outbox.post(.changed)
        return mayStore(id)
    }

    public func end(
        _ id: HistorySession.ID, language: String?, duration: Double, isIncomplete: Bool
    ) async throws(ArchiveError) -> Bool {
        await sounds.finish(id)
        guard mayStore(id) else {
            return false
        }
        defer { outbox.post(.changed) }
        try await store.end(id, language: language, duration: duration, isIncomplete: isIncomplete)
        return mayStore(id)
    }

    public func append(_ samples: [Float], to id: HistorySession.ID) async -> Bool {
        guard mayStoreSound(of: id) else {
            return false
        }
        do throws(TextSaveError) {
            try await sounds.append(samples, to: id)
        } catch {
            outbox.post(.soundFailure(error))
            return false
        }
        guard mayStoreSound(of: id) else {
            // Permission was taken back meanwhile.
            await sounds.remove(id)
            return false
        }
        return true
    }

    private func mayStoreSound(of id: HistorySession.ID) -> Bool {
        if !mayStore(id) || !allowsFiles.sounds {
            files[id]?.sound = false
        }
        return files[id]?.sound ?? false
    }

    public func forgetSound(of id: HistorySession.ID) async {
        files[id]?.sound = false
        await sounds.remove(id)
    }
}
