import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

@MainActor @Suite(.timeLimit(.minutes(1))) struct FilesPresenterTests {
    private let view = SpyFilesView()
    private let scene = FileScene(ScriptedRecognizer(script: [.init(1, .final(FileScene.words("my fellow")))]))
    private let saver = FakeTextSaver()
    private let presenter: FilesPresenter

    init() {
        presenter = FilesPresenter(view: view, service: scene.queue, saver: saver, store: scene.preferences)
        presenter.activate()
    }

    private func tell(_ event: FileEvent) {
        presenter.fileTranscriptionService(scene.queue, didReport: event)
    }

    private func show(_ files: QueuedFile...) {
        tell(.queue(files))
    }

    /// Transcribes a file to its end. Returns its identifier in the list.
    private func transcribe(_ path: String, _ file: MadeFiles.MadeFile = .init()) async throws -> String {
        scene.files.put(path, file)
        await scene.queue.add([path])
        await view.nextChange { kinds(row).contains(.remove) }
        return try #require(row).id
    }

    private func ended(
        _ path: String, _ end: FileOutcome.End, _ place: FileOutcome.Place = .history, seconds: Double = 75
    ) -> QueuedFile {
        QueuedFile(path: path, state: .ended(FileOutcome(end, place: place, seconds: seconds)))
    }

    private var row: FilesViewState.Row? { view.state.rows.first }

    private func kinds(_ row: FilesViewState.Row?) -> [FilesViewState.Action.Kind] {
        row?.actions.map(\.kind) ?? []
    }

    // MARK: Arriving

    @Test func filesThatArriveAreAddedAndShown() async {
        presenter.receive(["/a.wav", "/b.mp4"], others: 0)
        await view.nextChange { view.state.rows.map(\.name) == ["a.wav", "b.mp4"] }
        #expect(view.shows == 1)
        #expect(view.toasts.isEmpty)
    }

    @Test func filesElsewhereAreRefusedWithAReason() {
        presenter.receive([], others: 2)
        #expect(view.toasts == ["2 files are not on this computer. Copy them to a local folder first."])
        #expect(view.shows == 0)
    }

    // MARK: Progress

    @Test func progressIsToldInWords() {
        let progress = FileProgress(done: 90, total: 3600, speed: 12.34)
        show(QueuedFile(path: "/home/anna/talk.mp3", state: .running(progress)), QueuedFile(path: "/b.wav"))
        #expect(row?.name == "talk.mp3")
        #expect(row?.status == "5 minutes left")
        #expect(row?.fraction == 0.025)
        #expect(row?.isBusy == false)
        #expect(view.state.rows.last?.status == "Waiting")
        #expect(view.state.rows.map { kinds($0) } == [[.cancel], [.cancel]])
        #expect(row?.actions.first?.name == "Cancel talk.mp3")
        #expect(view.state.canCancelAll)
        #expect(!view.state.canClear)
        #expect(view.state.summary == "0 of 2 files transcribed")
        // The other file counts as one of average length.
        #expect(view.state.total?.text == "0 of 2 files · 10 minutes left")
        #expect(view.state.total?.fraction == 0.0125)
    }

    @Test func allFilesTogetherAreToldOnlyWhileThereAreSeveral() {
        show(ended("/a.wav", .whole), QueuedFile(path: "/b.wav"), ended("/c.wav", .stopped, .nowhere))
        #expect(view.state.total == .init("2 of 3 files", fraction: 2.0 / 3))
        show(QueuedFile(path: "/b.wav"))
        #expect(view.state.total == nil)
        show(ended("/a.wav", .whole), ended("/b.wav", .whole))
        #expect(view.state.total == nil)
    }

    @Test func aFileWhoseModelIsBeingLoadedIsBusy() {
        show(QueuedFile(path: "/a.wav", state: .running(FileProgress())))
        #expect(row?.status == "Preparing…")
        #expect(row?.isBusy == true)
        #expect(row?.fraction == nil)
    }

    @Test func aFileOfUnknownLengthSaysHowFarItIs() {
        show(QueuedFile(path: "/a.wav", state: .running(FileProgress(done: 61, total: 0, speed: 2.5))))
        #expect(row?.status == "01:01 so far")
        #expect(row?.isBusy == true)
    }

    @Test func aFileSaysThatItWaitsForDictation() {
        show(QueuedFile(path: "/a.wav", state: .running(FileProgress(done: 10, total: 20, isHeldUp: true))))
        #expect(row?.status == "Paused")
        #expect(row?.note == "Waiting for the dictation to end")
        #expect(row?.fraction == 0.5)
        #expect(row?.isBusy == false)
    }

    @Test func filesOfTheSameNameShowTheirFolders() {
        show(QueuedFile(path: "/a/talk.wav"), QueuedFile(path: "/b/c/talk.wav"), QueuedFile(path: "/a/other.wav"))
        #expect(view.state.rows.map(\.folder) == ["/a", "/b/c", ""])
    }

    @Test func bytesOfANameThatAreNoTextAreReplaced() {
        let path = PathBytes.text([UInt8](arrayLiteral: 0x2F, 0x61, 0xFF, 0x0A, 0x2E, 0x77))
        show(QueuedFile(path: path))
        #expect(row?.name == "a\u{FFFD}\u{FFFD}.w")
    }

    // MARK: Results

    @Test func aTextInTheHistoryIsShownThere() {
        let file = ended("/a.wav", .whole)
        show(file)
        #expect(row?.status == "Done · 01:15")
        #expect(row?.note.isEmpty == true)
        #expect(row?.tone == .information)
        #expect(kinds(row) == [.show, .save, .remove])
        presenter.press(.show, of: file.id.uuidString)
        #expect(view.opened == [file.id.uuidString])
        #expect(view.state.farewell == nil)
        #expect(view.state.canClear)
        #expect(view.state.summary == "1 file transcribed")
        show(file, ended("/b.wav", .failed(.file(AudioFileError(.empty))), .nowhere))
        #expect(view.state.summary == "1 of 2 files transcribed")
    }

    @Test func aRecordingThatBreaksOffSaysWhere() {
        show(ended("/a.wav", .cut(AudioFileError(.truncated, heard: 75))))
        #expect(row?.status == "Incomplete · 01:15")
        #expect(row?.note == "The recording ends early, after 01:15: part of the audio is missing.")
        #expect(row?.tone == .warning)
        #expect(kinds(row) == [.show, .save, .remove])
    }

    @Test func aDamagedRecordingNamesThePlaces() {
        let lost = [
            LostSound(start: 11, end: 31, isWhole: true), LostSound(start: 40.1, end: 40.3, isWhole: true),
            LostSound(start: 50, end: 75, isWhole: false),
        ]
        show(ended("/a.wav", .cut(AudioFileError(.truncated, lost: lost))))
        #expect(
            row?.note
                == "From 00:11 to 00:31 nothing could be read. At 00:40 something could not be read. "
                + "From 00:50 to 01:15 not everything could be read.")
        #expect(row?.tone == .warning)
    }

    @Test func aFileWithoutSpeechSaysSo() {
        show(ended("/a.wav", .whole, .nowhere))
        #expect(row?.status == "No speech")
        #expect(row?.note == "No speech was found: the recording is silent from beginning to end.")
        #expect(row?.tracks.isEmpty == true)
        #expect(kinds(row) == [.remove])
    }

    @Test func aFileWhoseFirstTrackIsSilentOffersTheOther() async throws {
        scene.files.put("/film.mkv", .init(seconds: 0, tracks: ["eng", "\u{1B}deu"]))
        await scene.queue.add(["/film.mkv"])
        await view.nextChange { kinds(row).contains(.remove) }
        #expect(
            row?.note
                == "No speech was found: the recording is silent from beginning to end. "
                + "The file has 2 audio tracks. Track 1 (eng) was chosen.")
        #expect(row?.tracks.map(\.title) == ["1 (eng)", "2 (deu)"])
        let id = try #require(row).id
        presenter.choose(track: "1", of: id)
        await view.nextChange { row?.chosenTrack == "1" && kinds(row).contains(.remove) }
        #expect(scene.files.opened == ["/film.mkv", "/film.mkv 1"])
        #expect(view.state.rows.count == 1)
    }

    @Test func aFileThatIsNoSoundCanBeRemoved() async throws {
        let id = try await transcribe("/notes.txt", .init(refusal: AudioFileError(.notAudio)))
        #expect(row?.status == "Failed")
        #expect(row?.note == "This file has no audio that Parlando can read.")
        #expect(row?.tone == .failure)
        #expect(kinds(row) == [.remove])
        presenter.press(.remove, of: id)
        await view.nextChange { view.state.rows.isEmpty }
        #expect(view.questions.isEmpty)
    }

    @Test func aMissingModelLeadsToTheModels() {
        let file = ended("/a.wav", .failed(.recognition(RecognitionError(.modelMissing))), .nowhere)
        show(file)
        #expect(kinds(row) == [.chooseModel, .retry, .remove])
        presenter.press(.chooseModel, of: file.id.uuidString)
        #expect(view.openedPreferences == [.models])
    }

    @Test func aCancelledFileSaysHowMuchThereIs() {
        show(ended("/a.wav", .stopped), ended("/b.wav", .stopped, .nowhere))
        #expect(row?.status == "Canceled")
        #expect(row?.note == "The text up to 01:15 is in the history.")
        #expect(kinds(row) == [.show, .save, .retry, .remove])
        #expect(view.state.rows.last?.status == "Canceled")
    }

    // MARK: Text that is only in memory

    @Test func aTextThatIsNowhereElseIsNotLost() async throws {
        scene.store.fail(with: ArchiveError(.diskFull))
        let id = try await transcribe("/a.wav")
        #expect(row?.note.contains("disk is full") == true)
        #expect(row?.tone == .failure)
        #expect(kinds(row) == [.save, .remove])
        #expect(!view.state.canClear)
        #expect(view.state.farewell?.save == "Save…")
        #expect(presenter.unsaved == [id])
        // The user is asked, and stays.
        presenter.press(.remove, of: id)
        await view.nextChange { !view.questions.isEmpty }
        presenter.press(.save, of: id)
        #expect(view.asked == [id])
        #expect(await presenter.save(id, to: "/home/a.srt"))
        #expect(saver.saves.map(\.path) == ["/home/a.srt"])
        #expect(saver.saves.first?.text.contains("my fellow") == true)
        #expect(view.toasts == ["Saved as a.srt"])
        #expect(row?.note.hasSuffix("The text has been saved.") == true)
        #expect(view.state.farewell == nil)
    }

    @Test func aTextThatCannotBeSavedStays() async throws {
        let saver = FakeTextSaver(error: TextSaveError(.diskFull))
        let presenter = FilesPresenter(view: view, service: scene.queue, saver: saver, store: scene.preferences)
        presenter.activate()
        scene.preferences.change { $0.history.keepsDictations = false }
        let id = try await transcribe("/a.wav")
        #expect(await !presenter.save(id, to: "/home/a.txt"))
        #expect(view.toasts == ["The text was not saved because the disk is full. It is still in the list."])
        #expect(view.state.farewell != nil)
    }

    @Test func allTextsAreSavedUnderNamesOfTheirOwn() async throws {
        for path in ["/a/talk.wav", "/b/talk.mp3", "/c.wav"] {
            scene.files.put(path, .init(seconds: path == "/c.wav" ? 0 : 3))
        }
        await scene.queue.add(["/a/talk.wav", "/b/talk.mp3", "/c.wav"])
        await view.nextChange {
            view.state.rows.count == 3 && view.state.rows.allSatisfy { kinds($0).contains(.remove) }
        }
        #expect(view.state.canSaveAll)
        await presenter.saveAll(in: "/home/texts", ending: "srt")
        #expect(saver.saves.map(\.path) == ["/home/texts/talk.srt", "/home/texts/talk (2).srt"])
        #expect(view.state.note == "2 texts saved in texts.")
    }

    @Test func whatWasNotSavedIsNamed() async throws {
        let saver = FakeTextSaver(error: TextSaveError(.diskFull))
        let presenter = FilesPresenter(view: view, service: scene.queue, saver: saver, store: scene.preferences)
        presenter.activate()
        _ = try await transcribe("/talk.wav")
        await presenter.saveAll(in: "/home/texts", ending: "txt")
        #expect(
            view.state.note
                == "talk.wav: The text was not saved because the disk is full. It is still in the list.")
    }

    // MARK: Leaving

    @Test func closingAsksWhileFilesAreBeingTranscribed() {
        show(QueuedFile(path: "/a.wav", state: .running(FileProgress(done: 1, total: 2))), QueuedFile(path: "/b.wav"))
        #expect(
            view.state.farewell
                == .init(
                    "Stop Transcribing?", "2 files are not finished. The text so far is kept in the history.",
                    goOn: "Stop"))
        show(QueuedFile(path: "/a.wav", state: .running(FileProgress(isStored: false))))
        #expect(view.state.farewell?.text == "1 file is not finished. The text so far will be lost.")
    }

    // MARK: Notifications

    @Test func anotherWindowIsToldWhenAllIsDone() {
        view.isInFront = false
        tell(.finished([ended("/x/talk.mp3", .whole)]))
        #expect(view.notifications == [["talk.mp3", "Done · 01:15"]])
        tell(
            .finished([
                ended("/a.wav", .whole), ended("/b.wav", .failed(.file(AudioFileError(.empty))), .nowhere),
                ended("/c.wav", .stopped),
            ]))
        #expect(view.notifications.last == ["Files", "1 file transcribed · 1 file could not be transcribed"])
        presenter.withdrawNotification()
        #expect(view.withdrawals == 1)
    }

    @Test func nobodyIsToldWhoSeesIt() {
        tell(.finished([ended("/a.wav", .whole)]))
        view.isInFront = false
        tell(.finished([ended("/a.wav", .stopped)]))
        #expect(view.notifications.isEmpty)
    }

    @Test func nobodyIsToldWhoDoesNotWantToBe() {
        view.isInFront = false
        scene.preferences.change { $0.notifiesOfFiles = false }
        tell(.finished([ended("/a.wav", .whole)]))
        #expect(view.notifications.isEmpty)
    }

    // MARK: Commands

    @Test func aFileIsCancelledTriedAgainAndCleared() async throws {
        scene.speakers.begin()
        scene.files.put("/a.wav")
        await scene.queue.add(["/a.wav"])
        await view.nextChange { row?.note == "Waiting for the dictation to end" }
        let id = try #require(row).id
        presenter.press(.cancel, of: id)
        await view.nextChange { row?.status == "Canceled" }
        presenter.press(.retry, of: id)
        await view.nextChange { kinds(row) == [.cancel] }
        presenter.cancelAll()
        await view.nextChange { row?.status == "Canceled" }
        presenter.clear()
        await view.nextChange { view.state.rows.isEmpty }
    }
}
