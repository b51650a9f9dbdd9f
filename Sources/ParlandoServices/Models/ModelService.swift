import Logging
public import ParlandoCore

/// Keeps the models: which one is chosen, which are on disk or on their way, and the chosen one in memory while it is
/// of use. Several may be fetched at once; one is in memory.
public actor ModelService: ModelKeeping {
    /// A download or an import under way.
    struct Transfer {
        let id: Int
        let task: Task<Void, Never>
    }

    @MainActor public weak var delegate: (any ModelServiceDelegate)?

    private nonisolated let executor = BlockingExecutor(label: "io.github.parlando.models")

    /// A thread of its own: what lies on a disk is asked for here, and disks take their time.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    let store: any ModelStore
    let recognizer: WatchedRecognizer
    let preferences: any PreferenceStore
    let memory: any MemoryPressure
    let clock: any Clock<Duration>
    let log = Logger(label: "parlando.models")

    var chosen: String
    var states: [String: ModelState] = [:]
    var diskUse: [String: Int64] = [:]
    var transfers: [String: Transfer] = [:]
    var nextTransfer = 0
    /// Name of the model in memory.
    var loaded: String?
    /// Whether a model is being read into memory.
    var isPreparing = false
    /// Whether a model is just leaving memory; what is to be loaded waits until it has.
    var isUnloading = false
    var preparesNext = false
    /// Sessions that use the model in memory.
    var uses = 0
    var unloadMinutes: Int
    var idle: Task<Void, Never>?
    private var followers: [Task<Void, Never>] = []
    private let outbox = Outbox<[ModelEntry]>()

    /// - Parameters:
    ///   - recognizer: also given to whoever transcribes, so that a model in use stays in memory.
    ///   - preferences: the chosen model, and how long an unused one stays in memory; followed from `begin` on.
    ///   - clock: measures how long a model is not used.
    public init(
        store: any ModelStore, recognizer: WatchedRecognizer, preferences: any PreferenceStore,
        memory: any MemoryPressure, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.store = store
        self.recognizer = recognizer
        self.preferences = preferences
        self.memory = memory
        self.clock = clock
        let choice = preferences.load().sanitized()
        chosen = choice.model
        unloadMinutes = choice.unloadMinutes
        outbox.deliver(through: self)
    }

    deinit {
        followers.forEach { $0.cancel() }
        transfers.values.forEach { $0.task.cancel() }
        idle?.cancel()
    }

    /// Looks what is on disk, says so, and loads the chosen model if it is there. From now on the preferences, the use
    /// of the model and the system's memory are followed. Call once.
    public func begin() {
        for model in speechModels {
            settle(model.name)
        }
        if self.model(chosen) == nil, let first = speechModels.first {
            log.warning("There is no model '\(chosen)'; '\(first.name)' is used.")
            chosen = first.name
        }
        let (changes, counts, warnings) = (preferences.changes(), recognizer.uses, memory.warnings())
        followers = [
            Task { [weak self] in
                for await choice in changes {
                    await self?.adopt(choice.sanitized())
                }
            },
            Task { [weak self] in
                for await count in counts {
                    await self?.use(by: count)
                }
            },
            Task { [weak self] in
                for await _ in warnings {
                    await self?.giveBack()
                }
            },
        ]
        tell()
        prepare()
    }

    // MARK: What may be asked

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
            // Another program may have brought it.
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

    public func remove(_ name: String) {
        guard let model = model(name) else {
            return
        }
        transfers.removeValue(forKey: name)?.task.cancel()
        Task { await delete(model) }
    }

    private func delete(_ model: SpeechModel) async {
        do throws(ModelError) {
            try await store.remove(model)
            settle(model.name)
            tell()
            if loaded == model.name {
                await giveUp(model.name)
            }
            dismissIfHopeless()
        } catch {
            fail(model.name, .store(error))
        }
    }

    /// Makes a model that failed usable: loads it if its files are there, fetches them if not.
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

    /// What a model needs to be loaded, nil: something is not on disk.
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
        dismissIfHopeless()
    }

    /// Gives a model the state that its file on disk says, without a word.
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
        let entries = speechModels.map { model in
            ModelEntry(
                model: model, state: states[model.name] ?? .absent, diskUse: diskUse[model.name] ?? 0,
                isChosen: model.name == chosen)
        }
        outbox.post(entries)
    }
}

extension ModelService: EventSource {
    @MainActor func report(_ entries: [ModelEntry]) {
        delegate?.modelService(self, didChange: entries)
    }
}
