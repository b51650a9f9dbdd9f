import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// Reads files of silence that last three seconds.
private struct SilentReader: AudioFileReader {
    func blocks(of path: String, seconds: Double, track: Int?) async throws(AudioFileError) -> AudioFile {
        let (blocks, door) = AsyncThrowingStream.makeStream(of: AudioBlock.self)
        for _ in 0..<6 {
            door.yield(AudioBlock(samples: [Float](repeating: 0, count: 8000)))
        }
        door.finish()
        return AudioFile(seconds: 3, blocks: blocks)
    }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct HistoryServiceTests: DictationScene {
    let microphone = FakeMicrophone()
    let spy = SpyDictationDelegate()
    private let store = FakeHistoryStore()
    private let sounds = FakeHistorySounds()
    private let archive = FakeTranslationArchive()
    private let preferences = FakePreferenceStore()
    private let player = FakeSoundPlayer()
    private let delegate = SpyHistoryDelegate()
    private let clock = ManualClock(advancesItself: false)
    private let history: HistoryService

    init() {
        history = HistoryService(
            store: store, sounds: sounds, archive: archive, preferences: preferences, player: player,
            reader: SilentReader(), wallClock: FixedClock(), clock: clock)
        history.delegate = delegate
    }

    private func dictation(_ events: RecognitionEvent...) -> DictationService {
        let service = DictationService(
            microphone: microphone, recognizer: ScriptedRecognizer(script: events.map { .init(1, $0) }),
            recorders: [history.dictationRecorder], clock: ManualClock(advancesItself: true))
        service.delegate = spy
        return service
    }

    /// Speaks for two seconds, and waits for the end of the session to be stored.
    private func speak(_ service: DictationService) async {
        await hear(service)
        await end(service)
    }

    private func hear(_ service: DictationService) async {
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        microphone.play(second + second)
        await spy.next { $0 == .elapsed(2) }
    }

    private func end(_ service: DictationService) async {
        let count = delegate.events.count { if case .keeping = $0 { true } else { false } }
        await service.stop()
        await spy.wait(for: .idle)
        await delegate.nextChange {
            delegate.events.count { if case .keeping = $0 { true } else { false } } > count
        }
    }

    private var texts: [String] { store.records.map(\.session.text.revealed) }

    private func session(_ text: String, began: Double = 0, kind: HistoryKind = .dictation) -> HistorySession {
        HistorySession(
            kind: kind, began: FixedClock().now.addingTimeInterval(began), duration: 2, text: text, isOpen: false)
    }

    // MARK: Interruption

    @Test func ofAnInterruptedDictationItIsKnownWhatIsLeftAndNothingStaysOfAnEmptyOne() async throws {
        let (heard, silent, empty) = (session("so far"), session(""), session(""))
        for var session in [heard, silent, empty] {
            session.isIncomplete = true
            store.put(HistoryRecord(session: session, words: []))
        }
        try await sounds.append([0], to: silent.id)
        store.interrupt([empty.id, silent.id, heard.id])
        #expect(
            await history.interruption() == InterruptedDictation(id: silent.id, hasText: false, hasSound: true))
        #expect(store.records.map(\.session.id) == [heard.id, silent.id])
        store.interrupt([heard.id])
        #expect(
            await history.interruption() == InterruptedDictation(id: heard.id, hasText: true, hasSound: false))
        // Its text is being written anew.
        try await store.edit(heard.id, "")
        #expect(await history.interruption() == nil)
        #expect(store.records.map(\.session.id) == [heard.id, silent.id])
    }

    @Test func whatWasTranscribedAgainIsNoLongerInterrupted() async {
        let complete = session("all of it")
        store.put(HistoryRecord(session: complete, words: []))
        store.interrupt([complete.id])
        #expect(await history.interruption() == nil)
    }

    @Test(arguments: ["so far", ""])
    func whatTheEndOfTheProgramCutsOffIsKeptAsItStandsAndStaysOpen(said: String) async {
        preferences.change { $0.history.keepsSound = true }
        let service = dictation(.interim(words(said)))
        await hear(service)
        await spy.wait { if case .transcript(let text) = $0 { text.interim.text == said } else { false } }
        await history.cutOff()
        await service.abort(keepsWords: true)
        await spy.wait(for: .idle)
        await history.settle()
        #expect(texts == [said])
        #expect(store.records.map(\.session.isOpen) == [true])
        #expect(sounds.samples.count == 1)
    }

    // MARK: Recording

    @Test func whatIsTakenBackIsNotKept() async throws {
        func transcript(_ texts: String...) -> Transcript {
            Transcript(paragraphs: texts.map { Paragraph(words: words($0)) })
        }
        let recorder = history.dictationRecorder
        recorder.take(.began(DictationOptions()))
        recorder.take(.reported(.transcript(transcript("one", "two three"))))
        recorder.take(.reported(.takenBack(transcript("one"), isAbove: false)))
        recorder.take(.reported(.transcript(transcript("one", "four five"))))
        recorder.take(.reported(.phase(.idle)))
        await delegate.nextChange { store.records.first?.session.isOpen == false }
        #expect(store.records.map { $0.words.map(\.word.text) } == [["one", "four", "five"]])
    }

    @Test func aDictationIsKeptWithItsWords() async throws {
        await speak(dictation(.final(words("my fellow")), .final(words("Americans", at: 1))))
        #expect(texts == ["my fellow Americans"])
        let record = try #require(store.records.first)
        #expect(record.words.map(\.word.start) == [0, 0.3, 1])
        #expect(!record.session.isOpen)
        #expect(record.session.duration == 2)
        #expect(record.session.engine == Preferences().model)
        #expect(sounds.samples.isEmpty)
    }

    @Test func finalWordsAreStoredBeforeTheSessionEnds() async {
        let service = dictation(.final(words("not lost")))
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        microphone.play(second + second)
        await delegate.nextChange { !delegate.events.filter { $0 == .changed }.isEmpty }
        #expect(texts == ["not lost"])
        #expect(store.records.map(\.session.isOpen) == [true])
        await end(service)
    }

    @Test func punctuationThatComesLaterIsStored() async {
        var mark = Word(text: ".", start: 0.6, end: 0.6, probability: 1)
        mark.isGlued = true
        await speak(dictation(.final(words("the end")), .final([mark]), .final(words("Next", at: 1))))
        #expect(texts == ["the end. Next"])
        #expect(store.records.first?.words.count == 3)
    }

    @Test func paragraphsAreKept() async {
        await speak(dictation(.final(words("one")), .paragraphEnded, .final(words("two", at: 1))))
        #expect(texts == ["one\ntwo"])
    }

    @Test func anEmptyLineThatTheSpeakerAskedForIsKept() {
        let spoken = [Paragraph(words: words("one")), Paragraph(words: []), Paragraph(words: words("two"))]
        #expect(Transcript(paragraphs: spoken).historyWords().paragraphs == spoken)
        // Numbers from a damaged database.
        let odd = zip([Int.max, .min, 7], words("one two three")).map { HistoryWord($1, paragraph: $0) }
        #expect(odd.paragraphs.filter { !$0.words.isEmpty }.count == 3)
    }

    @Test func interimWordsAreNotStored() async {
        await speak(dictation(.interim(words("perhaps"))))
        #expect(store.records.isEmpty)
        #expect(store.writes == 0)
    }

    @Test func nothingIsKeptIfThePreferencesSayNo() async {
        preferences.change { $0.history.keepsDictations = false }
        await speak(dictation(.final(words("unkept"))))
        #expect(store.records.isEmpty)
    }

    @Test func theTerminalIsKeptOnlyIfAskedFor() async {
        for isKept in [false, true] {
            preferences.change { $0.history.keepsTerminal = isKept }
            let service = DictationService(
                microphone: microphone,
                recognizer: ScriptedRecognizer(script: [.init(1, .final(words("sudo")))]),
                recorders: [history.terminalRecorder], clock: ManualClock(advancesItself: true))
            service.delegate = spy
            await hear(service)
            await service.stop()
            await spy.wait(for: .idle)
            await history.settle()
            #expect(store.records.map(\.session.kind) == (isKept ? [.terminal] : []))
        }
        // The page's switch shows only how its own sessions are kept.
        await speak(dictation())
        #expect(delegate.events.filter { if case .keeping = $0 { true } else { false } } == [.keeping(.init())])
    }

    @Test func soundIsKeptWhereItIsWanted() async throws {
        preferences.change { $0.history.keepsSound = true }
        await speak(dictation(.final(words("heard again"))))
        let id = try #require(store.records.first?.session.id)
        #expect(sounds.samples[id] == 2 * AudioBlock.sampleRate)
        #expect(sounds.finished.contains(id))
        #expect(await history.sound(of: id).isThere)
    }

    /// Also of the next session, if it begins meanwhile.
    @Test func whileTheDiskHangsAMinuteOfSoundWaitsAndTheRestIsDroppedWithAWord() async {
        preferences.change { $0.history.keepsSound = true }
        let door = sounds.hang()
        let recorder = history.dictationRecorder
        recorder.take(.began(DictationOptions()))
        recorder.take(.reported(.transcript(Transcript(paragraphs: [Paragraph(words: words("so far"))]))))
        let block = AudioBlock(samples: [Float](repeating: 0.1, count: AudioBlock.sampleRate))
        for _ in 0..<90 {
            recorder.take(.captured(block))
        }
        recorder.take(.reported(.phase(.idle)))
        recorder.take(.began(DictationOptions()))
        recorder.take(.captured(block))
        door.finish()
        await delegate.nextChange {
            delegate.events.count { if case .soundFailure = $0 { true } else { false } } == 2
        }
        #expect(sounds.samples.values.map { $0 } == [60 * AudioBlock.sampleRate])
        #expect(store.records.map(\.session.soundEnd) == [60])
    }

    @Test func aFullDiskStopsTheSoundAndNotTheText() async {
        preferences.change { $0.history.keepsSound = true }
        sounds.fail(with: TextSaveError(.diskFull))
        await speak(dictation(.final(words("the text"))))
        #expect(texts == ["the text"])
        #expect(delegate.events.filter { $0 == .soundFailure(TextSaveError(.diskFull)) }.count == 1)
        #expect(store.records.map(\.session.soundEnd) == [0])
    }

    @Test func whatCouldNotBeStoredIsStoredLater() async {
        store.fail(with: ArchiveError(.damaged))
        let service = dictation(.final(words("first")))
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        microphone.play(second + second)
        await delegate.nextChange { delegate.events.contains(.failure(ArchiveError(.damaged))) }
        store.fail(with: nil)
        await end(service)
        #expect(texts == ["first"])
    }

    @Test func aRecordingStaysThoughItsLastWordsCouldNotBeStored() async {
        preferences.change { $0.history.keepsSound = true }
        let recorder = history.dictationRecorder
        recorder.take(.began(DictationOptions()))
        recorder.take(.captured(AudioBlock(samples: [Float](repeating: 0.1, count: AudioBlock.sampleRate))))
        recorder.take(.reported(.transcript(Transcript(paragraphs: [Paragraph(words: words("first"))]))))
        await delegate.nextChange { texts == ["first"] }
        store.fail(with: ArchiveError(.diskFull))
        recorder.take(.reported(.transcript(Transcript(paragraphs: [Paragraph(words: words("first second"))]))))
        recorder.take(.reported(.phase(.idle)))
        await delegate.nextChange { delegate.keeping != nil }
        #expect(sounds.samples.count == 1)
    }

    // MARK: One session left out

    @Test func aPrivateSessionIsNotKeptAndTheNextOneIs() async {
        await history.setPrivate(true)
        await delegate.nextChange { delegate.keeping?.isPrivate == true }
        await speak(dictation(.final(words("private"))))
        #expect(store.records.isEmpty)
        #expect(delegate.keeping?.isPrivate == false)
        await speak(dictation(.final(words("public"))))
        #expect(texts == ["public"])
    }

    @Test func theRestOfAPrivateSessionIsNotKeptEither() async {
        await history.setPrivate(true)
        await delegate.nextChange { delegate.keeping?.isPrivate == true }
        await speak(dictation())
        let count = delegate.events.count { if case .keeping = $0 { true } else { false } }
        var options = DictationOptions()
        options.resumed = ResumedSession(
            transcript: Transcript(),
            speech: UnsentSpeech(SpeechRecording([Float](repeating: 0.25, count: 32_000)), start: 0))
        await dictation(.final(words("private"))).start(options)
        await delegate.nextChange {
            delegate.events.count { if case .keeping = $0 { true } else { false } } > count
        }
        #expect(store.records.isEmpty)
    }

    @Test func aSessionWhoseRestIsPrivateIsNotKept() async {
        var options = DictationOptions()
        let service = dictation(.final(words("public")))
        await service.start(options)
        await spy.wait(for: .listening)
        microphone.play(second + second)
        await delegate.nextChange { texts == ["public"] }
        await end(service)
        await history.setPrivate(true)
        await delegate.nextChange { delegate.keeping?.isPrivate == true }
        options.resumed = ResumedSession(
            transcript: Transcript(paragraphs: [Paragraph(words: words("public"))]),
            speech: UnsentSpeech(SpeechRecording([Float](repeating: 0.25, count: 32_000)), start: 0))
        await dictation(.final(words("private"))).start(options)
        await delegate.nextChange { store.records.isEmpty && delegate.keeping?.isPrivate == false }
        #expect(store.records.isEmpty)
    }

    @Test func aSessionUnderWayThatBecomesPrivateIsDeleted() async {
        preferences.change { $0.history.keepsSound = true }
        let service = dictation(.final(words("said too much")))
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        microphone.play(second + second)
        await delegate.nextChange { texts == ["said too much"] }
        await history.setPrivate(true)
        await delegate.nextChange { store.records.isEmpty && delegate.keeping?.isPrivate == true }
        await end(service)
        #expect(store.records.isEmpty)
        #expect(sounds.samples.isEmpty)
    }

    @Test func aSessionThatIsNoLongerPrivateIsKeptFromItsBeginning() async throws {
        preferences.change { $0.history.keepsSound = true }
        await history.setPrivate(true)
        let service = dictation(.final(words("all of it")))
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        microphone.play(second + second)
        await spy.wait(forText: "all of it")
        await history.setPrivate(false)
        await end(service)
        #expect(texts == ["all of it"])
        let id = try #require(store.records.first?.session.id)
        #expect(sounds.samples == [id: 2 * AudioBlock.sampleRate])
    }

    // MARK: Reading and removing

    @Test func sessionsAndTranslationsAreInOneList() async throws {
        store.put(HistoryRecord(session: session("older", began: -100), words: []))
        store.put(HistoryRecord(session: session("newest", began: 100), words: []))
        archive.put(
            Exchange(source: "Tea", translation: "Té", targetLanguage: "es", isWhole: true, date: FixedClock().now))
        let entries = try await history.entries(matching: "", limit: 10)
        #expect(
            entries.map { entry in
                switch entry {
                case .session(let session): session.text.revealed
                case .translation(let exchange): exchange.source.revealed
                }
            } == ["newest", "Tea", "older"])
        #expect(try await history.entries(matching: "", limit: 2).count == 2)
    }

    @Test func whatIsRemovedComesBack() async throws {
        store.put(HistoryRecord(session: session("one"), words: []))
        archive.put(Exchange(source: "Tea", translation: "Té", targetLanguage: "es", isWhole: true))
        let entries = try await history.entries(matching: "", limit: 10)
        try await history.remove(entries)
        #expect(try await history.entries(matching: "", limit: 10).isEmpty)
        try await history.restore()
        #expect(try await history.entries(matching: "", limit: 10).count == 2)
        try await history.forgetRemoved()
        #expect(try await history.entries(matching: "", limit: 10).count == 2)
    }

    @Test func whatIsRemovedIsForgottenWithItsRecording() async throws {
        let kept = session("kept"), gone = session("gone")
        for session in [kept, gone] {
            store.put(HistoryRecord(session: session, words: []))
            try await sounds.append([0], to: session.id)
        }
        try await history.remove([.session(gone)])
        #expect(sounds.samples.count == 2)
        try await history.forgetRemoved()
        #expect(Array(sounds.samples.keys) == [kept.id])
        #expect(store.removed.isEmpty)
    }

    @Test func everythingIsRemovedWithTheRecordings() async throws {
        let one = session("one")
        store.put(HistoryRecord(session: one, words: []))
        try await sounds.append([0], to: one.id)
        try await history.removeAll()
        #expect(store.records.isEmpty)
        #expect(sounds.samples.isEmpty)
    }

    // MARK: How long entries are kept

    @Test func oldEntriesAreDeletedAtTheStartAndDaily() async throws {
        preferences.change { $0.history.days = 7 }
        store.put(HistoryRecord(session: session("old", began: -8 * 86_400), words: []))
        store.put(HistoryRecord(session: session("new", began: -6 * 86_400), words: []))
        archive.put(
            Exchange(
                source: "Tea", translation: "Té", targetLanguage: "es", isWhole: true,
                date: FixedClock().now.addingTimeInterval(-9 * 86_400)))
        await history.begin()
        await clock.hasBegun(sleeps: 1)
        #expect(texts == ["new"])
        #expect(archive.exchanges.isEmpty)
        store.put(HistoryRecord(session: session("also old", began: -8 * 86_400), words: []))
        clock.advance(by: .seconds(86_400))
        await delegate.nextChange { texts == ["new"] }
    }

    @Test func whoDoesNotOwnTheDataDeletesNothingByItself() async throws {
        preferences.change { $0.history.days = 7 }
        let removed = session("removed")
        store.put(HistoryRecord(session: removed, words: []))
        store.put(HistoryRecord(session: session("old", began: -8 * 86_400), words: []))
        try await store.remove([removed.id])
        await history.begin(tidies: false)
        await clock.hasBegun(sleeps: 1)
        #expect(texts == ["old"] && store.removed == [removed.id])
    }

    @Test func aDateThatMayBeWrongIsTold() async {
        preferences.change { $0.history.days = 7 }
        store.put(HistoryRecord(session: session("old", began: -8 * 86_400), words: []))
        store.doubtDate(true)
        await history.begin()
        await delegate.nextChange { delegate.events.contains(.failure(ArchiveError(.dateDoubtful))) }
        #expect(texts == ["old"])
    }

    @Test func atTheStartOnlyWhatWasRemovedGoesWithItsRecording() async throws {
        let removed = session("removed"), unknown = UUID()
        store.put(HistoryRecord(session: removed, words: []))
        try await store.remove([removed.id])
        for id in [removed.id, unknown] {
            try await sounds.append([0], to: id)
        }
        await history.begin()
        await clock.hasBegun(sleeps: 1)
        #expect(Array(sounds.samples.keys) == [unknown])
        #expect(store.removed.isEmpty)
    }

    @Test func withoutALimitNothingIsDeleted() async {
        store.put(HistoryRecord(session: session("old", began: -10_000 * 86_400), words: []))
        await history.begin()
        await clock.hasBegun(sleeps: 1)
        #expect(texts == ["old"])
    }

    @Test func whatMayNoLongerBeKeptIsDeleted() async throws {
        let one = session("one"), two = session("two", kind: .terminal)
        preferences.change {
            $0.history.keepsTerminal = true
            $0.history.keepsSound = true
        }
        for session in [one, two] {
            store.put(HistoryRecord(session: session, words: []))
            try await sounds.append([0], to: session.id)
        }
        await history.begin()
        preferences.change { $0.history.keepsTerminal = false }
        await delegate.nextChange { texts == ["one"] }
        preferences.change { $0.history.keepsSound = false }
        await delegate.nextChange { sounds.samples.isEmpty }
        preferences.change { $0.history.keepsDictations = false }
        await delegate.nextChange { store.records.isEmpty && delegate.keeping?.isAllowed == false }
    }

    // MARK: Playback

    /// Puts sessions with recordings on one page, and returns the first.
    private func putRecorded(_ texts: String...) async throws -> UUID {
        var page: UUID?
        for text in texts {
            var session = session(text)
            session.page = page
            page = page ?? session.id
            store.put(HistoryRecord(session: session, words: []))
            try await sounds.append([0], to: session.id)
        }
        return try #require(page)
    }

    @Test func theRecordingsOfAPageArePlayedOneAfterTheOther() async throws {
        let id = try await putRecorded("one", "two", "three")
        await history.play(id, from: 3)
        await delegate.nextChange { delegate.events.last == .playback(nil) }
        #expect(delegate.events.first == .playback(HistoryPlayback(id: id, seconds: 3)))
        // The second from its middle, then the third.
        #expect(abs(player.sounds.reduce(0) { $0 + $1.duration } - 5) < 0.001)
        #expect(player.playbacks == 2)
    }

    @Test func aRecordingIsPlayedFromAPosition() async throws {
        let id = try await putRecorded("one")
        await history.play(id, from: 1.25)
        await delegate.nextChange { delegate.events.last == .playback(nil) }
        #expect(delegate.events.first == .playback(HistoryPlayback(id: id, seconds: 1.25)))
        #expect(abs(player.sounds.reduce(0) { $0 + $1.duration } - 1.75) < 0.001)
        #expect(
            delegate.events.contains {
                if case .playback(let playback?) = $0 { abs(playback.seconds - 3) < 0.001 } else { false }
            })
    }

    @Test func aRecordingThatIsGoneIsTold() async {
        await history.play(UUID(), from: 0)
        await delegate.nextChange { delegate.events == [.unplayable(AudioFileError(.missing))] }
    }

    @Test func aLoudspeakerThatIsMissingIsTold() async throws {
        let id = try await putRecorded("one")
        player.failNext(AudioError(.noDevice, of: .loudspeaker))
        await history.play(id, from: 0)
        await delegate.nextChange { delegate.events.last == .playback(nil) }
        #expect(delegate.events.contains(.noLoudspeaker(AudioError(.noDevice, of: .loudspeaker))))
    }

    @Test func playbackPausesAndGoesOn() async throws {
        let id = try await putRecorded("one")
        player.hold()
        await history.play(id, from: 0)
        await delegate.nextChange { player.playbacks == 1 }
        await history.pausePlayback()
        await delegate.nextChange {
            if case .playback(let playback?) = delegate.events.last { playback.isPaused } else { false }
        }
        await history.resumePlayback()
        #expect(player.pauses == 1)
        #expect(player.resumes == 1)
        await history.stopPlayback()
        await delegate.nextChange { delegate.events.last == .playback(nil) }
    }
}
