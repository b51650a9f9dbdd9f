public import Foundation
public import ParlandoCore

/// Stores sessions while they are under way; finds, changes, removes and plays entries; deletes those that are too old
/// or no longer allowed. Translations are in the translator's archive; this service lists and removes them too.
public actor HistoryService {
    @MainActor public weak var delegate: (any HistoryServiceDelegate)?

    private static let day = Duration.seconds(86_400)

    /// Seconds before and after a word that are played as well, because word times are estimates.
    private static let margin = 0.25

    private let store: any HistoryStore
    private let sounds: any HistorySounds
    private let archive: any TranslationArchive
    private let preferences: any PreferenceStore
    private let wallClock: any WallClock
    private let clock: any Clock<Duration>
    private let player: HistoryPlayer
    private let reader: any AudioFileReader
    private let outbox = Outbox<HistoryEvent>()
    private let dictation: HistoryRecorder
    private let terminal: HistoryRecorder
    private let captions: HistoryRecorder
    private var removed: [HistoryEntry] = []
    /// Sessions that were transcribed again, as they were before.
    private var replaced: [HistoryRecord] = []
    /// Whether the files that were begun since the start of the program may be stored.
    private var files: [HistorySession.ID: Bool] = [:]
    private var tasks: [Task<Void, Never>] = []
    /// Whether entries are deleted without being asked for: not if they may belong to another running program.
    private var tidies = false

    /// - Parameters:
    ///   - wallClock: measures the age of entries.
    ///   - clock: for the daily deletion and the reports of playback.
    ///   - bookmark: nil if the dictation page is not brought back at the next start.
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
        captions = HistoryRecorder(
            .captions, store: store, sounds: sounds, preferences: preferences, clock: wallClock, outbox: outbox,
            page: dictation)
        outbox.deliver(through: self)
    }

    deinit {
        tasks.forEach { $0.cancel() }
    }

    /// Stores the sessions of the dictation page.
    public nonisolated var dictationRecorder: any DictationRecording { dictation }
    /// Stores the sessions of dictation into the terminal.
    public nonisolated var terminalRecorder: any DictationRecording { terminal }
    /// Stores captions.
    public nonisolated var captionsRecorder: any DictationRecording { captions }
    var recorders: [HistoryRecorder] { [dictation, terminal, captions] }

    /// Begins to delete entries that are too old: now, daily, and when the preferences change. Call once.
    ///
    /// - Parameter tidies: false if another running program owns the data.
    public func begin(tidies: Bool = true) async {
        self.tidies = tidies
        tasks.append(
            Task { [weak self, clock] in
                await self?.tidy()
                // What was removed in the minute before may be brought back by another program until then.
                var pause = Duration.seconds(61)
                while (try? await clock.sleep(for: pause)) != nil {
                    await self?.tidy()
                    pause = Self.day
                }
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

    /// Returns at most `limit` entries that contain the words, newest first. Blank `words` match all entries.
    public func entries(matching words: String, limit: Int) async throws(ArchiveError) -> [HistoryEntry] {
        let sessions = try await store.sessions(matching: words, limit: limit).map { HistoryEntry.session($0) }
        let exchanges = try await archive.history(matching: words, limit: limit).map { HistoryEntry.translation($0) }
        return Array((sessions + exchanges).sorted { $0.date > $1.date }.prefix(limit))
    }

    public func record(of id: HistorySession.ID) async throws(ArchiveError) -> HistoryRecord? {
        try await store.record(of: id)
    }

    /// Returns all sessions of the page to which one belongs, from top to bottom; none if it is gone.
    public func records(of id: HistorySession.ID) async throws(ArchiveError) -> [HistoryRecord] {
        guard var first = try await store.record(of: id) else {
            return []
        }
        if let page = first.session.page, let begun = try await store.record(of: page) {
            first = begun
        }
        return try await [first] + records(first.session.followers)
    }

    private func records(_ ids: [HistorySession.ID]) async throws(ArchiveError) -> [HistoryRecord] {
        var records: [HistoryRecord] = []
        for id in ids {
            if let record = try await store.record(of: id) {
                records.append(record)
            }
        }
        return records
    }

    /// Returns the recordings of a page's sessions, or else the file that was transcribed.
    public func sound(of records: [HistoryRecord]) async -> HistorySound {
        var sound = HistorySound()
        var end = 0.0
        for (record, session) in zip(records, TranscriptDocument(records).sessions) {
            let start = end
            end += session.duration
            var path = await sounds.path(of: session.id)
            if path == nil, let source = record.session.source?.revealed {
                sound.fault = await fault(of: source, record.session)
                path = sound.fault == nil ? source : nil
            }
            if let path {
                let track = SoundTrack(id: session.id, path: path, start: start, end: end)
                sound.tracks.append(track)
                sound.wholeTracks += record.isRepeatable ? [track] : []
            }
        }
        return sound
    }

    private func fault(of path: String, _ session: HistorySession) async -> HistorySound.Fault? {
        guard let mark = await sounds.mark(of: path) else {
            return .missing
        }
        // Entries of older versions do not know their file.
        return session.mark.map { $0 == mark.text } ?? (mark.modified <= session.began) ? nil : .changed
    }

    public func sound(of id: HistorySession.ID) async -> HistorySound {
        await sound(of: (try? await records(of: id)) ?? [])
    }

    // MARK: Changing

    public func rename(_ id: HistorySession.ID, to title: String) async throws(ArchiveError) {
        try await store.rename(id, to: title)
        outbox.post(.changed)
    }

    /// Changes the text of these sessions of a page. Those that were dictated below meanwhile keep theirs. Nil restores
    /// the text that was recognised.
    public func edit(_ ids: [HistorySession.ID], _ text: String?) async throws(ArchiveError) {
        let records = try await records(ids)
        var page = TranscriptDocument(records)
        text.map { page.edit($0) }
        for (record, part) in zip(records, page.sessionTexts) {
            let recognised = Transcript(paragraphs: record.words.paragraphs).text
            let changed = text == nil || part == recognised ? nil : part
            if changed != (record.session.isEdited ? record.session.text.revealed : nil) {
                try await store.edit(record.session.id, changed)
            }
        }
        outbox.post(.changed)
    }

    /// `restore` brings the entries back until `forgetRemoved` is called or other entries are removed.
    public func remove(_ entries: [HistoryEntry]) async throws(ArchiveError) {
        try await forgetRemoved()
        removed = entries
        await player.stop()
        defer { outbox.post(.changed) }
        do throws(ArchiveError) {
            try await store.remove(entries.sessions)
        } catch {
            removed = []
            throw error
        }
        try await archive.remove(Set(entries.exchanges.map(\.id)))
    }

    /// If this fails, it can be tried again.
    public func restore() async throws(ArchiveError) {
        let entries = removed
        removed = []
        defer { outbox.post(.changed) }
        do throws(ArchiveError) {
            try await archive.restore(entries.exchanges)
            try await store.restore(entries.sessions)
        } catch {
            removed += entries
            throw error
        }
    }

    /// Deletes the removed entries for good.
    public func forgetRemoved() async throws(ArchiveError) {
        let sessions = removed.sessions
        removed = []
        try await erase(sessions)
    }

    // MARK: The dictation page

    /// Sets whether the current session, or else the next one, is left out of the history. If it becomes private, its
    /// stored part is deleted. If it is no longer private, all of it is stored.
    public func setPrivate(_ isPrivate: Bool) {
        dictation.setPrivate(isPrivate)
        captions.setPrivate(isPrivate)
    }

    /// Stores the text of a page that was put away with *New*, unless its sessions' entries have this text already or
    /// one of the sessions was not stored.
    public func putAway(_ page: TranscriptDocument) {
        dictation.putAway(page)
    }

    /// Updates the entries of a page's sessions to the text on the page, and remembers the page for the next start. An
    /// entry that was edited in the history keeps its text. Returns for each session whether nothing of it would be
    /// lost with the page.
    @discardableResult public func follow(_ page: TranscriptDocument) async -> [Bool] {
        await captions.settle()
        return await dictation.follow(page)
    }

    /// Deletes this dictation if it is under way or the latest one.
    public func discard(_ session: UUID) async {
        for recorder in recorders {
            await recorder.leaveOut([session])
        }
    }

    /// Returns the page with this entry, for dictation to go on below.
    public func reopen(_ id: HistorySession.ID) async -> TranscriptDocument {
        await captions.settle()
        return await dictation.reopen((try? await records(of: id).map(\.session.id)) ?? [])
    }

    /// Returns the page of the previous run of the program, as far as the history holds it.
    public func lastPage() async -> TranscriptDocument {
        await dictation.formerPage()
    }

    /// Returns the latest dictation that was cut off when an earlier run of the program was killed; nil if there is none.
    /// Those of which nothing is left are deleted.
    public func interruption() async -> InterruptedDictation? {
        var latest: InterruptedDictation?
        for id in (try? await store.interruptedIDs()) ?? [] {
            // One that was transcribed again is complete.
            guard let record = try? await store.record(of: id), record.session.isIncomplete else {
                continue
            }
            let hasText = !record.session.text.revealed.isEmpty
            let hasSound = await sounds.path(of: id) != nil
            if hasText || hasSound {
                let kind = record.session.kind
                latest = latest ?? InterruptedDictation(id: id, hasText: hasText, hasSound: hasSound, kind: kind)
            } else if record.words.isEmpty, !record.session.isEdited {
                try? await erase([id])
            }
        }
        return latest
    }

    // MARK: Playback

    public func play(_ id: HistorySession.ID, from seconds: Double) async {
        let sound = await sound(of: id)
        guard sound.isThere else {
            outbox.post(.unplayable(AudioFileError(.missing)))
            return
        }
        await player.play(id, sound.tracks, from: seconds)
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

    // MARK: Single words

    public func hasSound(of word: SpokenWord) async -> Bool {
        if await recentSound(of: word) != nil {
            return true
        }
        return await sounds.path(of: word.session) != nil
    }

    /// Plays a word, from memory while its sound is recent. Returns once it has been played, or at once if there is no
    /// sound.
    public func play(_ word: SpokenWord) async throws(AudioError) {
        var samples = await recentSound(of: word)
        if samples == nil, let path = await sounds.path(of: word.session) {
            samples = await recordedSound(of: word, in: path)
        }
        if let samples {
            try await player.play(SpokenSound(samples: samples, rate: AudioBlock.sampleRate))
        }
    }

    private func recentSound(of word: SpokenWord) async -> [Float]? {
        await dictation.recentSound(of: word.session, from: word.start - Self.margin, to: word.end + Self.margin)
    }

    private func recordedSound(of word: SpokenWord, in path: String) async -> [Float]? {
        guard let file = try? await reader.blocks(of: path, seconds: 1) else {
            return nil
        }
        let start = max(0, word.start - Self.margin)
        let seconds = word.end + Self.margin - start
        let count = Int(seconds * Double(AudioBlock.sampleRate), within: 1...Int.max / 2)
        var source = RecordingSource(file.blocks, from: start)
        var samples: [Float] = []
        while samples.count < count, let sound = try? await source.next() {
            samples += sound.samples
        }
        return samples.isEmpty ? nil : Array(samples.prefix(count))
    }

    // MARK: Transcribed files

    nonisolated var allowsFiles: Bool {
        preferences.load().history.keeps(.file)
    }

    func mark(of path: String) async -> String? {
        await sounds.mark(of: path)?.text
    }

    /// Stores what is not stored yet of a file's session. Returns false if nothing more may be stored of it, because
    /// the user has deleted it or does not allow it any more.
    func keep(_ session: RecordedSession) async throws(ArchiveError) -> Bool {
        let id = session.entry.id
        files[id] = files[id] ?? true
        guard mayStore(id) else {
            return false
        }
        try await store.keep(session)
        outbox.post(.changed)
        return mayStore(id)
    }

    /// Ends a file's session. Without words it is removed. Returns false as `keep` does.
    ///
    /// - Parameter duration: seconds of sound that were transcribed.
    func end(_ session: RecordedSession, duration: Double, isIncomplete: Bool) async throws(ArchiveError) -> Bool {
        let id = session.entry.id
        guard mayStore(id) else {
            return false
        }
        defer { outbox.post(.changed) }
        try await store.end(id, language: session.language, duration: duration, isIncomplete: isIncomplete)
        return mayStore(id)
    }

    /// What is not allowed once is never stored.
    private func mayStore(_ id: HistorySession.ID) -> Bool {
        if !allowsFiles {
            files[id] = false
        }
        return files[id] ?? false
    }

    // MARK: Sound that is transcribed again

    /// Returns the whole recordings of an entry, and forgets which of its texts were replaced before.
    func soundsToRepeat(of id: HistorySession.ID) async -> [SoundTrack] {
        let tracks = await sound(of: id).wholeTracks
        replaced.removeAll { old in tracks.contains { $0.id == old.session.id } }
        return tracks
    }

    nonisolated func tell(_ event: HistoryEvent) {
        outbox.post(event)
    }

    /// Gives an entry the text of another transcription of its sound, unless it was removed or its file was changed
    /// meanwhile, or the sound breaks off before the end of the old text.
    ///
    /// - Parameters:
    ///   - duration: seconds of sound that were transcribed.
    ///   - failure: why the sound could not be read to its end.
    func replace(
        _ id: HistorySession.ID, by other: RecordedSession, duration: Double, failure: AudioFileError? = nil
    ) async {
        do throws(ArchiveError) {
            guard let old = try await store.record(of: id), !old.session.isOpen,
                preferences.load().history.keeps(old.session.kind)
            else {
                return
            }
            if let fault = await sound(of: [old]).fault {
                return outbox.post(.notReplaced(fault == .missing ? .file(AudioFileError(.missing)) : .fileChanged))
            }
            // The times of words are estimates.
            let reachesEnd = duration + 1 > old.words.last?.word.end ?? 0
            if let failure, !old.session.isIncomplete, !reachesEnd || !failure.lost.isEmpty {
                return outbox.post(.notReplaced(.file(failure)))
            }
            var new = HistoryRecord(session: old.session, words: other.transcript.historyWords())
            new.session.text = Private(other.transcript.text)
            new.session.isEdited = false
            new.session.engine = other.entry.engine
            new.session.language = other.language
            new.session.duration = max(old.session.duration, duration)
            new.session.isIncomplete = failure != nil && old.session.kind == .file
            // The user may have edited it meanwhile.
            guard let before = try await dictation.replace(new) else {
                return
            }
            replaced.append(before)
            outbox.post(.changed)
            outbox.post(.replaced(id))
        } catch {
            outbox.post(.failure(error))
        }
    }

    /// Brings back the old texts of the entry of a session.
    public func undoReplacement(of id: HistorySession.ID) async throws(ArchiveError) {
        let page = replaced.first { $0.session.id == id }.map { Self.page(of: $0) }
        let records = replaced.filter { Self.page(of: $0) == page }
        for record in records {
            try await dictation.replace(record)
        }
        replaced.removeAll { Self.page(of: $0) == page }
        outbox.post(.changed)
    }

    private static func page(of record: HistoryRecord) -> HistorySession.ID {
        record.session.page ?? record.session.id
    }

    // MARK: What may be kept

    /// Hides or deletes entries that are too old, and deletes those that were removed in an earlier run.
    private func tidy() async {
        guard tidies else {
            return
        }
        let (days, now) = (preferences.load().history.days, wallClock.now)
        do throws(ArchiveError) {
            let left = try await store.removedIDs().subtracting(removed.sessions)
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

    /// Deletes what the preferences no longer allow, also of sessions under way. Never at the start of the program:
    /// unreadable preferences must not delete a history.
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
            for recorder in recorders {
                await recorder.leaveOutSound()
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

    private func erase(_ ids: Set<HistorySession.ID>) async throws(ArchiveError) {
        guard !ids.isEmpty else {
            return
        }
        replaced.removeAll { ids.contains($0.session.id) }
        for recorder in recorders {
            await recorder.leaveOut(ids)
        }
        leaveOutFiles { ids.contains($0) }
        for id in ids {
            await sounds.remove(id)
        }
        try await store.delete(ids)
    }

    private func erase(_ kinds: Set<HistoryKind>) async throws(ArchiveError) {
        replaced = []
        for recorder in recorders where kinds.contains(recorder.kind) {
            await recorder.leaveOut(nil)
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
            files[id] = false
        }
    }
}

extension HistoryService: KeptFiles {
    /// Deletes all sessions and recordings, but not the translations.
    public func removeAll() async throws(KeptFileError) {
        removed = []
        replaced = []
        await player.stop()
        for recorder in recorders {
            await recorder.leaveOut(nil)
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
