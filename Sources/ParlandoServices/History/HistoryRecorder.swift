import Foundation
import ParlandoCore

/// Stores the sessions of one dictation service in the history while they are under way.
///
/// Each final word is written as soon as it is reported. Interim words may still change and are not stored. Before each
/// write, the preferences are asked whether it is allowed.
actor HistoryRecorder: DictationRecording {
    /// Number of samples to collect before they are stored: a quarter of a second.
    private static let portion = AudioBlock.sampleRate / 4

    let kind: HistoryKind
    let store: any HistoryStore
    private let sounds: any HistorySounds
    let preferences: any PreferenceStore
    let clock: any WallClock
    let outbox: Outbox<HistoryEvent>
    let bookmark: (any PageBookmark)?
    private let input: AsyncStream<Item>.Continuation
    /// The session under way, or else the latest session; nil before the first session.
    private(set) var current: RecordedSession?
    private(set) var isUnderWay = false
    private var isPrivate = false
    var finished = FinishedSessions()
    private var recent = RecentSounds()
    /// The dictation page that the user put away last. The user may bring the page back and put it away again.
    var lastPage: TranscriptDocument?
    /// The sessions on the dictation page as `bookmark` remembers them; nil before they are read.
    var marked: [HistorySession.ID]?
    /// Whether the page could not be stored when that was last tried. Further failures are not reported.
    var isPageFailing = false

    /// What the user has deleted while a session may be under way.
    enum Removal: Sendable {
        /// Sessions with their recordings; nil if all of them.
        case sessions(Set<HistorySession.ID>?)
        /// All recordings.
        case sound
    }

    private enum Item: Sendable {
        case news(DictationNews)
        case privacy(Bool)
        case removal(Removal, done: CheckedContinuation<Void, Never>)
        case page(TranscriptDocument)
        case changed(TranscriptDocument, held: CheckedContinuation<[Bool], Never>)
        case discarded(Transcript, done: CheckedContinuation<Void, Never>)
    }

    /// - Parameter bookmark: remembers which sessions are on the page; nil if there is no page to bring back.
    init(
        _ kind: HistoryKind, store: any HistoryStore, sounds: any HistorySounds, preferences: any PreferenceStore,
        clock: any WallClock, outbox: Outbox<HistoryEvent>, bookmark: (any PageBookmark)? = nil
    ) {
        self.kind = kind
        self.store = store
        self.sounds = sounds
        self.preferences = preferences
        self.clock = clock
        self.outbox = outbox
        self.bookmark = bookmark
        let (items, input) = AsyncStream.makeStream(of: Item.self)
        self.input = input
        Task { [weak self] in
            for await item in items {
                await self?.handle(item)
            }
        }
    }

    deinit {
        input.finish()
    }

    nonisolated func take(_ news: DictationNews) {
        switch news {
        case .reported(.level), .reported(.elapsed), .reported(.recognised): break
        default: input.yield(.news(news))
        }
    }

    nonisolated func setPrivate(_ isPrivate: Bool) {
        input.yield(.privacy(isPrivate))
    }

    /// Stores the text of a dictation page that the user has put away with *New*, unless the history entries of the
    /// page's sessions already have this text.
    nonisolated func putAway(_ page: TranscriptDocument) {
        input.yield(.page(page))
    }

    /// Updates the history entries of the sessions on a dictation page to the text on the page. An entry that was
    /// edited in the history keeps its text. Returns for each session whether the history holds its text.
    nonisolated func follow(_ page: TranscriptDocument) async -> [Bool] {
        await withCheckedContinuation { held in
            input.yield(.changed(page, held: held))
        }
    }

    /// Deletes the session under way or, if there is none, the latest session if it has this transcript.
    nonisolated func discard(_ session: Transcript) async {
        await withCheckedContinuation { done in
            input.yield(.discarded(session, done: done))
        }
    }

    /// Stores nothing more of what the user has deleted. Returns once no such write is under way.
    nonisolated func withdraw(_ removal: Removal) async {
        await withCheckedContinuation { done in
            input.yield(.removal(removal, done: done))
        }
    }

    private func handle(_ item: Item) async {
        switch item {
        case .privacy(let isPrivate):
            await change(isPrivate: isPrivate)
        case .removal(let removal, let done):
            await withdrawNow(removal)
            done.resume()
        case .page(let page):
            await putAwayNow(page)
        case .changed(let page, let held):
            held.resume(returning: await followNow(page))
        case .discarded(let session, let done):
            if isUnderWay || current.map({ $0.entry.id == finished.entry(of: session)?.id }) ?? false {
                await leaveOut()
            }
            done.resume()
        case .news(.began(let options)):
            begin(options)
        case .news(.captured(let block)):
            await record(block)
        case .news(.reported(.transcript(let transcript))):
            current?.transcript = transcript
            await save()
        case .news(.reported(.heard(let transcript))):
            current?.heard = transcript
        case .news(.reported(.language(let code, _))):
            current?.language = code
        case .news(.reported(.phase(.idle))):
            await end()
        case .news(.reported):
            break
        }
    }

    // MARK: The session

    private func begin(_ options: DictationOptions) {
        isUnderWay = true
        let preferences = preferences.load()
        let isKept = preferences.history.keeps(kind) && !isPrivate
        // A session that is resumed with unsent sound continues the text and the history entry of the former session.
        if let resumed = options.resumed, var former = current, former.transcript == resumed.transcript {
            former.continues()
            current = former
            return
        }
        let session = RecordedSession(
            kind: kind, engine: options.recognition.engine.server?.name ?? preferences.model,
            language: options.recognition.language, began: clock.now,
            isKept: isKept, keepsSound: isKept && preferences.history.keepsSound && options.resumed == nil)
        current = session
        // Only the dictation page can play words again, so only its sound is kept in memory.
        if options.resumed == nil, kind == .dictation {
            recent.begin(session.entry.id)
        }
    }

    /// Returns whether the session under way may be stored. If the preferences no longer allow it, leaves it out of the
    /// history.
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

    /// Writes the final words that are not stored yet to the history.
    private func save() async {
        guard await mayStore(), let session = current, let change = session.change else {
            return
        }
        do throws(ArchiveError) {
            if !session.isStored {
                try await store.begin(session.entry)
            }
            try await store.write(change.words, from: change.position, of: session.entry.id)
            current?.didStore()
            await mark(session.entry.id)
            outbox.post(.changed)
        } catch {
            // With the next words, everything is written again, perhaps into a new database.
            current?.didFail()
            if session.isFirstFailure {
                outbox.post(.failure(error))
            }
        }
    }

    private func end() async {
        await flushSound()
        // If writing failed earlier, this is the last attempt.
        await save()
        if let session = current {
            recent.end(session.entry.id, session.versions)
            await sounds.finish(session.entry.id)
            if session.isStored, session.transcript.wordCount > 0 {
                finished.add(session)
            } else {
                await sounds.remove(session.entry.id)
            }
            if session.isStored {
                do throws(ArchiveError) {
                    try await store.end(
                        session.entry.id, language: session.language,
                        duration: max(session.soundSeconds, session.transcript.words.last?.end ?? 0))
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

    // MARK: Sound

    /// Returns the samples of a finished session between two times, in seconds since the session began; nil if they are
    /// no longer in memory.
    func recentSound(of transcript: Transcript, from start: Double, to end: Double) -> [Float]? {
        recent.samples(of: transcript, from: start, to: end)
    }

    /// Returns the ID of a session's history entry; nil if there is none. Finds only sessions that have ended since the
    /// program was started.
    func entry(of transcript: Transcript) -> HistorySession.ID? {
        finished.entry(of: transcript)?.id
    }

    private func record(_ block: AudioBlock) async {
        if let id = current?.entry.id {
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
            return await dropSound(of: session)
        }
        // The entry is stored first, because a recording is deleted together with its entry. A failure is reported with
        // the first words.
        if !session.isStored, (try? await store.begin(session.entry)) != nil {
            current?.didBegin()
        }
        do throws(TextSaveError) {
            try await sounds.append(samples, to: session.entry.id)
        } catch {
            current?.keepsSound = false
            outbox.post(.soundFailure(error))
        }
    }

    private func dropSound(of session: RecordedSession) async {
        current?.dropSound()
        await sounds.remove(session.entry.id)
    }

    // MARK: Privacy

    private func change(isPrivate: Bool) async {
        guard isPrivate != self.isPrivate else {
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
            await save()
        }
    }

    private func withdrawNow(_ removal: Removal) async {
        guard let session = current else {
            return
        }
        switch removal {
        case .sessions(let ids) where ids?.contains(session.entry.id) ?? true: await leaveOut()
        case .sessions: break
        case .sound: await dropSound(of: session)
        }
    }

    /// Leaves the latest session out of the history, and also its continuation. The user may still choose to keep a
    /// session under way.
    private func leaveOut() async {
        guard let session = current else {
            return
        }
        isPrivate = isPrivate || isUnderWay
        if kind == .dictation {
            report()
        }
        await forget(session)
    }

    /// Deletes the stored text and sound of a session.
    private func forget(_ session: RecordedSession) async {
        current?.leaveOut()
        finished.remove(session.entry.id)
        await unmark(session.entry.id)
        await sounds.remove(session.entry.id)
        do throws(ArchiveError) {
            try await store.delete([session.entry.id])
        } catch {
            outbox.post(.failure(error))
        }
        outbox.post(.changed)
    }

    /// Reports to the delegate whether sessions are stored in the history.
    func report() {
        outbox.post(
            .keeping(
                HistoryKeepingState(isAllowed: preferences.load().history.keeps(kind), isPrivate: isPrivate)))
    }
}
