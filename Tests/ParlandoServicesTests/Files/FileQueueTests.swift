import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct FileQueueTests {
    private static var recognizer: ScriptedRecognizer {
        ScriptedRecognizer(script: [
            .init(1, .final(FileScene.words("my fellow"))), .init(2, .language("en", probability: 1)),
        ])
    }

    private let scene = FileScene(recognizer)

    // MARK: Order

    @Test func filesAreTranscribedOneAfterTheOther() async {
        for name in ["/a.wav", "/b.mp3", "/c.mkv"] {
            scene.files.put(name)
        }
        await scene.transcribe("/a.wav", "/b.mp3", "/c.mkv")
        #expect(scene.files.opened == ["/a.wav", "/b.mp3", "/c.mkv"])
        #expect(scene.spy.files.map(\.outcome?.end) == [.whole, .whole, .whole])
        let most = scene.spy.events.map { event -> Int in
            guard case .queue(let files) = event else {
                return 0
            }
            return files.count { if case .running = $0.state { true } else { false } }
        }.max()
        #expect(most == 1)
        await scene.spy.nextChange { !scene.spy.finished.isEmpty }
        #expect(scene.spy.finished.map(\.count) == [3])
    }

    @Test func theTextIsInTheHistoryUnderTheNameOfTheFile() async throws {
        scene.files.put("/home/anna/talk.mp3")
        await scene.transcribe("/home/anna/talk.mp3")
        let session = try #require(scene.store.records.first?.session)
        #expect(session.kind == .file)
        #expect(session.title.revealed == "talk.mp3")
        #expect(session.source?.revealed == "/home/anna/talk.mp3")
        #expect(session.text.revealed == "my fellow")
        #expect(session.duration == 3)
        #expect(session.language == "en")
        #expect(!session.isOpen && !session.isIncomplete)
        #expect(scene.outcome("/home/anna/talk.mp3") == FileOutcome(.whole, place: .history, seconds: 3))
    }

    @Test func filesOfTheSameNameAreTwo() async {
        scene.files.put("/a/talk.wav")
        scene.files.put("/b/talk.wav")
        await scene.transcribe("/a/talk.wav", "/b/talk.wav")
        #expect(scene.store.records.map(\.session.source?.revealed) == ["/a/talk.wav", "/b/talk.wav"])
    }

    @Test func aFileThatWaitsIsNotAddedAgain() async {
        scene.files.put("/a.wav")
        await scene.transcribe("/a.wav", "/a.wav")
        #expect(scene.spy.files.count == 1)
        // Once it has ended, the user may want it anew.
        await scene.queue.add(["/a.wav"])
        await scene.spy.nextChange { scene.spy.files.count == 2 }
        await scene.rest()
        #expect(scene.store.records.count == 2)
    }

    @Test func anotherTrackIsTranscribedFromTheBeginning() async {
        scene.files.put("/film.mkv", .init(tracks: ["eng", "deu"]))
        await scene.transcribe("/film.mkv")
        let id = scene.id("/film.mkv")
        await scene.queue.choose(track: 0, of: id)
        await scene.queue.choose(track: 2, of: id)
        await scene.queue.choose(track: 1, of: id)
        await scene.spy.nextChange { scene.spy.files.map(\.track) == [1] && scene.spy.files.allSatisfy(\.hasEnded) }
        #expect(scene.files.opened == ["/film.mkv", "/film.mkv 1"])
        #expect(scene.spy.files.first?.tracks == AudioTracks(["eng", "deu"], chosen: 1))
        #expect(scene.store.records.count == 2)
    }

    // MARK: Trouble

    @Test func aFileThatIsNoSoundDoesNotStopTheQueue() async {
        scene.files.put("/notes.txt", .init(refusal: AudioFileError(.notAudio)))
        scene.files.put("/a.wav")
        await scene.transcribe("/notes.txt", "/gone.wav", "/a.wav")
        #expect(scene.outcome("/notes.txt")?.end == .failed(.file(AudioFileError(.notAudio))))
        #expect(scene.outcome("/notes.txt")?.place == .nowhere)
        #expect(scene.outcome("/gone.wav")?.end == .failed(.file(AudioFileError(.missing))))
        #expect(scene.outcome("/a.wav")?.end == .whole)
        #expect(scene.store.records.count { !$0.words.isEmpty } == 1)
        // What has no sound today has none tomorrow; what is missing may be there.
        for path in ["/notes.txt", "/gone.wav"] {
            await scene.queue.retry(scene.id(path))
        }
        await scene.spy.nextChange { scene.files.opened.count > 3 && scene.spy.files.allSatisfy(\.hasEnded) }
        #expect(scene.files.opened == ["/notes.txt", "/gone.wav", "/a.wav", "/gone.wav"])
    }

    @Test func aRecordingThatBreaksOffGoesAsFarAsItGoes() async {
        let failure = AudioFileError(.truncated, heard: 3)
        scene.files.put("/cut.wav", .init(failure: failure))
        await scene.transcribe("/cut.wav")
        #expect(scene.outcome("/cut.wav") == FileOutcome(.cut(failure), place: .history, seconds: 3))
        #expect(scene.texts == ["my fellow"])
        #expect(scene.store.records.map(\.session.isIncomplete) == [true])
    }

    @Test func whatWasNoticedAboutTheRecordingIsReported() async {
        let report = AudioFileReport(remarks: [.headerWrong], loudest: -20)
        scene.files.put("/a.wav", .init(report: report))
        await scene.transcribe("/a.wav")
        #expect(scene.outcome("/a.wav")?.report == report)
    }

    @Test func aFullDiskLosesNoText() async throws {
        scene.files.put("/a.wav")
        scene.store.fail(with: ArchiveError(.diskFull))
        await scene.transcribe("/a.wav")
        #expect(scene.outcome("/a.wav")?.place == .memoryOnly(ArchiveError(.diskFull)))
        #expect(scene.texts.isEmpty)
        #expect(try await scene.queue.document(of: scene.id("/a.wav"))?.text == "my fellow")
        // Nothing that would lose it.
        await scene.queue.removeEnded()
        #expect(try await scene.queue.document(of: scene.id("/a.wav"))?.text == "my fellow")
    }

    @Test func aFileThatFailedStaysWhenThoseThatEndedAreRemoved() async {
        scene.files.put("/a.wav")
        await scene.transcribe("/a.wav")
        await scene.transcribe("/missing.wav")
        await scene.queue.removeEnded()
        await scene.spy.nextChange { scene.spy.files.map(\.path) == ["/missing.wav"] }
    }

    @Test func withoutAHistoryTheTextIsInMemory() async throws {
        scene.preferences.change { $0.history.keepsDictations = false }
        scene.files.put("/a.wav")
        await scene.transcribe("/a.wav")
        #expect(scene.outcome("/a.wav")?.place == .memory)
        #expect(scene.store.records.isEmpty)
        #expect(try await scene.queue.document(of: scene.id("/a.wav"))?.text == "my fellow")
        await scene.queue.remove(scene.id("/a.wav"))
        await scene.spy.nextChange { scene.spy.files.isEmpty }
    }

    @Test func aServerThatIsGoneIsNamed() async {
        scene.preferences.change { $0.servers.engine = "0123" }
        scene.files.put("/a.wav")
        await scene.transcribe("/a.wav")
        #expect(scene.outcome("/a.wav")?.end == .failed(.serverGone))
    }

    // MARK: Sound

    @Test func theFileItselfIsPlayedWhileItIsThereAndUnchanged() async throws {
        scene.preferences.change { $0.history.keepsSound = true }
        scene.files.put("/a.wav")
        scene.sounds.put("/a.wav", "as it was")
        await scene.transcribe("/a.wav")
        let id = scene.id("/a.wav")
        #expect(scene.sounds.samples.isEmpty)
        #expect(await scene.history.sound(of: id).isThere)
        scene.sounds.put("/a.wav", "another one")
        #expect(await scene.history.sound(of: id).fault == .changed)
        scene.sounds.put("/a.wav", nil)
        #expect(await scene.history.sound(of: id).fault == .missing)
        #expect(await !scene.history.sound(of: id).isThere)
        // A copy, as older versions stored it.
        try await scene.sounds.append([0], to: id)
        #expect(await scene.history.sound(of: id).isThere)
    }

    // MARK: Transcribing again

    /// A dictation whose text was edited, with its recording.
    private func putDictation() async throws -> UUID {
        let session = HistorySession(
            kind: .dictation, engine: "old", began: FixedClock().now, duration: 3, text: "old text", isEdited: true,
            isOpen: false, isIncomplete: true)
        scene.store.put(HistoryRecord(session: session, words: []))
        try await scene.sounds.append([0], to: session.id)
        return session.id
    }

    @Test func aDictationIsTranscribedAgainAndItsOldTextComesBack() async throws {
        let delegate = SpyHistoryDelegate()
        scene.history.delegate = delegate
        let id = try await putDictation()
        let old = scene.store.records
        scene.files.put("/recordings/\(id).flac")
        await scene.queue.repeatEntry(id)
        await delegate.nextChange { delegate.events.last == .repeating([]) }
        #expect(delegate.events.contains(.replaced(id)))
        let new = try #require(scene.store.records.first)
        #expect(scene.store.records.count == 1)
        #expect(new.session.text.revealed == "my fellow" && new.words.count == 2)
        #expect(!new.session.isEdited && !new.session.isIncomplete)
        #expect(new.session.engine == Preferences().model)
        #expect(scene.spy.files.isEmpty)
        // Removing entries does not forget the old text.
        try await scene.history.remove([])
        try await scene.history.undoReplacement(of: id)
        #expect(scene.store.records == old)
    }

    @Test func aRecordingThatCannotBeReadLeavesTheOldText() async throws {
        let delegate = SpyHistoryDelegate()
        scene.history.delegate = delegate
        let id = try await putDictation()
        await scene.queue.repeatEntry(id)
        await delegate.nextChange { delegate.events.last == .repeating([]) }
        #expect(delegate.events.contains(.notReplaced(.file(AudioFileError(.missing)))))
        #expect(scene.texts == ["old text"])
    }

    @Test func aRecordingThatEndsBeforeItsTextIsNotTranscribedAgain() async throws {
        var session = HistorySession(kind: .dictation, began: FixedClock().now, text: "all of it", isOpen: false)
        session.soundEnd = 1
        scene.store.put(HistoryRecord(session: session, words: []))
        try await scene.sounds.append([0], to: session.id)
        let sound = await scene.history.sound(of: session.id)
        #expect(sound.isThere && !sound.isRepeatable)
        await scene.queue.repeatEntry(session.id)
        #expect(scene.files.opened.isEmpty)
    }

    @Test func aDamagedRecordingDoesNotReplaceALongerText() async throws {
        let delegate = SpyHistoryDelegate()
        scene.history.delegate = delegate
        let session = HistorySession(kind: .dictation, began: FixedClock().now, text: "end", isOpen: false)
        let words = FileScene.words("end", at: 60).map { HistoryWord($0, paragraph: 0) }
        scene.store.put(HistoryRecord(session: session, words: words))
        try await scene.sounds.append([0], to: session.id)
        let failure = AudioFileError(.truncated, heard: 3)
        scene.files.put("/recordings/\(session.id).flac", .init(failure: failure))
        await scene.queue.repeatEntry(session.id)
        await delegate.nextChange { delegate.events.last == .repeating([]) }
        #expect(delegate.events.contains(.notReplaced(.file(failure))))
        #expect(scene.texts == ["end"])
    }

    @Test func theWordsOfAnotherFileDoNotReplaceTheText() async {
        let delegate = SpyHistoryDelegate()
        scene.history.delegate = delegate
        scene.files.put("/a.wav")
        scene.sounds.put("/a.wav", "as it was")
        await scene.transcribe("/a.wav")
        scene.speakers.begin()
        await scene.queue.repeatEntry(scene.id("/a.wav"))
        scene.sounds.put("/a.wav", "another one")
        scene.speakers.end()
        await delegate.nextChange { delegate.events.last == .repeating([]) }
        #expect(delegate.events.contains(.notReplaced(.fileChanged)))
    }

    // MARK: Progress

    @Test func progressSaysHowFastItGoesAndHowLongItTakes() async throws {
        scene.files.put("/long.wav", .init(seconds: 100))
        await scene.transcribe("/long.wav")
        let progress = scene.spy.events.compactMap { event -> FileProgress? in
            guard case .queue(let files) = event, case .running(let progress)? = files.first?.state else {
                return nil
            }
            return progress
        }
        let last = try #require(progress.last)
        #expect(last.total == 100)
        let done = progress.compactMap(\.done)
        #expect(done == done.sorted() && (done.last ?? 0) > 90)
        let (speed, left) = (try #require(last.speed), try #require(last.secondsLeft))
        #expect(speed > 0)
        #expect(abs(left * speed - (100 - (last.done ?? 0))) < 0.001)
        #expect(progress.first?.speed == nil)
    }
}
