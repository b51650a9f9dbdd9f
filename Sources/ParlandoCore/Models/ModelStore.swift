public enum ModelErrorKind: Sendable, Equatable {
    case unknownModel
    case notPresent
    case offline
    /// The connection is metered, and the user has not agreed.
    case metered
    case refused(status: Int)
    /// Wrong length, or not sent over HTTPS.
    case badAnswer
    /// The server could not be verified, as in a network that wants the user to sign in.
    case signIn
    case wrongChecksum
    /// The file to be imported is not the file of the model.
    case notThisModel
    case notReadable
    /// The file to be imported is not a Piper voice, or is damaged.
    case notVoice
    /// It is expected next to the file of the voice.
    case configurationMissing
    case diskFull
    case notWritable
    case failed
}

public enum ModelFetchEvent: Sendable, Equatable {
    case downloading(TransferProgress)
    /// The checksum is being computed; `fraction` is 0…1.
    case verifying(fraction: Double)
    /// The next attempt starts after `after` seconds.
    case retrying(after: Double, ModelError)
    /// The file is on disk and verified.
    case done(path: String)
}

/// Port: stores and downloads models.
public protocol ModelStore: Sendable {
    /// All known models, in the order of `models.json`.
    var catalogue: [SpeechModel] { get }

    /// Nil if the model is not on disk.
    func path(of model: SpeechModel) -> String?

    /// In bytes, including a partial download.
    func diskUse(of model: SpeechModel) -> Int64

    /// Downloads a model, or resumes its download. Cancelling the consuming task keeps the received part. Throws
    /// `ModelError`: `metered` on a metered connection that is not allowed.
    func fetch(_ model: SpeechModel, allowMetered: Bool) -> AsyncThrowingStream<ModelFetchEvent, any Error>

    /// Throws `ModelError`: `notThisModel` if the checksum is wrong.
    func importModel(_ model: SpeechModel, from path: String) -> AsyncThrowingStream<ModelFetchEvent, any Error>

    /// Verifies the checksum, unless the file was verified before and has not changed since.
    func ensureWhole(_ model: SpeechModel) async throws(ModelError)

    /// Verifies the checksum even if it was verified before.
    func verify(_ model: SpeechModel) async throws(ModelError)

    /// Moves a damaged file aside, so that the model can be downloaded again.
    func setAside(_ model: SpeechModel) async throws(ModelError)

    /// Files that were put away stay.
    func remove(_ model: SpeechModel) async throws(ModelError)

    /// Makes a model missing, but keeps its files until `deletePutAway`.
    func putAway(_ model: SpeechModel) async throws(ModelError)

    /// Makes a model that was put away present again. A file that came meanwhile stays. Throws `notPresent` if nothing
    /// was put away.
    func bringBack(_ model: SpeechModel) async throws(ModelError)

    func deletePutAway(_ model: SpeechModel) async throws(ModelError)

    func deleteAllPutAway() async throws(ModelError)

    /// The natural voices that the user has imported and the catalogue does not have, sorted by name.
    var ownVoices: [SpeechModel] { get }

    /// Imports a natural voice: a neural network (`.onnx`) with its configuration (`.onnx.json`) next to it. A file of
    /// a voice in the catalogue becomes that voice, any other one of `ownVoices`. Throws `ModelError`, or
    /// `CancellationError` if nothing is kept. No file is written after the return.
    ///
    /// - Parameter report: called with the completed fraction, 0…1.
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

    public func importVoice(from path: String) async throws -> SpeechModel {
        try await importVoice(from: path) { _ in }
    }

    /// First those of the catalogue, then those that the user has imported.
    public var voices: [SpeechModel] {
        catalogue.filter { $0.kind == .voice } + ownVoices
    }

    /// Nil if one of the files is not on disk.
    public func voiceFiles(of model: SpeechModel) -> VoiceFiles? {
        guard let configuration = model.configuration, let weights = path(of: model),
            let settings = path(of: configuration)
        else {
            return nil
        }
        return VoiceFiles(model: model, weights: weights, configuration: settings)
    }
}

public typealias ModelError = DetailedError<ModelErrorKind>

extension ModelError {
    public var isRetryable: Bool {
        switch kind {
        case .offline, .badAnswer, .wrongChecksum, .failed: true
        case .refused(let status): status == 429 || status >= 500
        case .unknownModel, .notPresent, .metered, .signIn, .notThisModel, .notReadable, .notVoice,
            .configurationMissing, .diskFull, .notWritable:
            false
        }
    }
}

extension ModelStore {
    /// Verifies the checksums of all files of a model before it is loaded: the engine trusts the sizes in a header, so
    /// a damaged file could crash the process.
    ///
    /// Throws `modelCorrupt`, `modelMissing`, or `engineFailed` if a file cannot be read. The error's `model` is the
    /// catalogue name of the file.
    public func checkBeforeLoading(_ model: SpeechModel) async throws(RecognitionError) {
        for file in files(of: model) {
            do throws(ModelError) {
                try await ensureWhole(file)
            } catch {
                let kind: RecognitionError.Kind =
                    switch error.kind {
                    case .wrongChecksum: .modelCorrupt
                    case .notPresent: .modelMissing
                    default: .engineFailed
                    }
                throw RecognitionError(kind, detail: "\(file.name): \(error.detail)", model: file.name)
            }
        }
    }

    /// Verifies the checksum of the voice activity model and returns its path. Moves a damaged file aside, so that it
    /// can be downloaded again. Throws as `checkBeforeLoading`.
    public func checkedVoiceActivity() async throws(RecognitionError) -> String {
        guard let model = catalogue.first(where: { $0.kind == .voiceActivity }) else {
            throw RecognitionError(.modelMissing, detail: "the catalogue lists no voice activity model")
        }
        do throws(RecognitionError) {
            try await checkBeforeLoading(model)
        } catch {
            if error.kind == .modelCorrupt {
                // If the file cannot be moved aside now, the next download does so.
                _ = try? await setAsideDamaged(model)
            }
            throw error
        }
        guard let path = path(of: model) else {
            throw RecognitionError(.modelMissing, model: model.name)
        }
        return path
    }

    /// Moves aside the files of a model that have a wrong checksum, and returns them.
    public func setAsideDamaged(_ model: SpeechModel) async throws(ModelError) -> [SpeechModel] {
        var damaged: [SpeechModel] = []
        for file in files(of: model) {
            do throws(ModelError) {
                try await verify(file)
            } catch {
                guard error.kind == .wrongChecksum else {
                    continue
                }
                try await setAside(file)
                damaged.append(file)
            }
        }
        return damaged
    }

    /// The catalogue entries of all files that a model needs: a speech model also needs the voice activity model, a
    /// natural voice its configuration.
    public func files(of model: SpeechModel) -> [SpeechModel] {
        let others =
            switch model.kind {
            case .speech: catalogue.filter { $0.kind == .voiceActivity }
            case .voice: model.configuration.map { [$0] } ?? []
            case .voiceActivity, .translation, .voiceConfiguration: [SpeechModel]()
            }
        return [model] + others
    }
}

/// Port: reports the state of the network connection.
public protocol NetworkStatus: Sendable {
    func isMetered() async -> Bool
    /// Whether the system reports a connection to other computers.
    func isAvailable() async -> Bool
    /// An element each time `isMetered` or `isAvailable` may have changed. Never ends by itself. Each caller gets its
    /// own stream.
    func changes() async -> AsyncStream<Void>
}

/// Port: reports low memory.
public protocol MemoryPressure: Sendable {
    /// An element each time memory becomes low. Ends at once if the system does not report low memory.
    func warnings() -> AsyncStream<Void>
}
