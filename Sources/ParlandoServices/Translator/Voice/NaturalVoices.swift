import Logging
public import ParlandoCore
import ParlandoSignal

/// Loads and unloads natural voices, and synthesizes speech with them.
///
/// Loading takes seconds, so it begins as soon as it is known that a voice will speak (`prepare`). A voice is unloaded
/// once it has been idle for the time set in the preferences, if memory is low, or if its files were removed, but never
/// while it speaks. At most two are kept, one for each language of a conversation.
public actor NaturalVoices {
    private struct Resident {
        /// Tells apart copies of the same model.
        let id: Int
        let model: SpeechModel
        let loading: Task<any LoadedVoice, any Error>
        var users = 0
    }

    private static let most = 2

    private nonisolated let executor = BlockingExecutor(label: "parlando.natural")

    /// A thread of its own, because this actor reads files.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private let store: any ModelStore
    private let engine: any VoiceEngine
    private let preferences: any PreferenceStore
    private let memory: any MemoryPressure
    private let clock: any Clock<Duration>
    private let log = Logger(label: "parlando.voice")
    /// The most recently used last.
    private var residents: [Resident] = []
    private var lastResident = 0
    private var idle: Task<Void, Never>?
    private var followers: [Task<Void, Never>] = []

    public init(
        store: any ModelStore, engine: any VoiceEngine, preferences: any PreferenceStore, memory: any MemoryPressure,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.store = store
        self.engine = engine
        self.preferences = preferences
        self.memory = memory
        self.clock = clock
    }

    deinit {
        idle?.cancel()
        followers.forEach { $0.cancel() }
    }

    // MARK: On disk

    /// Imported voices come first.
    func voices(for language: String) -> [Voice] {
        models(for: language).map { model in
            Voice(
                id: Voice.natural(model.name), language: language, name: Self.title(of: model),
                gender: model.voice?.gender, isNatural: true)
        }
    }

    /// Nil if a plain voice is to speak. Throws `voiceGone` if the chosen voice is not on disk.
    func model(
        _ language: String, voice: Voice.ID?, gender: VoiceGender?
    ) throws(SynthesisError) -> SpeechModel? {
        if let voice {
            guard let name = Voice.model(of: voice) else {
                return nil
            }
            guard let model = store.voices.first(where: { $0.name == name }), store.voiceFiles(of: model) != nil else {
                throw SynthesisError(.voiceGone, detail: "the files of the chosen voice are not there")
            }
            return model
        }
        let fitting = models(for: language)
        guard !fitting.isEmpty, engine.isInstalled else {
            return nil
        }
        return fitting.first { gender != nil && $0.voice?.gender == gender } ?? fitting.first
    }

    private func models(for language: String) -> [SpeechModel] {
        (store.ownVoices + store.catalogue).filter {
            $0.kind == .voice && $0.voice?.language == language && store.voiceFiles(of: $0) != nil
        }
    }

    /// Returns the name with the country, such as `Joe US`.
    private static func title(of model: SpeechModel) -> String {
        [model.voice?.speaker ?? model.name, model.voice?.region ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }

    // MARK: In memory

    /// A failure is reported when the voice is asked to speak.
    func prepare(_ model: SpeechModel) async {
        follow()
        _ = try? await resident(model).loading.value
        rest()
    }

    /// Throws `SynthesisError` or `CancellationError`.
    func speak(_ request: SynthesisRequest, with model: SpeechModel) async throws -> SpokenSound {
        follow()
        idle?.cancel()
        let resident = resident(model)
        use(resident.id, 1)
        defer {
            use(resident.id, -1)
            rest()
        }
        let voice = try await Self.cancellable(resident.loading)
        do {
            let sound = try await voice.speak(request.text, rate: request.manner.rate)
            return await Self.shape(sound, request.manner)
        } catch let error as SynthesisError where !error.isOfText {
            // The files were read, so another natural voice would probably fail as well, but a plain voice would not.
            throw SynthesisError(.voiceBroken, detail: "\(error.kind) \(error.detail)")
        }
    }

    /// Voices in memory or being loaded.
    public var loaded: [String] {
        residents.map(\.model.name)
    }

    func unloadUnused() {
        let unused = residents.filter { $0.users == 0 }
        guard !unused.isEmpty else {
            return
        }
        log.debug("unload", metadata: ["voices": "\(unused.map(\.model.logName))"])
        residents.removeAll { $0.users == 0 }
        idle?.cancel()
    }

    private func resident(_ model: SpeechModel) -> Resident {
        if let index = residents.firstIndex(where: { $0.model == model }) {
            let resident = residents.remove(at: index)
            residents.append(resident)
            return resident
        }
        lastResident += 1
        let id = lastResident
        let resident = Resident(id: id, model: model, loading: Task { try await self.load(model, as: id) })
        residents.append(resident)
        while residents.count > Self.most, let index = residents.firstIndex(where: { $0.users == 0 }),
            index < residents.count - 1
        {
            residents.remove(at: index)
        }
        return resident
    }

    private func load(_ model: SpeechModel, as id: Int) async throws -> any LoadedVoice {
        let began = ContinuousClock.now
        do throws(SynthesisError) {
            let voice = try await engine.read(try await checked(model))
            log.debug("ready", metadata: ["voice": "\(model.logName)", "time": "\(ContinuousClock.now - began)"])
            return voice
        } catch {
            residents.removeAll { $0.id == id }
            throw error
        }
    }

    /// Verifies a voice's files. A damaged voice is moved aside, to be downloaded again; an imported one is deleted.
    private func checked(_ model: SpeechModel) async throws(SynthesisError) -> VoiceFiles {
        for file in store.files(of: model) {
            do throws(ModelError) {
                try await store.ensureWhole(file)
            } catch {
                guard error.kind == .wrongChecksum else {
                    let kind: SynthesisError.Kind = error.kind == .notPresent ? .voiceGone : .voiceUnloadable
                    throw SynthesisError(kind, detail: "\(model.logName): \(error.detail)")
                }
                log.error("\(model.logName) is damaged: \(error.detail)")
                guard !model.isOwn else {
                    try? await store.remove(model)
                    throw SynthesisError(.ownVoiceDamaged, detail: model.logName)
                }
                _ = try? await store.setAsideDamaged(model)
                throw SynthesisError(.voiceDamaged, detail: file.fileName)
            }
        }
        guard let files = store.voiceFiles(of: model) else {
            throw SynthesisError(.voiceGone, detail: "the files of \(model.logName) are not there")
        }
        return files
    }

    private func use(_ id: Int, _ change: Int) {
        if let index = residents.firstIndex(where: { $0.id == id }) {
            residents[index].users += change
        }
    }

    private static func cancellable(_ loading: Task<any LoadedVoice, any Error>) async throws -> any LoadedVoice {
        let (news, door) = AsyncThrowingStream.makeStream(of: (any LoadedVoice).self)
        Task { door.finish(with: await loading.result) }
        for try await voice in news {
            return voice
        }
        try Task.checkCancellation()
        throw SynthesisError(.failed, detail: "no voice was loaded")
    }

    /// The network cannot do this.
    private nonisolated static func shape(_ sound: SpokenSound, _ manner: SpeakingManner) async -> SpokenSound {
        let pitched = PitchShift.shift(sound.samples, semitones: manner.pitch, rate: sound.rate)
        return SpokenSound(samples: pitched, rate: sound.rate).amplified(by: manner.volume)
    }

    // MARK: Giving memory back

    /// Unloads removed voices, and restarts the timer for unused ones.
    private func rest() {
        idle?.cancel()
        residents.removeAll { $0.users == 0 && store.voiceFiles(of: $0.model) == nil }
        let minutes = preferences.load().sanitized().unloadMinutes
        guard minutes > 0, !residents.isEmpty else {
            return
        }
        idle = Task { [weak self, clock] in
            do {
                try await clock.sleep(for: .seconds(60 * minutes))
                await self?.unloadUnused()
            } catch {
                // A voice is in use again.
            }
        }
    }

    /// Begins to follow warnings that memory is low. Only the first call has an effect.
    private func follow() {
        guard followers.isEmpty else {
            return
        }
        let warnings = memory.warnings()
        followers = [
            Task { [weak self] in
                for await _ in warnings {
                    await self?.unloadUnused()
                }
            }
        ]
    }
}

extension SynthesisError {
    /// Whether a plain voice would fail as well, because of the text or because espeak-ng is missing.
    fileprivate var isOfText: Bool {
        [.nothingToSay, .tooLong, .scriptRefused, .notInstalled].contains(kind)
    }
}

extension AsyncThrowingStream.Continuation where Failure == any Error, Element: Sendable {
    fileprivate func finish(with result: Result<Element, any Error>) {
        switch result {
        case .success(let value):
            yield(value)
            finish()
        case .failure(let error): finish(throwing: error)
        }
    }
}

/// The voices of this computer: the user's choice, else a natural voice of the language, else a plain one.
public struct LocalSynthesizer: SpeechSynthesizer {
    public var kind: VoiceServiceKind { plain.kind }
    public var mostCharacters: Int { plain.mostCharacters }
    private let natural: NaturalVoices
    private let plain: any SpeechSynthesizer

    /// - Parameter plain: speaks every language without a file for each.
    public init(natural: NaturalVoices, plain: any SpeechSynthesizer) {
        self.natural = natural
        self.plain = plain
    }

    public func voices(for language: String) async throws(SynthesisError) -> [Voice] {
        await natural.voices(for: language) + (try await plain.voices(for: language))
    }

    public func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
        guard let model = try await natural.model(request.language, voice: request.voice, gender: request.gender) else {
            return try await plain.speak(request)
        }
        guard request.text.revealed.count <= mostCharacters else {
            throw SynthesisError(.tooLong, detail: "\(request.text.revealed.count) characters")
        }
        return try await natural.speak(request, with: model)
    }

    public func speaksClauses(_ language: String, voice: Voice.ID?) async -> Bool {
        let model = try? await natural.model(language, voice: voice, gender: nil)
        return model != nil
    }

    public func prepare(_ language: String, voice: Voice.ID?, gender: VoiceGender?) async {
        if let model = try? await natural.model(language, voice: voice, gender: gender) {
            await natural.prepare(model)
        }
    }
}
