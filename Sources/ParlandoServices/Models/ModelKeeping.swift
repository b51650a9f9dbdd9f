public import ParlandoCore

/// An entry in the list of models: a model and its current state.
public struct ModelEntry: Sendable, Equatable, Identifiable {
    /// The model as the catalogue describes it.
    public let model: SpeechModel
    /// Whether the model is absent, being downloaded, on disk, in memory or failed.
    public var state: ModelState
    /// Number of bytes that the model takes on disk.
    public var diskUse: Int64
    /// Whether this is the model that the user chose.
    public var isChosen: Bool
    /// Whether a session is waiting for this model, because other sessions still use a different model in memory.
    public var isAwaited: Bool

    /// The model's name.
    public var id: String { model.name }

    /// Whether the model has to be downloaded before it can be used, and is not being downloaded.
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
    /// Reports that the models have changed. `entries` has one entry for every speech model, in the order of the
    /// catalogue.
    func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry])
}

/// The commands that a presenter can give to the model service.
public protocol ModelKeeping: Actor {
    /// Adds a delegate, which is held weakly. If the state of the models is known already, it is reported to the
    /// delegate at once.
    @MainActor func add(_ delegate: any ModelServiceDelegate)
    /// Chooses the model to be used. Loads the model if it is on disk, and otherwise downloads it.
    func choose(_ name: String)
    /// Downloads a model without choosing it. A metered connection is used only if `allowMetered` is true.
    func download(_ name: String, allowMetered: Bool)
    /// Cancels a download. The bytes that have arrived are kept, so the download can be resumed.
    func cancelDownload(_ name: String)
    func importModel(_ name: String, from path: String)
    /// Removes a model, and cancels its download. Sessions that use the model keep it until they end. Until
    /// `forgetRemoved`, the model can be restored.
    func remove(_ name: String) async throws(ModelError)
    /// Restores a model that was removed. A download of the model is cancelled.
    func restore(_ name: String) async throws(ModelError)
    /// Deletes the files of a model that was removed.
    func forgetRemoved(_ name: String) async throws(ModelError)
    /// Loads the chosen model again after it was unloaded because it was idle, or after a failure.
    func wake()
}

/// The delegates of a model service, such as the pages of a window. They are held weakly.
public struct ModelServiceDelegates {
    private struct Listener {
        weak var delegate: (any ModelServiceDelegate)?
    }

    private var listeners: [Listener] = []
    private var latest: [ModelEntry]?

    public init() {}

    /// Adds a delegate, and reports the latest entries to it, if there are any.
    @MainActor public mutating func add(_ delegate: any ModelServiceDelegate, of service: any ModelKeeping) {
        listeners.removeAll { $0.delegate == nil || $0.delegate === delegate }
        listeners.append(Listener(delegate: delegate))
        if let latest {
            delegate.modelService(service, didChange: latest)
        }
    }

    /// Stores the entries for delegates that are added later. Returns the present delegates, to which the caller must
    /// report the entries.
    @MainActor public mutating func keep(_ entries: [ModelEntry]) -> [any ModelServiceDelegate] {
        latest = entries
        return listeners.compactMap(\.delegate)
    }
}
