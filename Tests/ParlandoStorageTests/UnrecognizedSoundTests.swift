import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoStorage
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// What stays of a dictation of which no word came.
@MainActor @Suite(.timeLimit(.minutes(1))) struct UnrecognizedSoundTests {
    enum End: CaseIterable {
        case failure
        case cancellation
    }

    private let folder: TemporaryFolder
    private let history: HistoryService
    private let microphone = FakeMicrophone()
    private let second = [Float](repeating: 0.1, count: AudioBlock.sampleRate)
    private let failure = RecognitionError(.engineFailed)

    init() throws {
        folder = try TemporaryFolder()
        let preferences = FakePreferenceStore()
        preferences.change { $0.history.keepsSound = true }
        history = HistoryService(
            store: SQLiteHistoryStore(path: folder.file("history.sqlite"), clock: FixedClock()),
            sounds: FlacSounds(folder: folder.file("recordings")), archive: FakeTranslationArchive(),
            preferences: preferences, player: FakeSoundPlayer(), reader: SoundFileReader(), wallClock: FixedClock(),
            clock: ManualClock(advancesItself: false))
    }

    private var recordings: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("recordings"))) ?? []).count
    }

    /// Returns once the end of the session is stored.
    private func dictate(
        _ options: DictationOptions, _ recognizer: ScriptedRecognizer, isCancelled: Bool = false
    ) async {
        let spy = SpyDictationDelegate()
        let service = DictationService(
            microphone: microphone, recognizer: recognizer, recorders: [history.dictationRecorder],
            clock: ManualClock(advancesItself: true))
        service.delegate = spy
        await service.start(options)
        if options.resumed == nil {
            await spy.wait(for: .listening)
            microphone.play(second + second)
            await spy.next { $0 == .elapsed(2) }
            await isCancelled ? service.abort() : service.stop()
        }
        await spy.wait(for: .idle)
        _ = await history.follow(TranscriptDocument())
    }

    private func dictate(_ options: DictationOptions, until end: End) async {
        switch end {
        case .failure: await dictate(options, ScriptedRecognizer(failure: failure, failsAfter: 2))
        case .cancellation: await dictate(options, ScriptedRecognizer(isLoaded: false), isCancelled: true)
        }
    }

    private func again(_ options: DictationOptions) -> DictationOptions {
        var options = options
        options.resumed = ResumedSession(
            transcript: Transcript(), speech: UnsentSpeech(SpeechRecording(second + second), start: 0))
        return options
    }

    @Test(arguments: End.allCases) func itsRecordingStaysAndGetsTheWordsThatComeLater(end: End) async throws {
        let options = DictationOptions()
        await dictate(options, until: end)
        let silent = try #require(try await history.record(of: options.session))
        #expect(silent.session.isIncomplete && !silent.session.isOpen && silent.words.isEmpty)
        #expect(recordings == 1)
        #expect(try await history.entries(matching: "", limit: 9).count == 1)
        // Still without words, as when the server is still down.
        await dictate(again(options), ScriptedRecognizer(failure: failure, failsAfter: 2))
        #expect(recordings == 1)
        let word = Word(text: "found", start: 0, end: 1, probability: 1)
        await dictate(again(options), ScriptedRecognizer(ending: [.final([word])]))
        let whole = try #require(try await history.record(of: options.session))
        #expect(whole.session.text.revealed == "found")
        #expect(!whole.session.isIncomplete && !whole.session.isOpen)
        #expect(recordings == 1)
    }

    @Test func whatTheUserDiscardsAndWhereNothingWasSaidNothingStays() async throws {
        let options = DictationOptions()
        await dictate(options, until: .failure)
        await history.discard(options.session)
        #expect(recordings == 0)
        await dictate(DictationOptions(), ScriptedRecognizer())
        #expect(recordings == 0)
        #expect(try await history.entries(matching: "", limit: 9).isEmpty)
    }
}
