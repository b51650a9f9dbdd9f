import Foundation
import ParlandoCore

/// Stores the sessions of one dictation service in the history while they are under way.
///
/// Each final word is written as soon as it is reported. Interim words may still change and are not stored.
actor HistoryRecorder: DictationRecording {
    /// Number of samples to collect before they are stored: a quarter of a second.
    private static let portion = AudioBlock.sampleRate / 4

    private let kind: HistoryKind
    private let store: any HistoryStore
    private let sounds: any HistorySounds
    private let preferences: any PreferenceStore
    private let clock: any WallClock
    private let outbox: Outbox<HistoryEvent>
    private let input: AsyncStream<Item>.Continuation
    /// The session under way, or else the latest session; nil before the first session.
    private var current: RecordedSession?
    private var isUnderWay = false
    private var isPrivate = false
    private var finished = FinishedSessions()
    private var recent = RecentSounds()
    /// The dictation page that the user put away last. The user may bring the page back and put it away again.
    private var lastPage: TranscriptDocument?

    private enum Item: Sendable {
        case news(DictationNews)
        case privacy(Bool)
        case page(TranscriptDocument)
        case corrected(TranscriptDocument)
    }

    init(
        _ kind: HistoryKind, store: any HistoryStore, sounds: any HistorySounds, preferences: any PreferenceStore,
        clock: any WallClock, outbox: Outbox<HistoryEvent>
    ) {
        self.kind = kind
        self.store = store
        self.sounds = sounds
        self.preferences = preferences
        self.clock = clock
        self.outbox = outbox
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
    /// edited in the history keeps its text.
    nonisolated func follow(_ page: TranscriptDocument) {
        input.yield(.corrected(page))
    }

    private func handle(_ item: Item) async {
        switch item {
        case .privacy(let isPrivate):
            await change(isPrivate: isPrivate)
        case .page(let page):
            await keep(page)
        case .corrected(let page):
            await adopt(page)
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

    /// ID of the session that is being recorded; nil if there is none. A session may have sound before it has words.
    var sessionUnderWay: HistorySession.ID? {
        isUnderWay ? current?.entry.id : nil
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

    /// Writes the final words that are not stored yet to the history.
    private func save() async {
        guard let session = current, session.isKept, let change = session.change else {
            return
        }
        do throws(ArchiveError) {
            if !session.isStored {
                try await store.begin(session.entry)
            }
            try await store.write(change.words, from: change.position, of: session.entry.id)
            current?.didStore()
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
            if session.isStored {
                finished.add(session)
                do throws(ArchiveError) {
                    try await store.end(
                        session.entry.id, language: session.language,
                        duration: max(session.soundSeconds, session.transcript.words.last?.end ?? 0))
                } catch {
                    outbox.post(.failure(error))
                }
            } else {
                await sounds.remove(session.entry.id)
            }
        }
        isUnderWay = false
        isPrivate = false
        outbox.post(.changed)
        report()
    }

    // MARK: Pages

    /// Stores the text of an edited dictation page in the history entry of its session. The page becomes a separate
    /// entry if it has several sessions, or if the entry was edited in the history, so no version is lost.
    private func keep(_ page: TranscriptDocument) async {
        guard preferences.load().history.keeps(kind), page != lastPage, !page.isEmpty,
            let (ids, text) = finished.found(on: page), text != page.text
        else {
            return
        }
        do throws(ArchiveError) {
            var entries: [HistorySession] = []
            for id in ids {
                guard let record = try await store.record(of: id) else {
                    // The user has removed the entry from the history.
                    return
                }
                entries.append(record.session)
            }
            guard entries.map(\.text.revealed).joined(separator: "\n") != page.text else {
                return
            }
            if let entry = entries.first, entries.count == 1, !entry.isEdited || isGiven(entry, on: page) {
                try await store.edit(entry.id, page.text)
            } else {
                try await add(page, engine: entries.last?.engine ?? "")
            }
            lastPage = page
            outbox.post(.changed)
        } catch {
            outbox.post(.failure(error))
        }
    }

    /// Updates the history entries of the sessions on a dictation page to the text on the page. An entry that was
    /// edited in the history keeps its text.
    private func adopt(_ page: TranscriptDocument) async {
        guard preferences.load().history.keeps(kind) else {
            return
        }
        var hasChanged = false
        do throws(ArchiveError) {
            for (session, text) in zip(page.sessions, page.sessionTexts) {
                guard let known = finished.entry(of: session.transcript),
                    let entry = try await store.record(of: known.id)?.session, entry.text.revealed != text,
                    !entry.isEdited || [known.given, lastPage?.text].contains(entry.text.revealed)
                else {
                    continue
                }
                try await store.edit(entry.id, text == known.stored ? nil : text)
                finished.give(text, to: entry.id)
                hasChanged = true
            }
        } catch {
            outbox.post(.failure(error))
        }
        if hasChanged {
            outbox.post(.changed)
        }
    }

    /// Returns whether the text of a history entry came from the dictation page, rather than from an edit in the
    /// history.
    private func isGiven(_ entry: HistorySession, on page: TranscriptDocument) -> Bool {
        page.sessions.contains { finished.entry(of: $0.transcript)?.given == entry.text.revealed }
    }

    private func add(_ page: TranscriptDocument, engine: String) async throws(ArchiveError) {
        let entry = HistorySession(
            kind: kind, language: page.language, engine: engine, began: clock.now, duration: page.duration)
        let words = Transcript(paragraphs: page.paragraphs).historyWords()
        try await store.add(HistoryRecord(session: entry, words: words))
        try await store.edit(entry.id, page.text)
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
        guard let samples = current?.takeWaiting(), !samples.isEmpty, let id = current?.entry.id else {
            return
        }
        do throws(TextSaveError) {
            try await sounds.append(samples, to: id)
        } catch {
            current?.keepsSound = false
            outbox.post(.soundFailure(error))
        }
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

    /// Deletes the stored text and sound of the session under way, which the user has made private.
    private func forget(_ session: RecordedSession) async {
        current?.leaveOut()
        finished.remove(session.entry.id)
        await sounds.remove(session.entry.id)
        guard session.isStored else {
            return
        }
        do throws(ArchiveError) {
            try await store.remove([session.entry.id])
            try await store.forgetRemoved()
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
