/// What is done about models that are not what they should be.
extension ModelStore {
    /// Makes sure that every file of a speech model is right before it is loaded: the engine believes the sizes that a
    /// file tells of itself, and a damaged one can end the process.
    ///
    /// Throws `RecognitionError`: `modelCorrupt`, `modelMissing`, or `engineFailed` if a file cannot be read. Its
    /// `model` names the file.
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

    /// The path of the voice activity model, once its checksum was compared. A damaged file is set aside, so that it can
    /// be fetched again.
    ///
    /// Throws `RecognitionError` as `checkBeforeLoading` does.
    public func checkedVoiceActivity() async throws(RecognitionError) -> String {
        guard let model = catalogue.first(where: { $0.kind == .voiceActivity }) else {
            throw RecognitionError(.modelMissing, detail: "the catalogue lists no voice activity model")
        }
        do throws(RecognitionError) {
            try await checkBeforeLoading(model)
        } catch {
            if error.kind == .modelCorrupt {
                // If that fails, the next download sets it aside.
                _ = try? await setAsideDamaged(model)
            }
            throw error
        }
        guard let path = path(of: model) else {
            throw RecognitionError(.modelMissing, model: model.name)
        }
        return path
    }

    /// Puts those files of a speech model out of the way whose checksum is wrong, so that they can be fetched again.
    /// Returns the models they should have been.
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

    /// The model itself, and for speech the one that tells speech from silence.
    private func files(of model: SpeechModel) -> [SpeechModel] {
        [model] + (model.kind == .speech ? catalogue.filter { $0.kind == .voiceActivity } : [])
    }
}
