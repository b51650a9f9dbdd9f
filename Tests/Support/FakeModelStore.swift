public import ParlandoCore
import Synchronization

/// Fake model store: its files are names in a set, and a test controls its downloads. Thread-safe.
public final class FakeModelStore: ModelStore {
    /// Command that the store received.
    public enum Command: Sendable, Equatable {
        case fetch(String, allowMetered: Bool)
        case importModel(String, from: String)
        case setAside(String)
        case remove(String)
        case putAway(String)
        case bringBack(String)
        case deletePutAway(String)
        /// The consumer of a download or an import stopped reading.
        case cancelled(String)
    }

    private typealias Transfer = AsyncThrowingStream<ModelFetchEvent, any Error>.Continuation

    private struct State {
        var present: Set<String>
        var damaged: Set<String> = []
        var away: Set<String> = []
        var transfers: [String: Transfer] = [:]
    }

    public let catalogue: [SpeechModel]
    /// The received commands, each as soon as it arrives. For a single reader.
    public let commands: AsyncStream<Command>

    private let state: Mutex<State>
    private let log: AsyncStream<Command>.Continuation

    /// - Parameters:
    ///   - models: the speech models of the catalogue; a voice activity model named "voice" is added.
    ///   - present: names of the models on disk.
    public init(_ models: [SpeechModel], present: Set<String>) {
        catalogue = models + [SpeechModel(name: "voice", kind: .voiceActivity, bytes: 10, sha256: "")]
        state = Mutex(State(present: present))
        (commands, log) = AsyncStream.makeStream(of: Command.self)
    }

    /// - Parameters:
    ///   - names: names of the speech models.
    ///   - multilingual: names of the multilingual models.
    ///   - present: names of the models on disk.
    public convenience init(_ names: [String], multilingual: Set<String> = [], present: Set<String>) {
        let models = names.map {
            SpeechModel(name: $0, bytes: 100, sha256: "", isMultilingual: multilingual.contains($0))
        }
        self.init(models, present: present)
    }

    deinit {
        log.finish()
    }

    /// Makes `verify` report a wrong checksum for a model.
    public func damage(_ name: String) {
        state.withLock { _ = $0.damaged.insert(name) }
    }

    /// Adds a model to those on disk, without reporting an event.
    public func place(_ name: String) {
        state.withLock { _ = $0.present.insert(name) }
    }

    public func say(_ event: ModelFetchEvent, of name: String) {
        _ = state.withLock { $0.transfers[name] }?.yield(event)
    }

    /// Completes a download or import: the model and the voice activity model are then on disk.
    public func finish(_ name: String) {
        let transfer = state.withLock { state in
            state.present.formUnion([name, "voice"])
            state.damaged.subtract([name, "voice"])
            return state.transfers.removeValue(forKey: name)
        }
        transfer?.yield(.done(path: "/models/\(name)"))
        transfer?.finish()
    }

    public func fail(_ name: String, _ kind: ModelError.Kind) {
        state.withLock { $0.transfers.removeValue(forKey: name) }?.finish(throwing: ModelError(kind))
    }

    public func path(of model: SpeechModel) -> String? {
        state.withLock { $0.present.contains(model.name) } ? "/models/\(model.name)" : nil
    }

    public func diskUse(of model: SpeechModel) -> Int64 {
        path(of: model) == nil ? 0 : model.bytes
    }

    public func fetch(
        _ model: SpeechModel, allowMetered: Bool
    ) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        begin(model.name, .fetch(model.name, allowMetered: allowMetered))
    }

    public func importModel(
        _ model: SpeechModel, from path: String
    ) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        begin(model.name, .importModel(model.name, from: path))
    }

    public func ensureWhole(_ model: SpeechModel) async throws(ModelError) {
        try await verify(model)
    }

    public func verify(_ model: SpeechModel) async throws(ModelError) {
        let (isPresent, isDamaged) = state.withLock { state in
            (state.present.contains(model.name), state.damaged.contains(model.name))
        }
        guard isPresent, !isDamaged else {
            throw ModelError(isPresent ? .wrongChecksum : .notPresent)
        }
    }

    public func setAside(_ model: SpeechModel) async throws(ModelError) {
        state.withLock { _ = $0.present.remove(model.name) }
        log.yield(.setAside(model.name))
    }

    public func remove(_ model: SpeechModel) async throws(ModelError) {
        state.withLock { _ = $0.present.remove(model.name) }
        log.yield(.remove(model.name))
    }

    public func putAway(_ model: SpeechModel) async throws(ModelError) {
        state.withLock { state in
            if state.present.remove(model.name) != nil {
                state.away.insert(model.name)
            }
        }
        log.yield(.putAway(model.name))
    }

    public func bringBack(_ model: SpeechModel) async throws(ModelError) {
        let isAway = state.withLock { state in
            guard state.away.remove(model.name) != nil else {
                return false
            }
            state.present.insert(model.name)
            return true
        }
        log.yield(.bringBack(model.name))
        guard isAway else {
            throw ModelError(.notPresent)
        }
    }

    public func deletePutAway(_ model: SpeechModel) async throws(ModelError) {
        state.withLock { _ = $0.away.remove(model.name) }
        log.yield(.deletePutAway(model.name))
    }

    public func deleteAllPutAway() async throws(ModelError) {
        state.withLock { $0.away = [] }
    }

    private func begin(_ name: String, _ command: Command) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        let (stream, transfer) = AsyncThrowingStream.makeStream(of: ModelFetchEvent.self)
        state.withLock { $0.transfers[name] = transfer }
        transfer.onTermination = { [log] reason in
            if case .cancelled = reason {
                log.yield(.cancelled(name))
            }
        }
        log.yield(command)
        return stream
    }
}
