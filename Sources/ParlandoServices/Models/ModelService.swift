import Logging
public import ParlandoCore

public struct ModelEntry: Sendable, Equatable, Identifiable {
    public let model: SpeechModel
    public var state: ModelState
    /// Bytes on disk.
    public var diskUse: Int64
    public var isChosen: Bool
    /// Whether a session waits for this model until others have ended.
    public var isAwaited: Bool

    public var id: String { model.name }

    /// Whether it has to be downloaded, and is not being downloaded.
    public var isMissing: Bool {
        switch state {
        case .absent, .failed(.store): true
        case .failed(.recognition(let error)): error.kind == .modelMissing || error.kind == .modelCorrupt
        case .downloading, .verifying, .present, .preparing, .ready: false
        }
    }

    public init(
        model: SpeechModel, state: ModelState, diskUse: Int64, isChosen: Bool, isAwaited: Bool = false
    ) {
        self.model = model
        self.state = state
        self.diskUse = diskUse
        self.isChosen = isChosen
        self.isAwaited = isAwaited
    }
}

/// Receives a model service's events on the main actor, in the order in which they happened.
@MainActor public protocol ModelServiceDelegate: AnyObject {
    /// Has one entry for every speech model, in the order of the catalogue.
    func modelService(_ service: ModelService, didChange entries: [ModelEntry])
}

/// Manages the speech models: which is chosen, which are on disk or being downloaded, which is in memory.
///
/// At most one is in memory, for all pages together; a session borrows it (`transcribe`). It is unloaded when it is
/// idle for longer than the preferences allow, or when memory is low and no session uses it.
public actor ModelService {
    private struct Listener {
        weak var delegate: (any ModelServiceDelegate)?
    }

    @MainActor private var listeners: [Listener] = []
    @MainActor private var latest: [ModelEntry]?

    private nonisolated let executor = BlockingExecutor(label: "io.github.parlando.models")

    /// A thread of its own, for blocking file system calls.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

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
    var loaded: String?
    /// The file was replaced or removed. The model in memory is lent to no more sessions.
    var isOutdated = false
    var isPreparing = false
    var isUnloading = false
    /// Once no session uses another model.
    var loadsChosen = false
    var users: Set<Loan.ID> = []
    /// In the order in which they asked.
    var waiting: [Loan] = []
    var unloadMinutes: Int
    var idle: Task<Void, Never>?
    private var followers: [Task<Void, Never>] = []
    private let outbox = Outbox<[ModelEntry]>()

    /// - Parameters:
    ///   - recognizer: nothing else may load models into it.
    ///   - spools: keeps the sound of waiting sessions on disk; nil for memory only.
    ///   - mostQueued: samples of a session that may wait for its model.
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

    /// Reports which models are on disk, and loads the chosen one. Then follows the preferences and warnings of low
    /// memory. Call once.
    ///
    /// - Parameter tidies: whether models that were removed earlier are deleted. False if another program may restore
    ///   them.
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

    /// Held weakly. If the state of the models is known, it is reported at once.
    @MainActor public func add(_ delegate: any ModelServiceDelegate) {
        listeners.removeAll { $0.delegate == nil || $0.delegate === delegate }
        listeners.append(Listener(delegate: delegate))
        if let latest {
            delegate.modelService(self, didChange: latest)
        }
    }

    /// Loads the model if it is on disk, and otherwise downloads it.
    public func choose(_ name: String) {
        guard model(name) != nil, name != chosen else {
            return
        }
        chosen = name
        tell()
        switch states[name] {
        case .failed(.store(let error)) where error.kind == .notThisModel || error.kind == .notReadable:
            // Who has chosen a wrong file did not ask for a download.
            break
        case .absent, .failed, nil: recover(name)
        default: prepare()
        }
    }

    /// Loads the chosen model again after it was idle or failed.
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

    /// Loads the model if its files are on disk, and otherwise downloads it.
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

    /// Nil if a file is not on disk.
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

    /// Takes the state from the files on disk, without reporting it.
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

    /// Before `begin` the states are not known, and nothing is reported.
    func tell() {
        guard !followers.isEmpty else {
            return
        }
        let awaited = awaited
        let entries = speechModels.map { model in
            ModelEntry(
                model: model, state: states[model.name] ?? .absent, diskUse: diskUse[model.name] ?? 0,
                isChosen: model.name == chosen, isAwaited: awaited.contains(model.name))
        }
        outbox.post(entries)
    }
}

extension ModelService: ModelTransferring {
    /// Uses a metered connection only if `allowMetered` is true.
    public func download(_ name: String, allowMetered: Bool) {
        guard let model = model(name), !transfers.contains(name) else {
            return
        }
        guard files(of: model) == nil else {
            settle(name)
            tell()
            prepare()
            return
        }
        transfer(model, store.fetch(model, allowMetered: allowMetered))
    }

    public func importModel(_ name: String, from path: String) {
        guard let model = model(name), !transfers.contains(name) else {
            return
        }
        transfer(model, store.importModel(model, from: path), as: .verifying(fraction: 0))
    }

    /// Keeps the bytes that have arrived, so the download can be resumed.
    public func cancelDownload(_ name: String) {
        guard transfers.cancel(name) else {
            return
        }
        settle(name)
        tell()
        refuseHopeless()
    }

    private func transfer(
        _ model: SpeechModel, _ events: AsyncThrowingStream<ModelFetchEvent, any Error>, as state: ModelState? = nil
    ) {
        let first = transfers.begin(model, events, for: self)
        set(model.name, state ?? first)
    }

    func hear(_ event: ModelFetchEvent, of model: SpeechModel, transfer id: Int) {
        if let state = transfers.state(of: model.name, after: event, of: id) {
            set(model.name, state)
        }
    }

    func end(_ model: SpeechModel, transfer id: Int, failure: ModelError?) {
        guard transfers.end(model.name, id) else {
            return
        }
        if let failure {
            fail(model.name, .store(failure))
            return
        }
        if loaded == model.name {
            // The new file differs from the one that the model in memory was loaded from.
            isOutdated = true
        }
        settle(model.name)
        tell()
        if model.name == chosen {
            prepare()
        }
        advance()
    }
}

extension ModelService {
    /// Sessions that use the model keep it until they end. It can be restored until `forgetRemoved`.
    public func remove(_ name: String) async throws(ModelError) {
        guard let model = model(name) else {
            return
        }
        transfers.cancel(name)
        do throws(ModelError) {
            try await store.putAway(model)
        } catch {
            show(name)
            throw error
        }
        show(name)
        if loaded == name {
            isOutdated = true
            await unloadUnused()
        }
        refuseHopeless()
    }

    public func restore(_ name: String) async throws(ModelError) {
        guard let model = model(name) else {
            return
        }
        transfers.cancel(name)
        do throws(ModelError) {
            try await store.bringBack(model)
        } catch {
            show(name)
            refuseHopeless()
            throw error
        }
        if loaded == name {
            // It is still in memory, because a session uses it.
            isOutdated = false
        }
        show(name)
        if name == chosen {
            prepare()
        }
        advance()
    }

    public func forgetRemoved(_ name: String) async throws(ModelError) {
        if let model = model(name) {
            try await store.deletePutAway(model)
        }
    }

    private func show(_ name: String) {
        settle(name)
        tell()
    }
}

extension ModelService: EventSource {
    @MainActor func report(_ entries: [ModelEntry]) {
        latest = entries
        for listener in listeners {
            listener.delegate?.modelService(self, didChange: entries)
        }
    }
}
