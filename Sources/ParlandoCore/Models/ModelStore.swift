/// News of a model on its way to the disk.
public enum ModelFetchEvent: Sendable, Equatable {
    case downloading(TransferProgress)
    /// The checksum is being compared, 0…1.
    case verifying(fraction: Double)
    /// A try failed and another one begins after this many seconds.
    case retrying(after: Double, ModelError)
    /// It is on disk, whole and checked.
    case done(path: String)
}

/// Port: where models lie and how they arrive.
public protocol ModelStore: Sendable {
    /// Every model there is to be had, in the order of `models.json`.
    var catalogue: [SpeechModel] { get }

    /// The path of a model that is on disk, or nil.
    func path(of model: SpeechModel) -> String?

    /// Bytes on disk of a model, parts of an unfinished download included.
    func diskUse(of model: SpeechModel) -> Int64

    /// Downloads a model, going on where an earlier download broke off. Cancelling the consuming task stops it and
    /// keeps what has arrived. Throws `ModelError`.
    func fetch(_ model: SpeechModel, allowMetered: Bool) -> AsyncThrowingStream<ModelFetchEvent, any Error>

    /// Copies a model from a file of the user's. Throws `ModelError` `notThisModel` unless its checksum is right.
    func importModel(_ model: SpeechModel, from path: String) -> AsyncThrowingStream<ModelFetchEvent, any Error>

    /// Makes sure that the file of a model is what it should be. Its checksum is compared once; after that only if the
    /// file has changed since.
    func ensureWhole(_ model: SpeechModel) async throws(ModelError)

    /// Compares the checksum of a model on disk.
    func verify(_ model: SpeechModel) async throws(ModelError)

    /// Puts a file that is no model out of the way, so that it can be fetched again.
    func setAside(_ model: SpeechModel) async throws(ModelError)

    func remove(_ model: SpeechModel) async throws(ModelError)
}

/// Why a model could not be fetched, read or removed.
public struct ModelError: Error, Sendable, Equatable {
    /// What a caller can act upon.
    public enum Kind: Sendable, Equatable {
        case unknownModel
        case notPresent
        /// The address cannot be reached.
        case offline
        /// The connection is paid for by volume; the user must agree first.
        case metered
        /// The server answered, but not with the file. The status is HTTP's.
        case refused(status: Int)
        /// The server answered something that is not the file: too long, too short, not HTTPS.
        case badAnswer
        case wrongChecksum
        /// A file that was to be imported is another one.
        case notThisModel
        case diskFull
        case notWritable
        case failed
    }

    /// What went wrong.
    public let kind: Kind
    /// For the log.
    public let detail: String

    public init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }

    /// Whether another try, with nothing changed, can help.
    public var isRetryable: Bool {
        switch kind {
        case .offline, .badAnswer, .wrongChecksum, .failed: true
        case .refused(let status): status == 429 || status >= 500
        case .unknownModel, .notPresent, .metered, .notThisModel, .diskFull, .notWritable: false
        }
    }
}
