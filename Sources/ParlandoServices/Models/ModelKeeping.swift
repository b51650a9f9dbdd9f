public import ParlandoCore

/// A model and where it stands, for a list.
public struct ModelEntry: Sendable, Equatable, Identifiable {
    /// The model itself.
    public let model: SpeechModel
    /// Where it stands.
    public var state: ModelState
    /// Bytes on disk.
    public var diskUse: Int64
    /// Whether it is the one to be used.
    public var isChosen: Bool

    /// The model's name.
    public var id: String { model.name }

    public init(model: SpeechModel, state: ModelState, diskUse: Int64, isChosen: Bool) {
        self.model = model
        self.state = state
        self.diskUse = diskUse
        self.isChosen = isChosen
    }
}

/// News of models. Always on the main actor, always in the order it happened.
@MainActor public protocol ModelServiceDelegate: AnyObject {
    /// One entry for every speech model, in the order of the catalogue.
    func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry])
}

/// Everything a presenter may ask of models.
public protocol ModelKeeping: Actor {
    @MainActor var delegate: (any ModelServiceDelegate)? { get set }
    /// Chooses a model: loads it if it is on disk, fetches it if not.
    func choose(_ name: String)
    /// Fetches a model without choosing it.
    func download(_ name: String, allowMetered: Bool)
    /// Stops a download; what has arrived is kept.
    func cancelDownload(_ name: String)
    func importModel(_ name: String, from path: String)
    func remove(_ name: String)
    /// Loads the chosen model again, after an idle time-out or a failure.
    func wake()
}
