import Logging
public import ParlandoCore

/// Keeps the natural voices on disk: downloads, imports and removes them.
public actor VoiceKeeper: VoiceKeeping {
    private struct Transfer {
        let id: Int
        let task: Task<Void, Never>
    }

    @MainActor public weak var delegate: (any VoiceKeeperDelegate)?

    private nonisolated let executor = BlockingExecutor(label: "parlando.voices")

    /// Executor with a thread of its own, because this actor makes blocking file system calls.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private let store: any ModelStore
    private let engine: any VoiceEngine
    private let log = Logger(label: "parlando.voice")
    private let outbox = Outbox<VoiceList>()
    /// States of the voices that are being downloaded, or whose download failed.
    private var states: [String: ModelState] = [:]
    private var transfers: [String: Transfer] = [:]
    private var nextTransfer = 0

    public init(store: any ModelStore, engine: any VoiceEngine) {
        self.store = store
        self.engine = engine
        outbox.deliver(through: self)
    }

    public func refresh() {
        states = states.filter { transfers[$0.key] != nil }
        tell()
    }

    public func download(_ name: String, allowMetered: Bool) {
        guard let model = store.catalogue.first(where: { $0.name == name && $0.kind == .voice }),
            transfers[name] == nil
        else {
            return
        }
        nextTransfer += 1
        let id = nextTransfer
        let events = store.fetch(model, allowMetered: allowMetered)
        let task = Task { [weak self] in
            var failure: ModelError?
            do {
                for try await event in events {
                    await self?.hear(event, of: model, transfer: id)
                }
            } catch {
                failure = error as? ModelError ?? ModelError(.failed, detail: "\(error)")
            }
            await self?.end(model, transfer: id, failure: failure)
        }
        transfers[name] = Transfer(id: id, task: task)
        set(name, .downloading(TransferProgress(bytes: 0, total: model.bytes, rate: 0)))
    }

    public func cancelDownload(_ name: String) {
        transfers.removeValue(forKey: name)?.task.cancel()
        states[name] = nil
        tell()
    }

    public func importVoice(from path: String) async throws(ModelError) -> String {
        defer { tell() }
        return try await store.importVoice(from: path).name
    }

    public func remove(_ name: String) async throws(ModelError) {
        guard let model = store.voices.first(where: { $0.name == name }) else {
            return
        }
        defer { tell() }
        transfers.removeValue(forKey: name)?.task.cancel()
        states[name] = nil
        try await store.remove(model)
    }

    private func hear(_ event: ModelFetchEvent, of model: SpeechModel, transfer id: Int) {
        guard transfers[model.name]?.id == id else {
            return
        }
        switch event {
        case .downloading(let progress): set(model.name, .downloading(progress))
        case .verifying(let fraction): set(model.name, .verifying(fraction: fraction))
        case .retrying(let seconds, let error):
            log.notice("\(model.name): \(error.kind) \(error.detail); again in \(seconds) s")
        case .done: break
        }
    }

    private func end(_ model: SpeechModel, transfer id: Int, failure: ModelError?) {
        guard transfers[model.name]?.id == id else {
            return
        }
        transfers[model.name] = nil
        if let failure {
            log.notice("\(model.name): \(failure.kind) \(failure.detail)")
        }
        states[model.name] = failure.map { .failed(.store($0)) }
        tell()
    }

    private func set(_ name: String, _ state: ModelState) {
        states[name] = state
        tell()
    }

    private func tell() {
        let entries = store.voices.map { model in
            ModelEntry(
                model: model, state: states[model.name] ?? (store.path(of: model) == nil ? .absent : .present),
                diskUse: store.diskUse(of: model), isChosen: false)
        }
        outbox.post(VoiceList(entries: entries, isInstalled: engine.isInstalled))
    }
}

extension VoiceKeeper: EventSource {
    @MainActor func report(_ list: VoiceList) {
        delegate?.voiceKeeper(self, didChange: list)
    }
}
