/// Handling of damaged model files.
extension ModelStore {
    /// Verifies the checksum of every file that a speech model needs, before the model is loaded. The engine trusts the
    /// sizes in a file's header, and a damaged file could therefore crash the process.
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

    /// Verifies the checksum of the voice activity model and returns the path of its file. Moves a damaged file aside,
    /// so that the model can be downloaded again.
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

    /// Moves aside those files of a speech model that have a wrong checksum, so that they can be downloaded again.
    /// Returns the catalogue entries of the files that were moved.
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

    /// Returns the catalogue entries of all files that a model needs, beginning with the model itself. A speech model
    /// also needs the voice activity model, and a natural voice needs its configuration.
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
