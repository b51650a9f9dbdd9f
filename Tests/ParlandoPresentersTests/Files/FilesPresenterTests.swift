import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

@MainActor @Suite(.timeLimit(.minutes(1))) struct FilesPresenterTests {
    private let view = SpyFilesView()
    private let queue: FakeFileTranscribing
    private let saver = FakeTextSaver()
    private let store = FakePreferenceStore()
    private let presenter: FilesPresenter

    init() {
        var page = TranscriptDocument()
        page.edit("my fellow")
        queue = FakeFileTranscribing(text: page)
        presenter = FilesPresenter(view: view, service: queue, saver: saver, store: store)
        presenter.activate()
    }

    private func show(_ files: QueuedFile...) {
        queue.tell(.queue(files))
    }

    private func ended(
        _ path: String, _ end: FileOutcome.End, _ place: FileOutcome.Place = .history, seconds: Double = 75
    ) -> QueuedFile {
        QueuedFile(path: path, state: .ended(FileOutcome(end, place: place, seconds: seconds)))
    }

    private func command() async -> FakeFileTranscribing.Command? {
        var commands = queue.commands.makeAsyncIterator()
        return await commands.next(isolation: #isolation)
    }

    private var row: FilesViewState.Row? { view.state.rows.first }

    private func kinds(_ row: FilesViewState.Row?) -> [FilesViewState.Action.Kind] {
        row?.actions.map(\.kind) ?? []
    }

    // MARK: Arriving

    @Test func filesThatArriveAreAddedAndShown() async {
        presenter.receive(["/a.wav", "/b.mp4"], others: 0)
        #expect(await command() == .add(["/a.wav", "/b.mp4"]))
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
        #expect(row?.status == "01:30 of 1:00:00 · speed ×12 · 5 minutes left")
        #expect(row?.fraction == 0.025)
        #expect(row?.isBusy == false)
        #expect(view.state.rows.last?.status == "Waiting")
        #expect(view.state.rows.map { kinds($0) } == [[.cancel], [.cancel]])
        #expect(row?.actions.first?.name == "Cancel talk.mp3")
        #expect(view.state.canCancelAll)
        #expect(!view.state.canClear)
        #expect(view.state.summary == "0 of 2 files transcribed")
    }

    @Test func aFileWhoseModelIsBeingLoadedIsBusy() {
        show(QueuedFile(path: "/a.wav", state: .running(FileProgress())))
        #expect(row?.status == "Preparing…")
        #expect(row?.isBusy == true)
        #expect(row?.fraction == nil)
    }

    @Test func aFileOfUnknownLengthSaysHowFarItIs() {
        show(QueuedFile(path: "/a.wav", state: .running(FileProgress(done: 61, total: 0, speed: 2.5))))
        #expect(row?.status == "01:01 so far · speed ×2.5")
        #expect(row?.isBusy == true)
    }

    @Test func aFileSaysThatItWaitsForDictation() {
        show(QueuedFile(path: "/a.wav", state: .running(FileProgress(done: 10, total: 20, isHeldUp: true))))
        #expect(row?.status == "Waiting for the dictation to end")
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
        #expect(row?.tone == .plain)
        #expect(kinds(row) == [.show, .remove])
        presenter.press(.show, of: file.id.uuidString)
        #expect(view.opened == [file.id.uuidString])
        #expect(view.state.farewell == nil)
        #expect(view.state.canClear)
        #expect(view.state.summary == "1 file transcribed")
    }

    @Test func aRecordingThatBreaksOffSaysWhere() {
        show(ended("/a.wav", .cut(AudioFileError(.truncated, heard: 75))))
        #expect(row?.status == "The recording ends early, after 01:15: part of the audio is missing.")
        #expect(row?.tone == .warning)
        #expect(kinds(row) == [.show, .remove])
    }

    @Test func aDamagedRecordingNamesThePlaces() {
        let lost = [
            LostSound(start: 11, end: 31, isWhole: true), LostSound(start: 40.1, end: 40.3, isWhole: true),
            LostSound(start: 50, end: 75, isWhole: false),
        ]
        show(ended("/a.wav", .cut(AudioFileError(.truncated, lost: lost))))
        #expect(
            row?.status
                == "From 00:11 to 00:31 nothing could be read. At 00:40 something could not be read. "
                + "From 00:50 to 01:15 not everything could be read.")
        #expect(row?.tone == .warning)
    }

    @Test func aFileWithoutSpeechSaysSo() {
        show(ended("/a.wav", .whole, .nowhere))
        #expect(row?.status == "No speech was found: the recording is silent from beginning to end.")
        #expect(kinds(row) == [.remove])
    }

    @Test func aFileThatIsNoSoundCanBeRemoved() async {
        let file = ended("/notes.txt", .failed(.file(AudioFileError(.notAudio))), .nowhere)
        show(file)
        #expect(row?.status == "This file has no sound that Parlando can read.")
        #expect(row?.tone == .failure)
        #expect(kinds(row) == [.retry, .remove])
        presenter.press(.remove, of: file.id.uuidString)
        #expect(await command() == .remove(file.id))
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
        #expect(row?.status == "Cancelled after 01:15. The text up to 01:15 is in the history.")
        #expect(kinds(row) == [.show, .retry, .remove])
        #expect(view.state.rows.last?.status == "Cancelled")
    }

    // MARK: Text that is only in memory

    @Test func aTextThatIsNowhereElseIsNotLost() async throws {
        let file = ended("/a.wav", .whole, .memoryOnly(ArchiveError(.diskFull)))
        show(file)
        #expect(row?.status.contains("disk is full") == true)
        #expect(row?.tone == .failure)
        #expect(kinds(row) == [.save, .remove])
        #expect(!view.state.canClear)
        #expect(view.state.farewell?.save == "Save…")
        #expect(presenter.unsaved == [file.id.uuidString])
        // The user is asked, and stays.
        presenter.press(.remove, of: file.id.uuidString)
        await view.nextChange { !view.questions.isEmpty }
        presenter.press(.save, of: file.id.uuidString)
        #expect(view.asked == [file.id.uuidString])
        #expect(await presenter.save(file.id.uuidString, to: "/home/a.srt"))
        #expect(saver.saves.map(\.path) == ["/home/a.srt"])
        #expect(saver.saves.first?.text.contains("my fellow") == true)
        #expect(view.toasts == ["Saved as a.srt"])
        #expect(row?.status.hasSuffix("The text has been saved.") == true)
        #expect(view.state.farewell == nil)
    }

    @Test func aTextThatCannotBeSavedStays() async {
        let presenter = FilesPresenter(
            view: view, service: queue, saver: FakeTextSaver(error: TextSaveError(.diskFull)), store: store)
        presenter.activate()
        let file = ended("/a.wav", .whole, .memory)
        show(file)
        #expect(await !presenter.save(file.id.uuidString, to: "/home/a.txt"))
        #expect(view.toasts == ["The text was not saved because the disk is full. It is still in the list."])
        #expect(view.state.farewell != nil)
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
        queue.tell(.finished([ended("/x/talk.mp3", .whole)]))
        #expect(view.notifications == [["talk.mp3", "Done · 01:15"]])
        queue.tell(
            .finished([
                ended("/a.wav", .whole), ended("/b.wav", .failed(.file(AudioFileError(.empty))), .nowhere),
                ended("/c.wav", .stopped),
            ]))
        #expect(view.notifications.last == ["Files", "1 file transcribed · 1 file could not be transcribed"])
        presenter.withdrawNotification()
        #expect(view.withdrawals == 1)
    }

    @Test func nobodyIsToldWhoSeesIt() {
        queue.tell(.finished([ended("/a.wav", .whole)]))
        view.isInFront = false
        queue.tell(.finished([ended("/a.wav", .stopped)]))
        #expect(view.notifications.isEmpty)
    }

    @Test func nobodyIsToldWhoDoesNotWantToBe() {
        view.isInFront = false
        store.change { $0.notifiesOfFiles = false }
        queue.tell(.finished([ended("/a.wav", .whole)]))
        #expect(view.notifications.isEmpty)
    }

    // MARK: Commands

    @Test func buttonsGiveCommands() async {
        let file = QueuedFile(path: "/a.wav")
        show(file)
        presenter.press(.cancel, of: file.id.uuidString)
        #expect(await command() == .cancel(file.id))
        presenter.press(.retry, of: file.id.uuidString)
        #expect(await command() == .retry(file.id))
        presenter.cancelAll()
        #expect(await command() == .cancelAll)
        presenter.clear()
        #expect(await command() == .removeEnded)
    }
}
