public import ParlandoCore
import Synchronization

/// Synthesizer with scripted failures. Otherwise it returns audio of a hundredth of a second for each character.
public final class ScriptedSynthesizer: SpeechSynthesizer {
    public let kind: VoiceServiceKind
    public let mostCharacters = 1000
    private let known: [Voice]
    private let failures: Mutex<[SynthesisError]>
    private let past = Mutex<[SynthesisRequest]>([])
    private let offered = Mutex<Result<[Voice], SynthesisError>?>(nil)

    /// - Parameters:
    ///   - failures: errors of the next requests, one each.
    ///   - languages: languages of the synthesizer, with two voices each. If empty, the synthesizer speaks all
    ///     languages but lists no voices.
    public init(
        _ kind: VoiceServiceKind = .local, failures: [SynthesisError] = [], languages: [String] = ["en", "es", "de"]
    ) {
        self.kind = kind
        self.failures = Mutex(failures)
        known = languages.flatMap { language in
            [
                Voice(id: "\(language)-a", language: language, name: "A", gender: .female),
                Voice(id: "\(language)-b", language: language, name: "B", gender: .male),
            ]
        }
    }

    public var requests: [SynthesisRequest] {
        past.withLock { $0 }
    }

    public func fail(_ errors: SynthesisError...) {
        failures.withLock { $0 += errors }
    }

    public func forget() {
        past.withLock { $0 = [] }
    }

    /// Sets the result of the following requests for the list of voices, whatever the language.
    public func offer(voices: Result<[Voice], SynthesisError>) {
        offered.withLock { $0 = voices }
    }

    public func voices(for language: String) async throws(SynthesisError) -> [Voice] {
        guard let voices = offered.withLock({ $0 }) else {
            return known.filter { $0.language == language }
        }
        return try voices.get()
    }

    public func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
        past.withLock { $0.append(request) }
        if let failure = failures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            throw failure
        }
        guard known.isEmpty || known.contains(where: { $0.language == request.language || $0.id == request.voice })
        else {
            throw SynthesisError(.languageRefused, detail: request.language)
        }
        let count = request.text.revealed.count * 160
        return SpokenSound(samples: [Float](repeating: 0.1, count: count), rate: 16_000)
    }
}

/// Factory that returns the translator and the synthesizers of a test.
public struct ScriptedServices: ServiceMaking {
    private let made: any Translator
    private let voices: [VoiceServiceKind: any SpeechSynthesizer]

    public init(_ translator: any Translator, voices: [any SpeechSynthesizer]) {
        made = translator
        self.voices = Dictionary(voices.map { ($0.kind, $0) }) { first, _ in first }
    }

    public func translator(_ preferences: TranslatorPreferences) -> any Translator {
        made
    }

    public func synthesizer(_ kind: VoiceServiceKind, _ preferences: TranslatorPreferences) -> any SpeechSynthesizer {
        voices[kind] ?? ScriptedSynthesizer(kind, languages: [])
    }
}
