import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// A model service with everything around it in the test's hand.
@MainActor final class ModelStage: ModelServiceDelegate {
    let store: FakeModelStore
    let recognizer = LoadingRecognizer()
    let preferences: MemoryPreferenceStore
    let memory = FakeMemoryPressure()
    let clock = ManualClock(advancesItself: false)
    let service: ModelService

    private let news: AsyncStream<[ModelEntry]>
    private let door: AsyncStream<[ModelEntry]>.Continuation
    private(set) var latest: [ModelEntry] = []
    /// A session that lasts until its sound is finished.
    struct Session {
        let sound: AsyncStream<AudioBlock>.Continuation
        /// Why the session ended before; nil: it did not.
        let end: Task<RecognitionError?, Never>

        /// Finishes the sound, and returns why the session had ended before; nil: it had not.
        func finish() async -> RecognitionError? {
            sound.finish()
            return await end.value
        }
    }

    /// Whether the service was told to begin.
    var hasBegun = false

    init(
        present: Set<String> = ["tiny.en", "base", "voice"], model: String = "tiny.en", unloadMinutes: Int = 15,
        spools: (any SoundSpoolMaker)? = nil, mostQueued: Int = .max
    ) {
        var choice = Preferences()
        choice.model = model
        choice.unloadMinutes = unloadMinutes
        preferences = MemoryPreferenceStore(choice)
        store = FakeModelStore(["tiny.en", "base"], multilingual: ["base"], present: present)
        service = ModelService(
            store: store, recognizer: recognizer, preferences: preferences, memory: memory, spools: spools,
            mostQueued: mostQueued, clock: clock)
        (news, door) = AsyncStream.makeStream(of: [ModelEntry].self)
        service.add(self)
    }

    func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry]) {
        door.yield(entries)
    }

    /// Waits until a model is said to stand so.
    func until(_ name: String, is state: ModelState) async {
        for await entries in news {
            latest = entries
            if entries.contains(where: { $0.model.name == name && $0.state == state }) {
                return
            }
        }
    }

    /// Waits until a session is said to wait for a model.
    func untilAwaited(_ name: String) async {
        for await entries in news {
            latest = entries
            if entries.contains(where: { $0.model.name == name && $0.isAwaited }) {
                return
            }
        }
    }

    /// Waits until so many sessions have begun to be recognised.
    func haveBegun(sessions: Int) async {
        while recognizer.sessions < sessions {
            await Task.yield()
        }
    }

    /// Waits until a model is said to have failed so.
    func until(_ name: String, isFailed kind: RecognitionError.Kind) async {
        for await entries in news {
            latest = entries
            if case .failed(.recognition(let error)) = entries.first(where: { $0.model.name == name })?.state,
                error.kind == kind
            {
                return
            }
        }
    }

    func nextStoreCommand() async -> FakeModelStore.Command? {
        var commands = store.commands.makeAsyncIterator()
        return await commands.next(isolation: #isolation)
    }

    func nextEngineCommand() async -> LoadingRecognizer.Command? {
        var commands = recognizer.commands.makeAsyncIterator()
        return await commands.next(isolation: #isolation)
    }

    /// Waits until this model is loaded as the next one, and brings it into memory.
    func finishLoading(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        #expect(await nextEngineCommand() == .load(name), sourceLocation: sourceLocation)
        recognizer.finish()
    }

    /// Begins, and brings the chosen model into memory.
    func becomeReady(_ name: String = "tiny.en") async {
        await service.begin()
        await finishLoading(name)
        await until(name, is: .ready)
    }

    /// Waits until a session uses a model or waits for one.
    func untilInUse() async {
        while await !service.isInUse {
            await Task.yield()
        }
    }

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - isForeign: whether it needs a model for many languages.
    ///   - isPatient: whether nobody waits for its words.
    ///   - waits: whether it outlasts a download that fails.
    func session(isForeign: Bool = false, isPatient: Bool = false, waits: Bool = false) -> Session {
        let (blocks, sound) = AsyncStream.makeStream(of: AudioBlock.self)
        var options = RecognitionOptions(audience: isPatient ? .nobody : .speaker)
        options.needsMultilingualModel = isForeign
        options.waitsForModel = waits
        let events = service.transcribe(blocks, options: options)
        let end = Task { () -> RecognitionError? in
            do {
                for try await _ in events {}
                return nil
            } catch {
                return error as? RecognitionError ?? RecognitionError(.engineFailed, detail: "\(type(of: error))")
            }
        }
        return Session(sound: sound, end: end)
    }
}

extension ModelService {
    /// Whether any session uses a model or waits for a model.
    var isInUse: Bool {
        !users.isEmpty || !waiting.isEmpty
    }
}
