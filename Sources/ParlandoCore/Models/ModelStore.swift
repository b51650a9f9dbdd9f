/// Cause of a `ModelError`.
public enum ModelErrorKind: Sendable, Equatable {
    case unknownModel
    case notPresent
    /// The server is unreachable.
    case offline
    /// The connection is metered, and the user has to agree first.
    case metered
    /// The server answered with an HTTP error status.
    case refused(status: Int)
    /// The server's answer is not the file: too long, too short, or not over HTTPS.
    case badAnswer
    case wrongChecksum
    /// The file to be imported is not this model.
    case notThisModel
    /// The file to be imported cannot be read.
    case notReadable
    /// The file to be imported is not a Piper voice, or is damaged.
    case notVoice
    /// The voice to be imported has no configuration beside it.
    case configurationMissing
    case diskFull
    case notWritable
    case failed
}

/// Events of a model download or import.
public enum ModelFetchEvent: Sendable, Equatable {
    case downloading(TransferProgress)
    /// The checksum is being verified. `fraction` is 0…1.
    case verifying(fraction: Double)
    /// An attempt failed. The next one starts after this many seconds.
    case retrying(after: Double, ModelError)
    /// The file is on disk, complete and verified.
    case done(path: String)
}

/// Port: stores and downloads models.
public protocol ModelStore: Sendable {
    /// All available models, in the order of `models.json`.
    var catalogue: [SpeechModel] { get }

    /// Returns the path of a model on disk; nil if it is not on disk.
    func path(of model: SpeechModel) -> String?

    /// Returns the bytes that a model takes on disk, including a partial download.
    func diskUse(of model: SpeechModel) -> Int64

    /// Downloads a model, resuming an interrupted download. Cancelling the consuming task stops the download and keeps
    /// the received part. Throws `ModelError`.
    func fetch(_ model: SpeechModel, allowMetered: Bool) -> AsyncThrowingStream<ModelFetchEvent, any Error>

    /// Imports a model from a file of the user's choice. Throws `ModelError` `notThisModel` if the checksum is wrong.
    func importModel(_ model: SpeechModel, from path: String) -> AsyncThrowingStream<ModelFetchEvent, any Error>

    /// Verifies the checksum of a model's file, unless that was done before and the file has not changed since.
    func ensureWhole(_ model: SpeechModel) async throws(ModelError)

    /// Verifies the checksum of a model on disk.
    func verify(_ model: SpeechModel) async throws(ModelError)

    /// Moves a damaged file aside, so that the model can be downloaded again.
    func setAside(_ model: SpeechModel) async throws(ModelError)

    func remove(_ model: SpeechModel) async throws(ModelError)

    /// The natural voices that the user has imported from files of their own, by name.
    var ownVoices: [SpeechModel] { get }

    /// Imports a natural voice from a network (`.onnx`) with its configuration (`.onnx.json`) beside it. It becomes one
    /// of the catalogue if the file is that one. Cancelling the consuming task ends the import and keeps nothing.
    /// Throws `ModelError`.
    func voiceImport(from path: String) -> AsyncThrowingStream<ModelFetchEvent, any Error>
}

extension ModelStore {
    public var ownVoices: [SpeechModel] { [] }

    public func voiceImport(from path: String) -> AsyncThrowingStream<ModelFetchEvent, any Error> {
        AsyncThrowingStream { $0.finish(throwing: ModelError(.notThisModel, detail: "no voices can be imported")) }
    }

    /// Imports a natural voice, and returns it. Throws `ModelError`, or `CancellationError` if the task is cancelled.
    ///
    /// - Parameter report: called with the part that is done, 0…1.
    public func importVoice(
        from path: String, report: @Sendable (_ fraction: Double) async -> Void = { _ in }
    ) async throws -> SpeechModel {
        for try await event in voiceImport(from: path) {
            switch event {
            case .verifying(let fraction): await report(fraction)
            case .done(let place):
                if let voice = voices.first(where: { self.path(of: $0) == place }) {
                    return voice
                }
            case .downloading, .retrying: break
            }
        }
        try Task.checkCancellation()
        throw ModelError(.failed, detail: "the voice was removed while it was imported")
    }

    /// All natural voices: those of the catalogue, then the user's own.
    public var voices: [SpeechModel] {
        catalogue.filter { $0.kind == .voice } + ownVoices
    }

    /// Returns the files of a natural voice, or nil if one of them is not on disk.
    public func voiceFiles(of model: SpeechModel) -> VoiceFiles? {
        guard let configuration = model.configuration, let weights = path(of: model),
            let settings = path(of: configuration)
        else {
            return nil
        }
        return VoiceFiles(model: model, weights: weights, configuration: settings)
    }
}

/// An error while downloading, reading or removing a model.
public typealias ModelError = DetailedError<ModelErrorKind>

extension ModelError {
    /// Whether the same attempt may succeed if it is repeated.
    public var isRetryable: Bool {
        switch kind {
        case .offline, .badAnswer, .wrongChecksum, .failed: true
        case .refused(let status): status == 429 || status >= 500
        case .unknownModel, .notPresent, .metered, .notThisModel, .notReadable, .notVoice, .configurationMissing,
            .diskFull, .notWritable:
            false
        }
    }
}
