import Logging
public import ParlandoCore

/// A recogniser that loads a model for the spoken languages when it is needed, and unloads it after some time without
/// use.
///
/// It uses the model chosen in the preferences if that knows the language, or else the first model of the catalogue on
/// disk that does. If the language is English, a model for English alone will do. Safe to call from any thread.
public actor MultilingualRecognizer: SpeechRecognizer {
    /// Idle time after which the model is unloaded.
    private static let idleTime = Duration.seconds(300)

    private let recognizer: any SpeechRecognizer
    private let store: any ModelStore
    private let preferences: any PreferenceStore
    private let clock: any Clock<Duration>
    private let log = Logger(label: "parlando.translator")
    private var loaded: String?
    private var loading: (name: String, task: Task<RecognitionError?, Never>)?
    private var uses = 0
    private var idle: Task<Void, Never>?

    /// - Parameters:
    ///   - recognizer: a recogniser that nothing else loads models into.
    ///   - store: the models on disk.
    ///   - preferences: name the chosen model.
    public init(
        _ recognizer: any SpeechRecognizer, store: any ModelStore, preferences: any PreferenceStore,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.recognizer = recognizer
        self.store = store
        self.preferences = preferences
        self.clock = clock
    }

    /// Loads the model before anybody speaks. Throws `modelMissing` if no suitable model is on disk.
    ///
    /// - Parameter language: the language that will be spoken, or nil for any.
    public func prepare(for language: String?) async throws(RecognitionError) {
        try await load(for: RecognitionOptions(language: language))
        restAfterUse()
    }

    /// Does nothing, because this recogniser chooses the model itself.
    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {}

    /// Unloads the model, unless it is in use.
    public func unload() async {
        guard uses == 0, loading == nil, loaded != nil else {
            return
        }
        loaded = nil
        await recognizer.unload()
    }

    public nonisolated func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        AsyncThrowingStream { door in
            let session = Task {
                await self.beginUse()
                do {
                    try await self.load(for: options)
                    for try await event in self.recognizer.transcribe(blocks, options: options) {
                        door.yield(event)
                    }
                    door.finish()
                } catch {
                    door.finish(throwing: error)
                }
                await self.endUse()
            }
            door.onTermination = { _ in session.cancel() }
        }
    }

    // MARK: Use

    private func beginUse() {
        uses += 1
        idle?.cancel()
    }

    private func endUse() {
        uses -= 1
        restAfterUse()
    }

    private func restAfterUse() {
        guard uses == 0 else {
            return
        }
        idle?.cancel()
        idle = Task { [clock] in
            do {
                try await clock.sleep(for: Self.idleTime)
                await self.unload()
            } catch {
                // Cancelled, because the model is in use again.
            }
        }
    }

    // MARK: Models

    private func load(for options: RecognitionOptions) async throws(RecognitionError) {
        guard let files = files(for: options) else {
            throw RecognitionError(.modelMissing, detail: "no model for \(options.language ?? "many languages")")
        }
        let name = files.model.name
        while true {
            if loaded == name {
                return
            }
            guard let earlier = loading else {
                break
            }
            let failure = await earlier.task.value
            if earlier.name == name, let failure {
                throw failure
            }
        }
        try await read(files)
    }

    private func read(_ files: ModelFiles) async throws(RecognitionError) {
        loaded = nil
        let task = Task { [recognizer, store] () async -> RecognitionError? in
            do throws(RecognitionError) {
                try await store.checkBeforeLoading(files.model)
                try await recognizer.load(files, progress: Unwatched())
                return nil
            } catch {
                return error
            }
        }
        loading = (files.model.name, task)
        let failure = await task.value
        loading = nil
        if let failure {
            log.notice("\(files.model.name) is not loaded: \(failure.kind) \(failure.detail)")
            if failure.kind == .modelCorrupt {
                _ = try? await store.setAsideDamaged(files.model)
            }
            throw failure
        }
        loaded = files.model.name
    }

    private func files(for options: RecognitionOptions) -> ModelFiles? {
        let gate = store.catalogue.first { $0.kind == .voiceActivity }
        let present = store.catalogue.filter { $0.kind == .speech && store.path(of: $0) != nil }
        let many = present.filter(\.isMultilingual)
        let isEnglish = options.language == "en" && !options.translatesIntoEnglish
        let chosen = preferences.load().model
        // Prefers a model that is already in memory, because loading another one takes time.
        let fitting = many.first { $0.name == chosen } ?? many.first { $0.name == loaded } ?? many.first
        let english = isEnglish ? present.first { $0.name == chosen } ?? present.first : nil
        guard let model = fitting ?? english, let weights = store.path(of: model), let gate,
            let voice = store.path(of: gate)
        else {
            return nil
        }
        return ModelFiles(model: model, weights: weights, voiceActivity: voice)
    }
}

/// Receives loading progress and ignores it.
private final class Unwatched: LoadProgress {
    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {}
}
