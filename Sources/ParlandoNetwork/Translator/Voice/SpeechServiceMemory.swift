import ParlandoCore

/// Cache of the speech services' models and voices, so that they are not requested before each sentence. Shared by all
/// synthesizers of the program.
public actor SpeechServiceMemory {
    private var model: String?
    private var goneModels: Set<String> = []
    private var voices: [String: [Voice]] = [:]

    /// Creates an empty cache.
    public init() {}

    /// Returns the speech model.
    ///
    /// - Parameter list: requests the models from the service if the model is not known yet.
    func speechModel(_ list: @Sendable () async throws -> [GeminiModel]) async throws -> String {
        if let model {
            return model
        }
        let there = try await list().filter { !goneModels.contains($0.name) }
        guard let best = GeminiModel.chooseSpeaking(from: there) else {
            throw SynthesisError(.modelGone, detail: "the list holds no model that speaks")
        }
        model = best.name
        return best.name
    }

    /// Removes a model that no longer exists, so that another one is chosen.
    func forget(_ gone: String) {
        goneModels.insert(gone)
        if model == gone {
            model = nil
        }
    }

    /// Returns the voices for a language.
    ///
    /// - Parameter list: requests the voices from the service if they are not known yet.
    func voices(
        for language: String, _ list: @Sendable () async throws(SynthesisError) -> [Voice]
    ) async throws(SynthesisError) -> [Voice] {
        if let known = voices[language] {
            return known
        }
        let there = try await list()
        voices[language] = there
        return there
    }
}
