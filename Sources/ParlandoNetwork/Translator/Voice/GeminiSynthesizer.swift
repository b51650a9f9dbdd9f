import Foundation
import ParlandoCore

/// Gemini's speech models (`generateContent` with `responseModalities: AUDIO`).
///
/// Newer models would read out instructions on rate or pitch; only the volume is applied, as a gain.
struct GeminiSynthesizer: SpeechSynthesizer {
    let kind = VoiceServiceKind.gemini
    let mostCharacters = 2000
    private let line: SpeechLine

    init(_ line: SpeechLine) {
        self.line = line
    }

    func voices(for language: String) async throws(SynthesisError) -> [Voice] {
        do {
            return GeminiVoice.voices(try await listedVoices(), for: language)
        } catch {
            throw SynthesisError(.interrupted, detail: "cancelled")
        }
    }

    /// The built-in list if the service lists none. Throws `CancellationError`.
    private func listedVoices() async throws -> [GeminiVoice] {
        try await line.memory.geminiVoices { [self] in try await service().voices() }
    }

    private func service() async throws -> GeminiService {
        GeminiService(
            client: line.client, key: try await line.keys.key(of: "gemini", for: line.home), home: line.home,
            timeout: line.timeout)
    }

    /// The service's list is requested only for a voice that the built-in list lacks, so that the first sentence is not
    /// delayed.
    private func voice(for request: SynthesisRequest) async throws -> Voice.ID? {
        if let voice = GeminiVoice.choose(request, from: GeminiVoice.known) {
            return voice
        }
        return request.voice == nil ? nil : GeminiVoice.choose(request, from: try await listedVoices())
    }

    func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
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
        guard text.count <= mostCharacters else {
            throw SynthesisError(.tooLong, detail: "\(text.count) characters")
        }
        guard let voice = try await voice(for: request) else {
            throw SynthesisError(request.voice == nil ? .languageRefused : .voiceGone, detail: request.language)
        }
        let body = try GeminiRequest(speaking: text, voice: voice).jsonBody()
        let service = try await service()
        let sound = try await line.memory.speech.asking(service) { model in
            try await Self.send(body, to: model, service)
        }
        return try await sound.decoded(by: line.decoder).amplified(by: request.manner.volume)
    }

    /// Repeated once if the response has neither audio nor a reason; the second attempt usually succeeds.
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
        let answers = try GeminiAnswer.read(try await response.bytes(most: SpeechLine.mostBytes))
        for answer in answers {
            if let sound = try answer.sound() {
                return sound
            }
        }
        return nil
    }
}

struct GeminiVoice: Sendable, Equatable {
    let name: String
    let gender: VoiceGender?
    /// ISO 639-1 codes; empty for all of the translator's languages.
    var languages: Set<String> = []

    /// Used if the service lists none (ai.google.dev/gemini-api/docs/speech-generation; genders from
    /// docs.cloud.google.com/text-to-speech/docs/gemini-tts).
    static let known =
        [
            "Kore", "Zephyr", "Leda", "Aoede", "Callirrhoe", "Autonoe", "Despina", "Erinome", "Laomedeia", "Achernar",
            "Gacrux", "Pulcherrima", "Vindemiatrix", "Sulafat",
        ].map { GeminiVoice(name: $0, gender: .female) }
        + [
            "Charon", "Puck", "Fenrir", "Orus", "Enceladus", "Iapetus", "Umbriel", "Algieba", "Algenib", "Rasalgethi",
            "Alnilam", "Schedar", "Achird", "Zubenelgenubi", "Sadachbia", "Sadaltager",
        ].map { GeminiVoice(name: $0, gender: .male) }

    static func voices(_ all: [GeminiVoice], for language: String) -> [Voice] {
        guard SpeechLanguage.translated.contains(where: { $0.code == language }) else {
            return []
        }
        return all.filter { $0.languages.isEmpty || $0.languages.contains(language) }
            .map { Voice(id: $0.name, language: language, name: $0.name, gender: $0.gender) }
    }

    /// Returns the requested voice, nil if it is gone; without a request one for the language, preferably of the
    /// gender.
    static func choose(_ request: SynthesisRequest, from all: [GeminiVoice]) -> Voice.ID? {
        let voices = voices(all, for: request.language)
        guard let wished = request.voice else {
            return (voices.first { $0.gender == request.gender } ?? voices.first)?.id
        }
        return voices.first { $0.id == wished }?.id
    }
}

/// The names are assumed to be those of Google's other services, so every field is optional.
struct GeminiVoicePage: Decodable {
    struct Entry: Decodable {
        let name: String?
        let voiceName: String?
        let gender: String?
        let ssmlGender: String?
        let languageCodes: [String]?
        let languageCode: String?
    }

    let voices: [Entry]
    let nextPageToken: String?

    var usable: [GeminiVoice] {
        voices.compactMap { entry in
            let name = (entry.name ?? entry.voiceName)?.split(separator: "/").last.map { String($0) } ?? ""
            guard name.isModelName else {
                return nil
            }
            let codes = entry.languageCodes ?? entry.languageCode.map { [$0] } ?? []
            let gender = VoiceGender(rawValue: (entry.gender ?? entry.ssmlGender ?? "").lowercased())
            return GeminiVoice(
                name: name, gender: gender ?? GeminiVoice.known.first { $0.name == name }?.gender,
                languages: Set(codes.compactMap { SpeechLanguage.translated(tag: $0)?.code }))
        }
    }
}
