import Logging
public import ParlandoCore

/// The natural voices, on this computer and for download.
public struct VoiceList: Sendable, Equatable {
    /// The catalogue's, then imported ones, then the one that is being imported. Their states are `absent`,
    /// `downloading`, `verifying`, `present` or `failed`.
    public var entries: [ModelEntry]
    /// Whether the library of natural voices is installed.
    public var isInstalled: Bool

    public init(entries: [ModelEntry] = [], isInstalled: Bool = true) {
        self.entries = entries
        self.isInstalled = isInstalled
    }
}

/// Receives the changes on the main actor, in order.
@MainActor public protocol VoiceKeeperDelegate: AnyObject {
    func voiceKeeper(_ keeper: VoiceKeeper, didChange list: VoiceList)
}

/// Downloads, imports and removes natural voices.
public actor VoiceKeeper: ModelTransferring {
    /// Receives the changes of the list.
    @MainActor public weak var delegate: (any VoiceKeeperDelegate)?

    private nonisolated let executor = BlockingExecutor(label: "parlando.voices")

    /// A thread of its own, because this actor reads files.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private let store: any ModelStore
    private let engine: any VoiceEngine
    private let log = Logger(label: "parlando.voice")
    private let outbox = Outbox<VoiceList>()
    /// States of voices that are being downloaded or whose download failed, by name.
    private var states: [String: ModelState] = [:]
    private var transfers: ModelTransfers
    /// Voices that can still be restored, by name.
    private var removed: [String: SpeechModel] = [:]
    /// The voice that is being imported; the fraction is 0…1.
    private var arriving: (model: SpeechModel, fraction: Double, task: Task<SpeechModel, any Error>)?

    public init(store: any ModelStore, engine: any VoiceEngine) {
        self.store = store
        self.engine = engine
        transfers = ModelTransfers(log: log)
        outbox.deliver(through: self)
    }

    /// Reports which voices are on disk.
    public func refresh() {
        states = states.filter { transfers.contains($0.key) }
        tell()
    }

    /// Downloads a voice or resumes that, over a metered connection only if `allowMetered`.
    public func download(_ name: String, allowMetered: Bool) {
        guard let model = store.catalogue.first(where: { $0.name == name && $0.kind == .voice }),
            !transfers.contains(name)
        else {
            return
        }
        set(name, transfers.begin(model, store.fetch(model, allowMetered: allowMetered), for: self))
    }

    /// Cancels a download or import. Downloaded bytes are kept.
    public func cancelDownload(_ name: String) {
        if let arriving, arriving.model.name == name {
            return arriving.task.cancel()
        }
        transfers.cancel(name)
        states[name] = nil
        tell()
    }

    /// Imports a voice from a network beside which its configuration is. Meanwhile it is listed by the file's name.
    /// Returns the voice's name; nil if the import was cancelled.
    public func importVoice(from path: String) async throws(ModelError) -> String? {
        guard arriving == nil else {
            throw ModelError(.failed, detail: "another import is under way")
        }
        let task = Task {
            try await store.importVoice(from: path) { await self.arrive($0) }
        }
        arriving = (SpeechModel(arrivingFrom: path), 0, task)
        tell()
        let result = await task.result
        arriving = nil
        tell()
        do {
            return try result.get().name
        } catch let error as ModelError {
            throw error
        } catch {
            return nil
        }
    }

    private func arrive(_ fraction: Double) {
        arriving?.fraction = fraction
        tell()
    }

    /// Until `forgetRemoved`, the voice can be restored. A clause that is being synthesized is still spoken.
    public func remove(_ name: String) async throws(ModelError) {
        guard let model = store.voices.first(where: { $0.name == name }) else {
            return
        }
        defer { tell() }
        transfers.cancel(name)
        states[name] = nil
        try await store.putAway(model)
        removed[name] = model
    }

    /// Restores a removed voice. A download of it is cancelled. If this fails, it can be tried again.
    public func restore(_ name: String) async throws(ModelError) {
        guard let model = removed.removeValue(forKey: name) else {
            return
        }
        defer { tell() }
        transfers.cancel(name)
        states[name] = nil
        do throws(ModelError) {
            try await store.bringBack(model)
        } catch {
            removed[name] = model
            throw error
        }
    }

    /// Deletes the files of a removed voice.
    public func forgetRemoved(_ name: String) async throws(ModelError) {
        if let model = removed.removeValue(forKey: name) {
            try await store.deletePutAway(model)
        }
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
            log.notice("\(model.logName): \(failure.kind) \(failure.detail)")
        }
        states[model.name] = failure.map { .failed(.store($0)) }
        tell()
    }

    private func set(_ name: String, _ state: ModelState) {
        states[name] = state
        tell()
    }

    private func tell() {
        var entries = store.voices.map { model in
            ModelEntry(
                model: model, state: states[model.name] ?? (store.path(of: model) == nil ? .absent : .present),
                diskUse: store.diskUse(of: model), isChosen: false)
        }
        if let arriving {
            entries.append(
                ModelEntry(
                    model: arriving.model, state: .verifying(fraction: arriving.fraction), diskUse: 0, isChosen: false))
        }
        outbox.post(VoiceList(entries: entries, isInstalled: engine.isInstalled))
    }
}

extension VoiceKeeper: EventSource {
    @MainActor func report(_ list: VoiceList) {
        delegate?.voiceKeeper(self, didChange: list)
    }
}

extension SpeechModel {
    /// A voice that is being imported, of which only the file's name is known yet.
    fileprivate init(arrivingFrom path: String) {
        let file = PathBytes.displayName(of: path)
        self.init(name: file, kind: .voice, home: "", bytes: 0, sha256: "")
    }
}
