public import ParlandoCore

/// Speaks with the voices of this computer: natural voices (neural networks) for the languages that have one on disk,
/// and plain voices for all others.
///
/// The user's choice comes first, then a natural voice of the language, then a plain voice.
public struct LocalSynthesizer: SpeechSynthesizer {
    public let capabilities: SynthesisCapabilities
    private let natural: NaturalVoices
    private let plain: any SpeechSynthesizer

    /// - Parameter plain: synthesizer that speaks every language without needing a file for each.
    public init(natural: NaturalVoices, plain: any SpeechSynthesizer) {
        self.natural = natural
        self.plain = plain
        capabilities = plain.capabilities
    }

    public func voices(for language: String) async throws(SynthesisError) -> [Voice] {
        await natural.voices(for: language) + (try await plain.voices(for: language))
    }

    public func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
        guard let model = try await natural.model(request.language, voice: request.voice, gender: request.gender) else {
            return try await plain.speak(request)
        }
        guard request.text.revealed.count <= capabilities.mostCharacters else {
            throw SynthesisError(.tooLong, detail: "\(request.text.revealed.count) characters")
        }
        return try await natural.speak(request, with: model)
    }

    public func speaksClauses(_ language: String, voice: Voice.ID?) async -> Bool {
        let model = try? await natural.model(language, voice: voice, gender: nil)
        return model != nil
    }

    public func prepare(_ language: String, voice: Voice.ID?, gender: VoiceGender?) async {
        if let model = try? await natural.model(language, voice: voice, gender: gender) {
            await natural.prepare(model)
        }
    }
}
