import Logging
public import ParlandoCore

/// Manages the speech models: which model is chosen, which are on disk or being downloaded, and which is in memory.
///
/// Several models can be downloaded at once. At most one is in memory, for all pages and services together. A session
/// borrows the model that it needs (`transcribe`). The model stays in memory while a session uses it. It is unloaded if
/// it is idle for longer than the preferences allow, or if memory is low.
public actor ModelService: ModelKeeping {
    @MainActor private var delegates = ModelServiceDelegates()

    private nonisolated let executor = BlockingExecutor(label: "io.github.parlando.models")

    /// Executor with a thread of its own, because this actor makes blocking file system calls.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Counts the live sessions, that is, sessions in which somebody is dictating.
    public nonisolated let speakers = LiveSessions()

    let store: any ModelStore
    let recognizer: any LoadableRecognizer
    let preferences: any PreferenceStore
    let memory: any MemoryPressure
    let clock: any Clock<Duration>
    nonisolated let spools: (any SoundSpoolMaker)?
    nonisolated let mostQueued: Int
    let log = Logger(label: "parlando.models")

    var chosen: String
    var states: [String: ModelState] = [:]
    var diskUse: [String: Int64] = [:]
    var transfers: ModelTransfers
    /// Name of the model in memory; nil if there is none.
    var loaded: String?
    /// Whether the file of the model in memory was replaced or removed. The model is then lent to no more sessions.
    var isOutdated = false
    /// Whether a model is being loaded into memory.
    var isPreparing = false
    /// Whether a model is being unloaded. Another model is loaded only after that.
    var isUnloading = false
    /// Whether the chosen model is to be loaded as soon as no session uses another model.
    var loadsChosen = false
    /// Sessions that use the model in memory.
    var users: Set<Loan.ID> = []
    /// Requests of the sessions that wait for a model, in the order in which they asked.
    var waiting: [Loan] = []
    var unloadMinutes: Int
    var idle: Task<Void, Never>?
    private var followers: [Task<Void, Never>] = []
    private let outbox = Outbox<[ModelEntry]>()

    /// - Parameters:
    ///   - recognizer: the recogniser for all sessions on this computer. Nothing else may load models into it.
    ///   - preferences: source of the chosen model and of the idle time before it is unloaded; changes are followed
    ///     once `begin` has been called.
    ///   - spools: creates stores that keep the sound of sessions on disk until their model is loaded; nil to keep it
    ///     in memory.
    ///   - mostQueued: maximum number of samples of a session that may wait for its model.
    ///   - clock: measures the time for which a model is idle.
    public init(
        store: any ModelStore, recognizer: any LoadableRecognizer, preferences: any PreferenceStore,
        memory: any MemoryPressure, spools: (any SoundSpoolMaker)? = nil,
        mostQueued: Int = 3600 * AudioBlock.sampleRate, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.store = store
        self.recognizer = recognizer
        self.preferences = preferences
        self.memory = memory
        self.spools = spools
        self.mostQueued = mostQueued
        self.clock = clock
        transfers = ModelTransfers(log: log)
        let choice = preferences.load().sanitized()
        chosen = choice.model
        unloadMinutes = choice.unloadMinutes
        outbox.deliver(through: self)
    }

    deinit {
        followers.forEach { $0.cancel() }
        transfers.cancelAll()
        idle?.cancel()
    }

    /// Checks which models are on disk, reports them, and loads the chosen model if it is on disk. From then on, the
    /// service follows changes of the preferences and warnings that memory is low. Must be called once.
    ///
    /// - Parameter tidies: whether models that were removed earlier are deleted. False if another program may still
    ///   restore them.
    public func begin(tidies: Bool = true) {
        for model in speechModels {
            settle(model.name)
        }
        if self.model(chosen) == nil, let first = speechModels.first {
            log.warning("There is no model '\(chosen)'; '\(first.name)' is used.")
            chosen = first.name
        }
        let (changes, warnings) = (preferences.changes(), memory.warnings())
        followers = [
            Task { [weak self] in
                for await choice in changes {
                    await self?.adopt(choice.sanitized())
                }
            },
            Task { [weak self] in
                for await _ in warnings {
                    await self?.unloadUnused()
                }
            },
        ]
        if tidies {
            followers.append(
                Task { [store, log] in
                    do throws(ModelError) {
                        try await store.deleteAllPutAway()
                    } catch {
                        log.error("models that were removed earlier: \(error.kind) \(error.detail)")
                    }
                })
        }
        tell()
        prepare()
    }

    // MARK: What may be asked

    @MainActor public func add(_ delegate: any ModelServiceDelegate) {
        delegates.add(delegate, of: self)
    }

    public func choose(_ name: String) {
        guard model(name) != nil, name != chosen else {
            return
        }
        chosen = name
        tell()
        switch states[name] {
        case .absent, .failed, nil: recover(name)
        default: prepare()
        }
    }

    public func wake() {
        if states[chosen] == .absent {
            // Another process may have downloaded the model meanwhile.
            settle(chosen)
        }
        tell()
        switch states[chosen] {
        case .present: prepare()
        case .failed: recover(chosen)
        case .ready: rest()
        default: break
        }
    }

    /// Tries to make a failed or absent model usable: loads it if its files are on disk, and otherwise downloads it.
    private func recover(_ name: String) {
        if let model = model(name), files(of: model) != nil {
            settle(name)
            prepare()
        } else {
            download(name, allowMetered: false)
        }
    }

    private func adopt(_ choice: Preferences) {
        if choice.unloadMinutes != unloadMinutes {
            unloadMinutes = choice.unloadMinutes
            rest()
        }
        choose(choice.model)
    }

    // MARK: States

    var speechModels: [SpeechModel] {
        store.catalogue.filter { $0.kind == .speech }
    }

    func model(_ name: String) -> SpeechModel? {
        store.catalogue.first { $0.name == name && $0.kind == .speech }
    }

    /// Returns the files needed to load a model; nil if a file is not on disk.
    func files(of model: SpeechModel) -> ModelFiles? {
        let detector = store.catalogue.first { $0.kind == .voiceActivity }
        guard let weights = store.path(of: model), let detector, let gate = store.path(of: detector) else {
            return nil
        }
        return ModelFiles(model: model, weights: weights, voiceActivity: gate)
    }

    func set(_ name: String, _ state: ModelState) {
        guard states[name] != state else {
            return
        }
        states[name] = state
        tell()
    }

    func fail(_ name: String, _ failure: ModelFailure) {
        log.notice("\(name): \(failure)")
        measure(name)
        set(name, .failed(failure))
        refuseHopeless()
    }

    /// Sets a model's state according to the files on disk, without reporting it.
    func settle(_ name: String) {
        guard let model = model(name) else {
            return
        }
        measure(name)
        states[name] = store.path(of: model) == nil ? .absent : loaded == name ? .ready : .present
    }

    private func measure(_ name: String) {
        diskUse[name] = model(name).map { store.diskUse(of: $0) }
    }

    func tell() {
        let awaited = awaited
        let entries = speechModels.map { model in
            ModelEntry(
                model: model, state: states[model.name] ?? .absent, diskUse: diskUse[model.name] ?? 0,
                isChosen: model.name == chosen, isAwaited: awaited.contains(model.name))
        }
        outbox.post(entries)
    }
}

extension ModelService: EventSource {
    @MainActor func report(_ entries: [ModelEntry]) {
        for delegate in delegates.keep(entries) {
            delegate.modelService(self, didChange: entries)
        }
    }
}
