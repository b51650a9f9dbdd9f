import ParlandoCore

/// What the speech services have said of themselves, so that they are not asked again before each sentence. Shared by
/// the synthesizers of one program.
public actor SpeechServiceMemory {
    private var model: String?
    private var goneModels: Set<String> = []
    private var voices: [String: [Voice]] = [:]

    /// Knows nothing yet.
    public init() {}

    /// The model that speaks.
    ///
    /// - Parameter list: asks the service, where it is not known.
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

    /// A model is gone: another one is to be looked for.
    func forget(_ gone: String) {
        goneModels.insert(gone)
        if model == gone {
            model = nil
        }
    }

    /// The voices for a language.
    ///
    /// - Parameter list: asks the service, where they are not known.
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
