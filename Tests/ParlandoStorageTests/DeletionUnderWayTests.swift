import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoStorage
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// What is left in the folder of the data if something is deleted during a dictation, and if the history is damaged.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DeletionUnderWayTests {
    enum Press: CaseIterable {
        case keepDictations
        case keepRecordings
        case eye
        case deleteAllData
    }

    private let folder: TemporaryFolder
    private let preferences = FakePreferenceStore()
    private let microphone = FakeMicrophone()
    private let spy = SpyDictationDelegate()
    private let delegate = SpyHistoryDelegate()
    private let second = [Float](repeating: 0.1, count: AudioBlock.sampleRate)

    init() throws {
        folder = try TemporaryFolder()
        preferences.change { $0.history.keepsSound = true }
    }

    /// Starts the history, and returns once it has deleted what is too old.
    private func start() async -> HistoryService {
        let clock = ManualClock(advancesItself: false)
        let history = HistoryService(
            store: SQLiteHistoryStore(path: folder.file("history.sqlite"), clock: FixedClock()),
            sounds: FlacSounds(folder: folder.file("recordings")), archive: FakeTranslationArchive(),
            preferences: preferences, player: FakeSoundPlayer(), reader: SoundFileReader(), wallClock: FixedClock(),
            clock: clock)
        history.delegate = delegate
        await history.begin()
        await clock.hasBegun(sleeps: 1)
        return history
    }

    private var recordings: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.file("recordings"))) ?? []
    }

    private func words(_ text: String, at start: Double) -> [Word] {
        [Word(text: text, start: start, end: start + 0.5, probability: 0.9)]
    }

    private func dictation(_ history: HistoryService) -> DictationService {
        let service = DictationService(
            microphone: microphone,
            recognizer: ScriptedRecognizer(script: [
                .init(1, .final(words("before", at: 0))), .init(3, .final(words("after", at: 2))),
            ]),
            recorders: [history.dictationRecorder], clock: ManualClock(advancesItself: true))
        service.delegate = spy
        return service
    }

    private func speak(until text: String) async {
        microphone.play(second + second)
        await spy.wait(forText: text)
    }

    private func end(_ service: DictationService) async {
        let reports = delegate.events.count { if case .keeping = $0 { true } else { false } }
        await service.stop()
        await spy.wait(for: .idle)
        await delegate.nextChange {
            delegate.events.count { if case .keeping = $0 { true } else { false } } > reports
        }
    }

    private func press(_ press: Press, in history: HistoryService) async throws {
        switch press {
        case .keepDictations:
            preferences.change { $0.history.keepsDictations = false }
            await delegate.nextChange { delegate.keeping?.isAllowed == false }
        case .keepRecordings:
            preferences.change { $0.history.keepsSound = false }
            await delegate.nextChange { recordings.isEmpty }
        case .eye:
            await history.setPrivate(true)
            await delegate.nextChange { delegate.keeping?.isPrivate == true }
        case .deleteAllData:
            try await history.removeAll()
        }
    }

    @Test(arguments: Press.allCases) func whatIsPressedDuringADictationHoldsForAllOfIt(button: Press) async throws {
        let history = await start()
        let service = dictation(history)
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        let changes = delegate.events.count { $0 == .changed }
        await speak(until: "before")
        await delegate.nextChange { delegate.events.count { $0 == .changed } > changes && recordings.count == 1 }
        try await press(button, in: history)
        await speak(until: "after")
        await end(service)
        #expect(recordings.isEmpty)
        // The text stays on the page, and the next start finds only what may be there.
        #expect(spy.transcripts.last?.text == "before after")
        let entries = try await start().entries(matching: "", limit: 10)
        #expect(entries.count == (button == .keepRecordings ? 1 : 0))
    }

    @Test func aRecordingOutlivesADamagedHistoryAlsoAtTheSecondStart() async throws {
        let history = await start()
        let service = dictation(history)
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        await speak(until: "before")
        await end(service)
        #expect(recordings.count == 1)
        for name in folder.names where name.hasPrefix("history.sqlite") {
            try FileManager.default.removeItem(atPath: folder.file(name))
        }
        try folder.write(Array(repeating: 0x58, count: 5000), to: "history.sqlite")
        let later = [await start(), await start()]
        await delegate.nextChange {
            delegate.events.contains { if case .failure(let error) = $0 { error.kind == .damaged } else { false } }
        }
        #expect(folder.names.contains("history.sqlite.damaged"))
        #expect(recordings.count == 1)
        withExtendedLifetime(later) {}
    }
}

/// What is left of a dictation if the program is killed. The program is `ParlandoBench`, which every build for tests
/// makes; `scripts/bench history` kills it a hundred times.
@Suite(.timeLimit(.minutes(3))) struct KilledProgramTests {
    @Test func ofADictationAtMostTheLastSecondIsLost() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(filePath: tests).deletingLastPathComponent().appending(path: "ParlandoBench")
        #expect(try SystemProgram.run(program.path, "history-kills", "3").contains("3 kills"))
    }
}
