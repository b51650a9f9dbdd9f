public import ParlandoCore

/// What is done about models that are not what they should be.
extension ModelStore {
    /// Makes sure that every file of a speech model is right before it is loaded: the engine believes the sizes that a
    /// file tells of itself, and a damaged one can end the process.
    ///
    /// Throws `RecognitionError`: `modelCorrupt`, `modelMissing`, or `engineFailed` where a file cannot be read.
    public func checkBeforeLoading(_ model: SpeechModel) async throws(RecognitionError) {
        for file in files(of: model) {
            do throws(ModelError) {
                try await ensureWhole(file)
            } catch {
                let detail = "\(file.name): \(error.detail)"
                switch error.kind {
                case .wrongChecksum: throw RecognitionError(.modelCorrupt, detail: detail)
                case .notPresent: throw RecognitionError(.modelMissing, detail: detail)
                default: throw RecognitionError(.engineFailed, detail: detail)
                }
            }
        }
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
