/// Cause of a `ModelError`.
public enum ModelErrorKind: Sendable, Equatable {
    case unknownModel
    case notPresent
    /// The server is unreachable.
    case offline
    /// The connection is metered, and the user has not agreed to the download.
    case metered
    /// The server answered with an HTTP error status.
    case refused(status: Int)
    /// The server's response is not the requested file: its length is wrong, or it was not sent over HTTPS.
    case badAnswer
    case wrongChecksum
    /// The file to be imported is not the file of the model.
    case notThisModel
    /// The file to be imported cannot be read.
    case notReadable
    /// The file to be imported is not a Piper voice, or is damaged.
    case notVoice
    /// The configuration file of the voice to be imported is missing. It is expected next to the voice's file.
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
    /// An attempt failed with this error. The next attempt starts after `after` seconds.
    case retrying(after: Double, ModelError)
    /// The file is on disk, complete and verified.
    case done(path: String)
}

/// Port: stores and downloads models.
public protocol ModelStore: Sendable {
    /// All available models, in the order of `models.json`.
    var catalogue: [SpeechModel] { get }

    /// Returns the path of a model's file, or nil if the model is not on disk.
    func path(of model: SpeechModel) -> String?

    /// Returns the disk space that a model takes, in bytes, including a partial download.
    func diskUse(of model: SpeechModel) -> Int64

    /// Downloads a model, or resumes an interrupted download. Cancelling the consuming task stops the download and
    /// keeps the received part. Throws `ModelError`.
    ///
    /// - Parameter allowMetered: whether a metered connection may be used; if not, `ModelError` `metered` is thrown on
    ///   one.
    func fetch(_ model: SpeechModel, allowMetered: Bool) -> AsyncThrowingStream<ModelFetchEvent, any Error>

    /// Imports the file of a model that the user already has. Throws `ModelError`: `notThisModel` if the checksum is
    /// wrong.
    func importModel(_ model: SpeechModel, from path: String) -> AsyncThrowingStream<ModelFetchEvent, any Error>

    /// Verifies the checksum of a model's file, unless the file was verified before and has not changed since.
    func ensureWhole(_ model: SpeechModel) async throws(ModelError)

    /// Verifies the checksum of a model's file, even if it was verified before.
    func verify(_ model: SpeechModel) async throws(ModelError)

    /// Moves the damaged file of a model aside, so that the model can be downloaded again.
    func setAside(_ model: SpeechModel) async throws(ModelError)

    /// Deletes all files of a model. Those that were put away stay.
    func remove(_ model: SpeechModel) async throws(ModelError)

    /// Makes a model missing, but keeps all its files on disk until `deletePutAway`.
    func putAway(_ model: SpeechModel) async throws(ModelError)

    /// Makes a model that was put away present again. A file that is there again meanwhile stays. Throws `notPresent`
    /// if nothing of the model was put away.
    func bringBack(_ model: SpeechModel) async throws(ModelError)

    /// Deletes the files of a model that was put away.
    func deletePutAway(_ model: SpeechModel) async throws(ModelError)

    /// Deletes the files of all models that were put away.
    func deleteAllPutAway() async throws(ModelError)

    /// The natural voices that the user has imported and that are not in the catalogue, sorted by name.
    var ownVoices: [SpeechModel] { get }

    /// Imports a natural voice: a neural network (`.onnx`) with its configuration (`.onnx.json`) next to it. If the
    /// file is that of a voice in the catalogue, imports it as that voice; otherwise adds it to `ownVoices`. Returns the
    /// voice. Throws `ModelError`, or `CancellationError` if the task was cancelled and nothing is kept. Either way, the
    /// files are not written any more when this returns.
    ///
    /// - Parameters:
    ///   - path: path of the voice's neural network.
    ///   - report: called with the completed fraction, 0…1.
    func importVoice(
        from path: String, report: @Sendable (_ fraction: Double) async -> Void
    ) async throws -> SpeechModel
}

extension ModelStore {
    public var ownVoices: [SpeechModel] { [] }

    public func importVoice(
        from path: String, report: @Sendable (_ fraction: Double) async -> Void
    ) async throws -> SpeechModel {
        throw ModelError(.notThisModel, detail: "no voices can be imported")
    }

    /// Imports a natural voice and returns it, without a report of the progress.
    public func importVoice(from path: String) async throws -> SpeechModel {
        try await importVoice(from: path) { _ in }
    }

    /// All natural voices: first those of the catalogue, then those that the user has imported.
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
    /// Whether a repeated attempt may succeed.
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
