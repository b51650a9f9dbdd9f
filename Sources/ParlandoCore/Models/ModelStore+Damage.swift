/// Handling of damaged model files.
extension ModelStore {
    /// Verifies every file of a speech model before it is loaded. The engine trusts the sizes in a file's header, so
    /// that a damaged file could crash the process.
    ///
    /// Throws `RecognitionError`: `modelCorrupt`, `modelMissing`, or `engineFailed` if a file cannot be read. The
    /// error's `model` is the catalogue name of the affected file.
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

    /// Returns the path of the voice activity model after its checksum was verified. A damaged file is set aside, so
    /// that it can be downloaded again.
    ///
    /// Throws the same errors as `checkBeforeLoading`.
    public func checkedVoiceActivity() async throws(RecognitionError) -> String {
        guard let model = catalogue.first(where: { $0.kind == .voiceActivity }) else {
            throw RecognitionError(.modelMissing, detail: "the catalogue lists no voice activity model")
        }
        do throws(RecognitionError) {
            try await checkBeforeLoading(model)
        } catch {
            if error.kind == .modelCorrupt {
                // If setting the file aside fails, the next download does it.
                _ = try? await setAsideDamaged(model)
            }
            throw error
        }
        guard let path = path(of: model) else {
            throw RecognitionError(.modelMissing, model: model.name)
        }
        return path
    }

    /// Sets aside those files of a speech model that have a wrong checksum, so that they can be downloaded again.
    /// Returns the models that the files belong to.
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

    /// Returns all files that a model needs, itself first: a speech model needs the voice activity model, a natural
    /// voice its configuration.
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
