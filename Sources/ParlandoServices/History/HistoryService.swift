public import Foundation
public import ParlandoCore

/// Maintains the history. Stores sessions while they are under way. Finds, changes and removes entries. Deletes entries
/// that are too old or no longer allowed. Plays recordings. Translations are stored in the archive of the translator;
/// this service lists and removes them together with the sessions.
public actor HistoryService: HistoryKeeping {
    @MainActor public weak var delegate: (any HistoryServiceDelegate)?

    /// Interval between two deletions of old entries.
    private static let day = Duration.seconds(86_400)

    let store: any HistoryStore
    let sounds: any HistorySounds
    private let archive: any TranslationArchive
    let preferences: any PreferenceStore
    private let wallClock: any WallClock
    private let clock: any Clock<Duration>
    let player: HistoryPlayer
    let reader: any AudioFileReader
    let outbox = Outbox<HistoryEvent>()
    let dictation: HistoryRecorder
    private let terminal: HistoryRecorder
    private var removed: [HistoryEntry] = []
    /// What may be stored of the files' sessions that were begun since the program was started.
    var files: [HistorySession.ID: FilePermission] = [:]
    private var tasks: [Task<Void, Never>] = []
    /// Whether entries are deleted without being asked for: not if they may belong to another running program.
    private var tidies = false

    /// - Parameters:
    ///   - wallClock: clock by which the age of entries is measured.
    ///   - clock: clock for the daily deletion and the reports of playback.
    ///   - bookmark: remembers which sessions are on the dictation page; nil if the page is not brought back.
    public init(
        store: any HistoryStore, sounds: any HistorySounds, archive: any TranslationArchive,
        preferences: any PreferenceStore, player: any SoundPlayer, reader: any AudioFileReader,
        wallClock: any WallClock, clock: any Clock<Duration> = ContinuousClock(),
        bookmark: (any PageBookmark)? = nil
    ) {
        self.store = store
        self.sounds = sounds
        self.archive = archive
        self.preferences = preferences
        self.wallClock = wallClock
        self.clock = clock
        self.reader = reader
        self.player = HistoryPlayer(
            player: player, reader: reader, preferences: preferences, clock: clock, outbox: outbox)
        dictation = HistoryRecorder(
            .dictation, store: store, sounds: sounds, preferences: preferences, clock: wallClock, outbox: outbox,
            bookmark: bookmark)
        terminal = HistoryRecorder(
            .terminal, store: store, sounds: sounds, preferences: preferences, clock: wallClock, outbox: outbox)
        outbox.deliver(through: self)
    }

    deinit {
        tasks.forEach { $0.cancel() }
    }

    /// Receives the dictation page's options, sound and events, and stores its sessions in the history.
    public nonisolated var dictationRecorder: any DictationRecording { dictation }
    /// Receives the options, sound and events of dictation into the terminal, and stores the sessions in the history.
    public nonisolated var terminalRecorder: any DictationRecording { terminal }

    /// Begins to delete entries that are too old: now, daily, and whenever the preferences change. Must be called once.
    ///
    /// - Parameter tidies: whether old entries are deleted at all. False if another running program owns the data.
    public func begin(tidies: Bool = true) async {
        self.tidies = tidies
        tasks.append(
            Task { [weak self, clock] in
                repeat {
                    await self?.tidy()
                } while (try? await clock.sleep(for: Self.day)) != nil
            })
        let changes = preferences.changes()
        let known = preferences.load().history
        tasks.append(
            Task { [weak self] in
                var known = known
                for await preferences in changes where preferences.history != known {
                    await self?.adopt(preferences.history, insteadOf: known)
                    known = preferences.history
                }
            })
        await dictation.report()
    }

    // MARK: Reading

    public func entries(matching words: String, limit: Int) async throws(ArchiveError) -> [HistoryEntry] {
        let sessions = try await store.sessions(matching: words, limit: limit).map { HistoryEntry.session($0) }
        let exchanges = try await archive.history(matching: words, limit: limit).map { HistoryEntry.translation($0) }
        return Array((sessions + exchanges).sorted { $0.date > $1.date }.prefix(limit))
    }

    public func record(of id: HistorySession.ID) async throws(ArchiveError) -> HistoryRecord? {
        try await store.record(of: id)
    }

    public func hasSound(of id: HistorySession.ID) async -> Bool {
        await path(of: id) != nil
    }

    /// Returns the path of a session's recording or, if there is none, of the file that was transcribed. Returns nil if
    /// that file no longer exists.
    private func path(of id: HistorySession.ID) async -> String? {
        if let path = await sounds.path(of: id) {
            return path
        }
        guard let source = try? await store.record(of: id)?.session.source?.revealed, await sounds.isThere(source)
        else {
            return nil
        }
        return source
    }

    // MARK: Changing

    public func rename(_ id: HistorySession.ID, to title: String) async throws(ArchiveError) {
        try await store.rename(id, to: title)
        outbox.post(.changed)
    }

    public func edit(_ id: HistorySession.ID, _ text: String?) async throws(ArchiveError) {
        try await store.edit(id, text)
        outbox.post(.changed)
    }

    public func remove(_ entries: [HistoryEntry]) async throws(ArchiveError) {
        try await forgetRemoved()
        removed = entries
        await player.stop()
        defer { outbox.post(.changed) }
        do throws(ArchiveError) {
            try await store.remove(Self.sessions(of: entries))
        } catch {
            removed = []
            throw error
        }
        try await archive.remove(Set(Self.exchanges(of: entries).map(\.id)))
    }

    public func restore() async throws(ArchiveError) {
        let entries = removed
        removed = []
        defer { outbox.post(.changed) }
        try await store.restore(Self.sessions(of: entries))
        try await archive.restore(Self.exchanges(of: entries))
    }

    public func forgetRemoved() async throws(ArchiveError) {
        let sessions = Self.sessions(of: removed)
        removed = []
        try await erase(sessions)
    }

    public func setPrivate(_ isPrivate: Bool) {
        dictation.setPrivate(isPrivate)
    }

    public func putAway(_ page: TranscriptDocument) {
        dictation.putAway(page)
    }

    @discardableResult public func follow(_ page: TranscriptDocument) async -> [Bool] {
        await dictation.follow(page)
    }

    public func discard(_ session: Transcript) async {
        await dictation.discard(session)
    }

    public func lastPage() async -> TranscriptDocument {
        await dictation.formerPage()
    }

    // MARK: Playback

    public func play(_ id: HistorySession.ID, from seconds: Double) async {
        guard let path = await path(of: id) else {
            outbox.post(.unplayable(AudioFileError(.missing)))
            return
        }
        await player.play(id, path: path, from: seconds)
    }

    public func pausePlayback() async {
        await player.pause()
    }

    public func resumePlayback() async {
        await player.resume()
    }

    public func stopPlayback() async {
        await player.stop()
    }

    // MARK: What may be kept

    /// Hides or deletes the entries that are too old according to the preferences, and deletes the entries that were
    /// removed before the program was started.
    private func tidy() async {
        guard tidies else {
            return
        }
        let (days, now) = (preferences.load().history.days, wallClock.now)
        do throws(ArchiveError) {
            let left = try await store.removedIDs().subtracting(Self.sessions(of: removed))
            let expired = try await store.expire(after: days, at: now)
            try await erase(left.union(expired.ids))
            let areTranslationsSpared = try await archive.expire(after: days, at: now)
            outbox.post(.changed)
            if expired.isDateDoubtful || areTranslationsSpared {
                outbox.post(.failure(ArchiveError(.dateDoubtful)))
            }
        } catch {
            outbox.post(.failure(error))
        }
    }

    /// Deletes entries and recordings that the preferences no longer allow, also of sessions under way. Nothing is
    /// deleted at the start of the program: if the preferences could not be read, the history would be lost.
    private func adopt(_ new: HistoryPreferences, insteadOf old: HistoryPreferences) async {
        let kinds = Set(HistoryKind.allCases.filter { old.keeps($0) && !new.keeps($0) })
        if !kinds.isEmpty {
            await player.stop()
            do throws(ArchiveError) {
                try await erase(kinds)
            } catch {
                outbox.post(.failure(error))
            }
            outbox.post(.changed)
        }
        if old.keepsSound, !new.keepsSound {
            await player.stop()
            for recorder in [dictation, terminal] {
                await recorder.withdraw(.sound)
            }
            for id in files.keys {
                files[id]?.sound = false
            }
            await sounds.keepOnly([])
            outbox.post(.changed)
        }
        if old.days != new.days {
            await tidy()
        }
        await dictation.report()
    }

    // MARK: Deleting for good

    // Recordings are deleted before their entries: if the program is killed in between, the next deletion of the entry
    // finds them. Nothing else is deleted, because an entry may be missing for another reason.

    /// Deletes sessions and their recordings, also if they are under way.
    private func erase(_ ids: Set<HistorySession.ID>) async throws(ArchiveError) {
        guard !ids.isEmpty else {
            return
        }
        for recorder in [dictation, terminal] {
            await recorder.withdraw(.sessions(ids))
        }
        leaveOutFiles { ids.contains($0) }
        for id in ids {
            await sounds.remove(id)
        }
        try await store.delete(ids)
    }

    /// Deletes all sessions of these kinds and their recordings, also if they are under way.
    private func erase(_ kinds: Set<HistoryKind>) async throws(ArchiveError) {
        for recorder in [dictation, terminal] where kinds.contains(recorder.kind) {
            await recorder.withdraw(.sessions(nil))
        }
        if kinds.contains(.file) {
            leaveOutFiles { _ in true }
        }
        // If the history turns out to be damaged here, the next call deletes the copy that was set aside.
        for id in (try? await store.ids(of: kinds)) ?? [] {
            await sounds.remove(id)
        }
        try await store.delete(kinds: kinds)
        if kinds.contains(.dictation) {
            // Recordings whose entries were in a damaged history are dictations too.
            await sounds.keepOnly(try await store.ids(of: nil))
        }
    }

    private func leaveOutFiles(where isMeant: (HistorySession.ID) -> Bool) {
        for id in files.keys where isMeant(id) {
            files[id] = .nothing
        }
    }

    private static func exchanges(of entries: [HistoryEntry]) -> [Exchange] {
        entries.compactMap { entry in
            if case .translation(let exchange) = entry {
                return exchange
            }
            return nil
        }
    }

    private static func sessions(of entries: [HistoryEntry]) -> Set<HistorySession.ID> {
        Set(
            entries.compactMap { entry in
                if case .session(let session) = entry {
                    return session.id
                }
                return nil
            })
    }
}

extension HistoryService: KeptFiles {
    /// Deletes all sessions and recordings, but not the translations, which the archive of the translator deletes.
    /// Throws an error that says what could not be deleted.
    public func removeAll() async throws(KeptFileError) {
        removed = []
        await player.stop()
        for recorder in [dictation, terminal] {
            await recorder.withdraw(.sessions(nil))
        }
        leaveOutFiles { _ in true }
        var left = await sounds.keepOnly([])
        do throws(ArchiveError) {
            try await store.removeAll()
        } catch {
            left.append(error.detail)
        }
        outbox.post(.changed)
        guard left.isEmpty else {
            throw KeptFileError(left)
        }
    }
}

extension HistoryService: EventSource {
    @MainActor func report(_ event: HistoryEvent) {
        delegate?.historyService(self, didReport: event)
    }
}
