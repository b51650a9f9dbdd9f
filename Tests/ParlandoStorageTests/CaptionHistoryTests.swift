import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoStorage
import ParlandoSystem
import ParlandoTestSupport
import Synchronization
import Testing

/// What the real history keeps of captions, and what it does not.
@MainActor @Suite(.timeLimit(.minutes(1))) struct CaptionHistoryTests {
    private let folder: TemporaryFolder
    private let preferences = FakePreferenceStore()
    private let microphone = FakeMicrophone()
    private let computer = FakeMicrophone()
    private let spy = SpyCaptionDelegate()
    private let delegate = SpyHistoryDelegate()
    /// The delegate hears of it as long as it lives.
    private let history: HistoryService
    private let heard: HeardBlocks
    private let options: CaptionOptions = {
        var options = CaptionOptions(source: .both)
        (options.labels, options.title) = ([.you: "You:", .computer: "Computer:"], "Meeting")
        return options
    }()

    init() throws {
        folder = try TemporaryFolder()
        history = HistoryService(
            store: Self.store(in: folder), sounds: FlacSounds(folder: folder.file("recordings")),
            archive: FakeTranslationArchive(), preferences: preferences, player: FakeSoundPlayer(),
            reader: SoundFileReader(), wallClock: FixedClock(), clock: ManualClock(advancesItself: false))
        heard = HeardBlocks(history.captionsRecorder)
        history.delegate = delegate
    }

    private static func store(in folder: TemporaryFolder) -> SQLiteHistoryStore {
        SQLiteHistoryStore(path: folder.file("history.sqlite"), clock: FixedClock())
    }

    /// As another program reads it.
    private func store() -> SQLiteHistoryStore {
        SQLiteHistoryStore(path: folder.file("history.sqlite"), clock: FixedClock(), repairs: false)
    }

    private func words(_ text: String, at start: Double) -> [Word] {
        [Word](of: text, from: start, every: 0.25, lasting: 0.2)
    }

    private func captions() async -> CaptionService {
        let service = CaptionService(
            microphone: microphone, computer: computer,
            recognizer: SidedRecognizer(
                you: ScriptedRecognizer(
                    script: [.init(0.5, .final(words("So", at: 0)))],
                    ending: [.final(words("went.", at: 0.6))]),
                computer: ScriptedRecognizer(script: [.init(0.5, .final(words("Indeed.", at: 0.25)))])),
            servers: nil, words: nil, recorder: heard, translator: nil)
        service.delegate = spy
        await service.start(options)
        await spy.wait(for: .listening)
        for device in [microphone, computer] {
            for await _ in device.commands {
                break
            }
        }
        // In step, as devices give their sound.
        for part in 1...45 {
            microphone.play([Float](repeating: 0.1, count: 320), blockFrames: 320)
            computer.play([Float](repeating: -0.1, count: 320), blockFrames: 320)
            await heard.reach(part - 2)
        }
        return service
    }

    private func waitUntilStored(_ condition: (HistoryRecord?) -> Bool) async throws {
        let store = store()
        while !Task.isCancelled {
            let count = delegate.events.count
            if condition(try await store.record(of: options.session)) {
                return
            }
            await delegate.nextChange { delegate.events.count > count }
        }
    }

    @Test func eachFinalWordOfBothSidesIsStoredAtOnceInItsPlaceAndSurvivesAKill() async throws {
        let service = await captions()
        try await waitUntilStored { ($0?.words.count ?? 0) == 4 }
        // The program is killed here: another one reads what is on disk.
        let killed = try #require(try await store().record(of: options.session))
        #expect(killed.words.paragraphs.map(\.text) == ["You: So", "Computer: Indeed."])
        #expect(killed.session.title.revealed == "Meeting")
        #expect(killed.session.kind == .captions)
        #expect(killed.session.isOpen)
        await service.stop()
        await spy.wait(for: .idle)
        try await waitUntilStored { $0?.session.isOpen == false }
        let whole = try #require(try await store().record(of: options.session))
        #expect(whole.words.paragraphs.map(\.text) == ["You: So", "Computer: Indeed.", "You: went."])
        #expect(whole.session.text.revealed == spy.text)
        #expect(!whole.session.isIncomplete)
    }

    @Test func soundIsKeptInTwoChannelsWhereItIsWanted() async throws {
        preferences.change { $0.history.keepsSound = true }
        let service = await captions()
        await service.stop()
        await spy.wait(for: .idle)
        try await waitUntilStored { $0?.session.isOpen == false }
        let record = try #require(try await store().record(of: options.session))
        #expect((0.9...1).contains(record.session.duration))
        let sounds = FlacSounds(folder: folder.file("recordings"))
        let path = try #require(await sounds.path(of: options.session))
        let file = try await SoundFileReader().blocks(of: path, seconds: 1)
        #expect(file.channels == 2)
        #expect(abs(file.seconds - record.session.duration) < 0.01)
        // That would mix them.
        let sound = await history.sound(of: options.session)
        #expect(sound.isThere && !sound.isRepeatable)
    }

    @Test(arguments: [true, false]) func whatMayNotBeKeptIsNot(isForbidden: Bool) async throws {
        if isForbidden {
            preferences.change { $0.history.keepsDictations = false }
        }
        let service = await captions()
        if !isForbidden {
            try await waitUntilStored { $0 != nil }
            try await history.removeAll()
        }
        await delegate.nextChange { delegate.events.contains(.captions(areKept: false)) }
        #expect(delegate.events.contains(.captions(areKept: true)) != isForbidden)
        await service.stop()
        await spy.wait(for: .idle)
        // The page waits for all that was reported.
        #expect(await history.follow(TranscriptDocument()) == [])
        #expect(try await store().ids(of: nil).isEmpty)
    }

    @Test(arguments: [true, false]) func theSwitchOfThePageHoldsForThemToo(isOnToTheEnd: Bool) async throws {
        await history.setPrivate(true)
        let service = await captions()
        _ = await history.follow(TranscriptDocument())
        #expect(try await store().ids(of: nil).isEmpty)
        if !isOnToTheEnd {
            await history.setPrivate(false)
            await delegate.nextChange { delegate.events.contains(.captions(areKept: true)) }
        }
        await service.stop()
        await spy.wait(for: .idle)
        _ = await history.follow(TranscriptDocument())
        #expect(try await store().ids(of: nil).isEmpty == isOnToTheEnd)
        #expect(spy.text != nil)
    }

    @Test func onThePageItsTextCountsAsKept() async throws {
        let service = await captions()
        await service.stop()
        await spy.wait(for: .idle)
        try await waitUntilStored { $0?.session.isOpen == false }
        let record = try #require(try await store().record(of: options.session))
        #expect(await history.follow(record.document) == [true])
        try await history.edit([options.session], "Other words")
        #expect(await history.follow(record.document) == [false])
    }
}

/// Counts what both sides have given, in blocks of 320 frames, and passes it on.
private final class HeardBlocks: DictationRecording {
    private let recorder: any DictationRecording
    private let frames = Mutex(0)

    init(_ recorder: any DictationRecording) {
        self.recorder = recorder
    }

    func take(_ news: DictationNews) {
        recorder.take(news)
        if case .captured(let block) = news {
            frames.withLock { $0 += block.samples.count / 2 }
        }
    }

    func reach(_ blocks: Int) async {
        while frames.withLock({ $0 < blocks * 320 }) {
            await Task.yield()
        }
    }
}
