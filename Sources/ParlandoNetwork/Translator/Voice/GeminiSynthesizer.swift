import Foundation
public import ParlandoCore

/// Speech synthesizer that uses Gemini's speech models (`generateContent` with `responseModalities: AUDIO`).
///
/// Every voice speaks every language of the translator. Newer models read the text word for word, so instructions on
/// rate or pitch would be read out; only the volume is applied, as a gain.
public struct GeminiSynthesizer: SpeechSynthesizer {
    public let capabilities = SynthesisCapabilities(
        kind: .gemini, isLocal: false, heedsManner: false, mostCharacters: 2000)
    private let line: SpeechLine

    init(_ line: SpeechLine) {
        self.line = line
    }

    public func voices(for language: String) async throws(SynthesisError) -> [Voice] {
        do {
            return GeminiVoice.voices(try await listedVoices(), for: language)
        } catch {
            throw SynthesisError(.interrupted, detail: "cancelled")
        }
    }

    /// Returns the voices that the service lists, or the built-in list if there are none. Throws `CancellationError`.
    private func listedVoices() async throws -> [GeminiVoice] {
        try await line.memory.geminiVoices { [self] in try await service().voices() }
    }

    private func service() async throws -> GeminiService {
        GeminiService(
            client: line.client, key: try await line.keys.key(of: "gemini", for: line.home), home: line.home,
            timeout: line.timeout)
    }

    /// Returns the voice for a request, or nil if none fits. The service's list is requested only for a voice that the
    /// built-in list lacks, so that the first sentence is not delayed.
    private func voice(for request: SynthesisRequest) async throws -> Voice.ID? {
        if let voice = GeminiVoice.choose(request, from: GeminiVoice.known) {
            return voice
        }
        return request.voice == nil ? nil : GeminiVoice.choose(request, from: try await listedVoices())
    }

    public func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
        do {
            return try await ask(request)
        } catch {
            throw SynthesisError.from(error)
        }
    }

    private func ask(_ request: SynthesisRequest) async throws -> SpokenSound {
        let text = request.text.revealed
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw SynthesisError(.nothingToSay)
        }
        guard text.count <= capabilities.mostCharacters else {
            throw SynthesisError(.tooLong, detail: "\(text.count) characters")
        }
        guard let voice = try await voice(for: request) else {
            throw SynthesisError(request.voice == nil ? .languageRefused : .voiceGone, detail: request.language)
        }
        guard let body = try? JSONEncoder().encode(GeminiSpeechRequest(text, voice: voice)) else {
            throw SynthesisError(.failed, detail: "the request cannot be written")
        }
        let service = try await service()
        let model = try await line.memory.speechModel { try await service.models() }
        let sound: AnsweredSound
        do {
            sound = try await Self.send(Array(body), to: model, service)
        } catch let error as TranslationError where error.kind == .modelGone {
            await line.memory.forget(model)
            let other = try await line.memory.speechModel { try await service.models() }
            sound = try await Self.send(Array(body), to: other, service)
        }
        return try await sound.decoded(by: line.decoder).amplified(by: request.manner.volume)
    }

    /// Sends a request, and repeats it once if the response has neither audio nor a reason. The second attempt usually
    /// succeeds.
    private static func send(_ body: [UInt8], to model: String, _ service: GeminiService) async throws -> AnsweredSound
    {
        if let sound = try await ask(body, of: model, service) {
            return sound
        }
        guard let sound = try await ask(body, of: model, service) else {
            throw SynthesisError(.badSound, detail: "twice an answer without sound")
        }
        return sound
    }

    private static func ask(_ body: [UInt8], of model: String, _ service: GeminiService) async throws -> AnsweredSound?
    {
        let response = try await service.send("models/\(model):generateContent", post: body)
        return try GeminiSpeechAnswer.sound(in: try await response.bytes(most: SpeechLine.mostBytes))
    }
}

/// Body of a request (ai.google.dev/gemini-api/docs/speech-generation).
private struct GeminiSpeechRequest: Encodable {
    struct Part: Encodable {
        let text: String
    }

    struct Content: Encodable {
        let role = "user"
        let parts: [Part]
    }

    struct Voice: Encodable {
        let voiceName: String
    }

    struct VoiceConfig: Encodable {
        let prebuiltVoiceConfig: Voice
    }

    struct Speech: Encodable {
        let voiceConfig: VoiceConfig
    }

    struct Generation: Encodable {
        let responseModalities = ["AUDIO"]
        let speechConfig: Speech
    }

    let contents: [Content]
    let safetySettings = GeminiTerms.safetySettings
    let store = GeminiTerms.stores
    let generationConfig: Generation

    init(_ text: String, voice: String) {
        contents = [Content(parts: [Part(text: text)])]
        generationConfig = Generation(
            speechConfig: Speech(voiceConfig: VoiceConfig(prebuiltVoiceConfig: Voice(voiceName: voice))))
    }
}

/// Body of a response, reduced to its audio.
private struct GeminiSpeechAnswer: Decodable {
    struct Inline: Decodable {
        let mimeType: String?
        let data: String?
    }

    struct Part: Decodable {
        let inlineData: Inline?
    }

    struct Content: Decodable {
        let parts: [Part]?
    }

    struct Candidate: Decodable {
        let content: Content?
    }

    let candidates: [Candidate]?

    /// Returns the audio of a response, or nil if the response has neither audio nor a reason. Throws the reason if
    /// there is one.
    static func sound(in bytes: [UInt8]) throws -> AnsweredSound? {
        if let answer = try? OutsideJSON.decode(Self.self, from: Data(bytes)),
            let inline = answer.candidates?.first?.content?.parts?.compactMap(\.inlineData).first,
            let data = inline.data
        {
            return try AnsweredSound(base64: data, type: inline.mimeType)
        }
        // Without audio, the response states a reason in the same form as for a translation.
        for answer in try GeminiAnswer.read(bytes) {
            if let error = answer.error {
                throw error.error(head: nil)
            }
            if let block = answer.block ?? answer.finishReason.flatMap({ GeminiAnswer.failure(finishedBy: $0) }),
                block.kind != .blocked(.unknown)
            {
                throw block
            }
        }
        return nil
    }
}
