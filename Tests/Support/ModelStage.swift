public import ParlandoCore
public import ParlandoPresenters
public import ParlandoServices

/// A model service over doubles of its ports. Until `begin`, it carries out commands and reports nothing, so that a
/// test can tell a presenter whatever states it needs.
@MainActor public final class ModelStage: ModelServiceDelegate {
    /// A session that lasts until its sound is finished.
    public struct Session: Sendable {
        public let sound: AsyncStream<AudioBlock>.Continuation
        /// Why the session ended before; nil: it did not.
        public let end: Task<RecognitionError?, Never>

        /// Finishes the sound, and returns why the session had ended before; nil: it had not.
        public func finish() async -> RecognitionError? {
            sound.finish()
            return await end.value
        }
    }

    public let store: FakeModelStore
    public let recognizer = LoadingRecognizer()
    public let preferences: MemoryPreferenceStore
    public let memory = FakeMemoryPressure()
    public let clock = ManualClock(advancesItself: false)
    public let service: ModelService
    public private(set) var latest: [ModelEntry] = []
    public var hasBegun = false

    private let news: AsyncStream<[ModelEntry]>
    private let door: AsyncStream<[ModelEntry]>.Continuation

    /// - Parameters:
    ///   - catalogue: the speech models; nil for tiny.en and base.
    ///   - present: names of the models on disk.
    ///   - model: name of the chosen model.
    public init(
        catalogue: [SpeechModel]? = nil, present: Set<String> = ["tiny.en", "base", "voice"],
        model: String = "tiny.en", unloadMinutes: Int = 15, spools: (any SoundSpoolMaker)? = nil,
        mostQueued: Int = .max
    ) {
        var choice = Preferences()
        choice.model = model
        choice.unloadMinutes = unloadMinutes
        preferences = MemoryPreferenceStore(choice)
        if let catalogue {
            store = FakeModelStore(catalogue, present: present)
        } else {
            store = FakeModelStore(["tiny.en", "base"], multilingual: ["base"], present: present)
        }
        service = ModelService(
            store: store, recognizer: recognizer, preferences: preferences, memory: memory, spools: spools,
            mostQueued: mostQueued, clock: clock)
        (news, door) = AsyncStream.makeStream(of: [ModelEntry].self)
        service.add(self)
    }

    public func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
        door.yield(entries)
    }

    private func until(_ condition: ([ModelEntry]) -> Bool) async {
        for await entries in news {
            latest = entries
            if condition(entries) {
                return
            }
        }
    }

    /// Waits until a model is said to stand so.
    public func until(_ name: String, is state: ModelState) async {
        await until { $0.contains { $0.model.name == name && $0.state == state } }
    }

    /// Waits until a session is said to wait for a model.
    public func untilAwaited(_ name: String) async {
        await until { $0.contains { $0.model.name == name && $0.isAwaited } }
    }

    /// Waits until a model is said to have failed so.
    public func until(_ name: String, isFailed kind: RecognitionError.Kind) async {
        await until { entries in
            guard case .failed(.recognition(let error)) = entries.first(where: { $0.model.name == name })?.state else {
                return false
            }
            return error.kind == kind
        }
    }

    /// Waits until so many sessions have begun to be recognised.
    public func haveBegun(sessions: Int) async {
        while recognizer.sessions < sessions {
            await Task.yield()
        }
    }

    public func nextStoreCommand() async -> FakeModelStore.Command? {
        var commands = store.commands.makeAsyncIterator()
        return await commands.next(isolation: #isolation)
    }

    public func nextEngineCommand() async -> LoadingRecognizer.Command? {
        var commands = recognizer.commands.makeAsyncIterator()
        return await commands.next(isolation: #isolation)
    }

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - isForeign: whether it needs a model for many languages.
    ///   - isPatient: whether nobody waits for its words.
    ///   - waits: whether it outlasts a download that fails.
    ///   - prefersLarger: whether a larger model for many languages is preferred.
    ///   - kept: the model of a session that began in another language than English.
    public func session(
        isForeign: Bool = false, isPatient: Bool = false, waits: Bool = false, prefersLarger: Bool = false,
        keeping kept: String? = nil, with model: String? = nil
    ) -> Session {
        let (blocks, sound) = AsyncStream.makeStream(of: AudioBlock.self)
        var options = RecognitionOptions(audience: isPatient ? .nobody : .speaker)
        options.needsMultilingualModel = isForeign
        options.prefersMultilingualModel = prefersLarger
        options.waitsForModel = waits
        options.keptModel = kept
        options.model = model
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

extension ModelDownloads {
    /// Creates downloads for the pages of a test, on a machine and a network that the test describes.
    public convenience init(
        _ models: ModelStage, store: any PreferenceStore, isMetered: Bool = false, language: String = "en",
        machine: Machine = Machine()
    ) {
        self.init(
            models: models.service, network: FakeNetworkStatus(isMetered: isMetered), store: store,
            language: language, machine: machine)
    }
}
