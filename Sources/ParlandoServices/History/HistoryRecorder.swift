import Foundation
import ParlandoCore
import Synchronization

/// Stores the sessions of one dictation service while they are under way: each final word at once, interim words never.
/// Before each write, the preferences are asked whether it is allowed.
actor HistoryRecorder: DictationRecording {
    /// Samples that are stored at a time: a quarter of a second.
    private static let portion = AudioBlock.sampleRate / 4
    /// Samples that wait while the disk hangs, before sound is dropped: a minute.
    private static let mostWaiting = 60 * AudioBlock.sampleRate

    let kind: HistoryKind
    private let store: any HistoryStore
    private let sounds: any HistorySounds
    private let preferences: any PreferenceStore
    private let clock: any WallClock
    private let outbox: Outbox<HistoryEvent>
    private let bookmark: (any PageBookmark)?
    private let page: HistoryRecorder?
    private let work: AsyncStream<Work>.Continuation
    private let waiting = Atomic<Int>(0)
    private let isDropping = Atomic<Bool>(false)
    /// Sound of the session was dropped: what follows would be stored at a wrong time.
    private var hasGap = false
    /// The session under way, or else the latest one.
    private var current: RecordedSession?
    private var isUnderWay = false
    private var isPrivate = false
    private var isCutOff = false
    /// Those stored since the start of the program, and those of the page of the previous run.
    private var finished: [HistorySession.ID: FinishedSession] = [:]
    private var recent = RecentSounds()
    /// The page that was put away last. The user may bring it back and put it away again.
    private var lastPage: TranscriptDocument?
    /// The sessions on the page as `bookmark` has them; nil before they are read.
    private var marked: [HistorySession.ID]?
    /// Whether the page could not be stored last time. Further failures are not reported.
    private var isPageFailing = false

    private typealias Work = @Sendable (HistoryRecorder) async -> Void

    /// - Parameters:
    ///   - bookmark: nil if there is no page to bring back.
    ///   - page: stores the page to which captions come when they have ended; nil for anything else.
    init(
        _ kind: HistoryKind, store: any HistoryStore, sounds: any HistorySounds, preferences: any PreferenceStore,
        clock: any WallClock, outbox: Outbox<HistoryEvent>, bookmark: (any PageBookmark)? = nil,
        page: HistoryRecorder? = nil
    ) {
        self.kind = kind
        self.store = store
        self.sounds = sounds
        self.preferences = preferences
        self.clock = clock
        self.outbox = outbox
        self.bookmark = bookmark
        self.page = page
        let (works, work) = AsyncStream.makeStream(of: Work.self)
        self.work = work
        Task { [weak self] in
            for await work in works {
                if let self {
                    await work(self)
                }
            }
        }
    }

    deinit {
        work.finish()
    }

    // MARK: Commands, each of which is carried out before the next one begins

    nonisolated func take(_ news: DictationNews) {
        switch news {
        case .reported(.level), .reported(.elapsed), .reported(.recognised): break
        case .captured(let block): queue(block)
        case .began:
            // The sound that the next session loses is its own gap.
            isDropping.store(false, ordering: .relaxed)
            work.yield { await $0.handle(news) }
        case .unfinished, .reported: work.yield { await $0.handle(news) }
        }
    }

    private nonisolated func queue(_ block: AudioBlock) {
        let count = block.samples.count
        if waiting.add(count, ordering: .relaxed).newValue <= Self.mostWaiting {
            work.yield {
                await $0.record(block)
                _ = $0.waiting.subtract(count, ordering: .relaxed)
            }
        } else {
            _ = waiting.subtract(count, ordering: .relaxed)
            if !isDropping.exchange(true, ordering: .relaxed) {
                work.yield { await $0.noteGap() }
            }
        }
    }

    nonisolated func setPrivate(_ isPrivate: Bool) {
        work.yield { await $0.change(isPrivate: isPrivate) }
    }

    nonisolated func putAway(_ page: TranscriptDocument) {
        work.yield { await $0.putAwayNow(page) }
    }

    /// Returns for each session whether nothing of it would be lost with the page.
    nonisolated func follow(_ page: TranscriptDocument) async -> [Bool] {
        await inTurn { await $0.followNow(page) }
    }

    /// Stores nothing more of sessions that the user has deleted; nil: of all. Returns once no such write is under way.
    nonisolated func leaveOut(_ ids: Set<HistorySession.ID>?) async {
        await inTurn { await $0.leaveOutNow(ids) }
    }

    /// Returns once all that was reported before is stored.
    nonisolated func settle() async {
        await inTurn { _ in }
    }

    nonisolated func cutOff() {
        work.yield { await $0.cutOffNow() }
    }

    private func cutOffNow() {
        isCutOff = true
    }

    nonisolated func leaveOutSound() async {
        await inTurn { await $0.dropSound() }
    }

    private nonisolated func inTurn<Value: Sendable>(
        _ body: @escaping @Sendable (HistoryRecorder) async -> Value
    ) async -> Value {
        await withCheckedContinuation { result in
            work.yield { result.resume(returning: await body($0)) }
        }
    }

    private func handle(_ news: DictationNews) async {
        switch news {
        case .began(let options):
            await begin(options)
        case .reported(.transcript(let transcript)), .reported(.takenBack(let transcript, _)):
            current?.transcript = transcript
            await save()
        case .reported(.language(let code, _)):
            current?.language = code
        case .reported(.phase(.idle)):
            await end()
        case .unfinished:
            current?.isUnfinished = true
        case .captured, .reported:
            break
        }
    }

    // MARK: The session

    private func begin(_ options: DictationOptions) async {
        isUnderWay = true
        // A session that is resumed with unsent sound continues the text and entry of the former one.
        if current?.entry.id == options.session {
            current?.continues()
            if isPrivate, let session = current {
                await forget(session)
            }
            return
        }
        if let page {
            isPrivate = await page.inTurn { await $0.isPrivate }
        }
        let preferences = preferences.load()
        // The rest of a session that was left out is left out too.
        let isLeftOut = isPrivate || options.resumed != nil && current?.isKept == false
        let isKept = preferences.history.keeps(kind) && !isLeftOut
        let entry = HistorySession(
            id: options.session, kind: kind, title: options.title, language: options.recognition.language,
            engine: options.recognition.engine.server?.name ?? options.recognition.model ?? preferences.model,
            began: clock.now,
            page: options.page.last { finished[$0] != nil })
        let session = RecordedSession(
            entry, isKept: isKept,
            keepsSound: isKept && preferences.history.keepsSound && options.resumed == nil, channels: options.channels)
        current = session
        hasGap = false
        // Only the dictation page plays words again, so only its sound is kept in memory.
        if options.resumed == nil, kind == .dictation {
            recent.begin(session.entry.id)
        }
        if kind == .captions {
            report()
        }
    }

    /// Returns whether the session may be stored. If the preferences no longer allow it, leaves it out.
    private func mayStore() async -> Bool {
        guard current?.isKept == true else {
            return false
        }
        if preferences.load().history.keeps(kind) {
            return true
        }
        await leaveOut()
        return false
    }

    private func save() async {
        guard await mayStore(), let session = current, session.change != nil else {
            return
        }
        do throws(ArchiveError) {
            try await store.keep(session)
            current?.didStore()
            await mark(session.entry.id)
            outbox.post(.changed)
        } catch {
            // With the next words, everything is written again, perhaps into a new database.
            current?.didFail()
            if !session.hasFailed {
                outbox.post(.failure(error))
            }
        }
    }

    private func end() async {
        await flushSound()
        // If writing failed earlier, this is the last attempt.
        await save()
        if let session = current {
            let hasWords = session.transcript.wordCount > 0
            await sounds.finish(session.entry.id)
            if session.isStored, hasWords {
                finished[session.entry.id] = FinishedSession(stored: session.transcript.text)
                await page?.adopt(session.entry.id, finished[session.entry.id])
            }
            // What was not recognised can be transcribed later.
            let hasSound = await sounds.path(of: session.entry.id) != nil
            let isOnlySound = session.isUnfinished && !hasWords && hasSound
            if !session.hasEntry || !hasWords && !isOnlySound && !isCutOff {
                await sounds.remove(session.entry.id)
            }
            if session.hasEntry, !isCutOff {
                do throws(ArchiveError) {
                    try await store.end(
                        session.entry.id, language: session.language,
                        duration: max(session.soundSeconds, session.transcript.words.last?.end ?? 0),
                        isIncomplete: hasWords ? !session.isStored : isOnlySound, soundEnd: session.soundEnd)
                } catch {
                    outbox.post(.failure(error))
                }
            }
        }
        isUnderWay = false
        isPrivate = false
        outbox.post(.changed)
        report()
    }

    private func adopt(_ id: HistorySession.ID, _ session: FinishedSession?) {
        finished[id] = session
    }

    // MARK: Sound

    /// Returns samples of a session, from and to seconds since it began; nil if they are no longer in memory.
    func recentSound(of id: HistorySession.ID, from start: Double, to end: Double) -> [Float]? {
        recent.samples(of: id, from: start, to: end)
    }

    private func noteGap() async {
        await flushSound()
        if current?.keepsSound == true {
            current?.endSound(before: 0)
            outbox.post(.soundFailure(TextSaveError(.failed, detail: "the disk hangs")))
        }
        hasGap = true
        isDropping.store(false, ordering: .relaxed)
    }

    private func record(_ block: AudioBlock) async {
        if let id = current?.entry.id, !hasGap {
            recent.append(block.samples, to: id)
        }
        current?.add(block)
        if let count = current?.waiting.count, count >= Self.portion {
            await flushSound()
        }
    }

    private func flushSound() async {
        guard let samples = current?.takeWaiting(), !samples.isEmpty, await mayStore(), let session = current else {
            return
        }
        guard preferences.load().history.keepsSound else {
            return await dropSound()
        }
        // The entry comes first, because a recording is deleted together with its entry. A failure is reported with the
        // first words.
        if !session.isStored, (try? await store.begin(session.entry)) != nil {
            current?.didBegin()
        }
        do throws(TextSaveError) {
            try await sounds.append(samples, channels: session.channels, to: session.entry.id)
        } catch {
            current?.endSound(before: samples.count)
            outbox.post(.soundFailure(error))
        }
    }

    private func dropSound() async {
        if let session = current {
            current?.dropSound()
            await sounds.remove(session.entry.id)
        }
    }

    // MARK: Privacy

    private func change(isPrivate: Bool) async {
        // Captions have no switch of their own: they begin as the page's stands.
        guard isPrivate != self.isPrivate, page == nil || isUnderWay else {
            return
        }
        self.isPrivate = isPrivate
        report()
        guard isUnderWay, let session = current else {
            return
        }
        if isPrivate {
            await forget(session)
        } else if preferences.load().history.keeps(kind) {
            current?.isKept = true
            report()
            await save()
            await resumeSound()
        }
    }

    /// Stores the sound of a session that was left out for a while, if all of it is still in memory.
    private func resumeSound() async {
        guard let session = current, !session.keepsSound, !hasGap, session.soundEnd == nil,
            preferences.load().history.keepsSound
        else {
            return
        }
        let seconds = session.soundSeconds
        if let sound = seconds > 0 ? recent.samples(of: session.entry.id, from: 0, to: seconds + 1) : [] {
            current?.resumeSound(after: sound)
            await flushSound()
        }
    }

    private func leaveOutNow(_ ids: Set<HistorySession.ID>?) async {
        if let id = current?.entry.id, ids?.contains(id) ?? true {
            await leaveOut()
        }
    }

    /// Leaves out the latest session and its continuation. The user may still choose to keep a session under way.
    private func leaveOut() async {
        guard let session = current else {
            return
        }
        isPrivate = isPrivate || isUnderWay
        report()
        await forget(session)
    }

    private func forget(_ session: RecordedSession) async {
        current?.leaveOut()
        finished[session.entry.id] = nil
        await unmark(session.entry.id)
        await sounds.remove(session.entry.id)
        do throws(ArchiveError) {
            try await store.delete([session.entry.id])
        } catch {
            outbox.post(.failure(error))
        }
        outbox.post(.changed)
    }

    /// Nobody shows how a terminal's session is kept.
    func report() {
        if kind == .captions {
            outbox.post(.captions(areKept: current?.isKept == true && !isPrivate))
        } else if kind == .dictation {
            let isAllowed = preferences.load().history.keeps(kind)
            outbox.post(.keeping(HistoryKeepingState(isAllowed: isAllowed, isPrivate: isPrivate)))
        }
    }

    // MARK: The page

    private func followNow(_ page: TranscriptDocument) async -> [Bool] {
        do throws(ArchiveError) {
            let held = try await adopt(page)
            isPageFailing = false
            return held
        } catch {
            report(error)
            return page.sessions.map { _ in false }
        }
    }

    private func putAwayNow(_ page: TranscriptDocument) async {
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

    /// Reports only the first of several failures, because a page is stored after each edit.
    private func report(_ error: ArchiveError) {
        if !isPageFailing {
            outbox.post(.failure(error))
        }
        isPageFailing = true
    }

    /// Stores an edited page whose text is not in the entries of its sessions, because they were edited in the history:
    /// no version is lost. If one of the sessions was not stored, its text must not get into the history with the page.
    private func keep(_ page: TranscriptDocument) async throws(ArchiveError) {
        let sessions = page.sessions.filter { !$0.transcript.paragraphs.isEmpty }
        let texts = sessions.compactMap { finished[$0.id]?.stored }
        guard preferences.load().history.keeps(kind), page != lastPage, !page.isEmpty, !sessions.isEmpty,
            texts.count == sessions.count, texts.joined(separator: "\n") != page.text
        else {
            return
        }
        var engine = ""
        for spoken in sessions {
            guard let session = try await store.record(of: spoken.id)?.session else {
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

    /// Updates the entries of a page's sessions. An entry that was edited in the history keeps its text, and so does
    /// one whose text is no longer on the page. Returns for each session whether the history has all of its text.
    private func adopt(_ page: TranscriptDocument) async throws(ArchiveError) -> [Bool] {
        guard preferences.load().history.keeps(kind) else {
            return page.sessions.map { _ in false }
        }
        // A line of the edited text may contain words of several sessions, also of one that was left out.
        let edited = page.sessions.dropLast(page.uneditedSessions.count)
        let mayStore = edited.allSatisfy { $0.transcript.isEmpty || finished[$0.id] != nil }
        var held: [Bool] = []
        var ids: [UUID] = []
        for (session, text) in zip(page.sessions, page.sessionTexts) {
            if isUnderWay, let current, current.entry.id == session.id {
                held.append(isCurrentHeld)
                ids += isCurrentHeld && current.isStored ? [session.id] : []
            } else if text.allSatisfy(\.isWhitespace) {
                held.append(true)
            } else {
                let isHeld = try await adopt(text, of: session.id, mayStore: mayStore)
                held.append(isHeld)
                ids += isHeld ? [session.id] : []
            }
        }
        await mark(ids)
        return held
    }

    /// Returns whether the entry has this text.
    private func adopt(_ text: String, of id: HistorySession.ID, mayStore: Bool) async throws(ArchiveError) -> Bool {
        guard let known = finished[id], let entry = try await store.record(of: id)?.session else {
            return false
        }
        guard entry.text.revealed != text else {
            return true
        }
        guard mayStore, !known.isReplaced, !entry.isEdited || entry.text.revealed == known.given else {
            return false
        }
        try await store.edit(id, text == known.stored ? nil : text)
        finished[id]?.given = text
        outbox.post(.changed)
        return true
    }

    /// Whether the history holds all final words of the session under way.
    private var isCurrentHeld: Bool {
        current.map { $0.isKept && $0.change == nil } ?? false
    }

    // MARK: The page of the previous run

    /// Returns the page of the previous run, as far as the history holds it.
    func formerPage() async -> TranscriptDocument {
        await page(of: await marks().filter { $0 != current?.entry.id })
    }

    /// Returns a page with these sessions, which the user dictates on.
    nonisolated func reopen(_ ids: [HistorySession.ID]) async -> TranscriptDocument {
        await inTurn { await $0.page(of: ids) }
    }

    /// Gives an entry other words, which the page must not replace, or those that were spoken on the page again.
    /// Returns what it was before; nil if it is gone.
    @discardableResult
    nonisolated func replace(_ record: HistoryRecord) async throws(ArchiveError) -> HistoryRecord? {
        try await inTurn { await $0.replaceNow(record) }.get()
    }

    private func replaceNow(_ record: HistoryRecord) async -> Result<HistoryRecord?, ArchiveError> {
        let id = record.session.id
        let old: HistoryRecord?
        do throws(ArchiveError) {
            old = try await store.record(of: id)
            guard old != nil else {
                return .success(nil)
            }
            try await store.replace(record)
        } catch {
            return .failure(error)
        }
        let isReplaced = finished[id]?.stored != Transcript(paragraphs: record.words.paragraphs).text
        finished[id]?.isReplaced = isReplaced
        return .success(old)
    }

    private func page(of ids: [HistorySession.ID]) async -> TranscriptDocument {
        guard preferences.load().history.keeps(kind) else {
            return TranscriptDocument()
        }
        var records: [HistoryRecord] = []
        for id in ids {
            do throws(ArchiveError) {
                if let record = try await store.record(of: id) {
                    finished[id] = FinishedSession(
                        stored: Transcript(paragraphs: record.words.paragraphs).text,
                        given: record.session.isEdited ? record.session.text.revealed : nil)
                    records.append(record)
                }
            } catch {
                report(error)
            }
        }
        return TranscriptDocument(records)
    }

    private func mark(_ id: HistorySession.ID) async {
        let ids = await marks()
        if !ids.contains(id) {
            await mark(ids + [id])
        }
    }

    private func unmark(_ id: HistorySession.ID) async {
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
