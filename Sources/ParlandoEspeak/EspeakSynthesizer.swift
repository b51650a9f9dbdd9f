public import ParlandoCore

/// Synthesizes speech with espeak-ng, in this process and without network access.
///
/// The volume is a gain, and samples beyond full scale are clipped. All instances share one thread, because the
/// library's state is global to the process.
public actor EspeakSynthesizer: SpeechSynthesizer {
    static let executor = BlockingExecutor(label: "parlando.espeak")

    public nonisolated let kind = VoiceServiceKind.local
    public nonisolated let mostCharacters = 2000
    private var engine: EspeakEngine?

    /// The thread of espeak-ng.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.executor.asUnownedSerialExecutor()
    }

    /// The library is loaded at the first use.
    public init() {}

    public func voices(for language: String) throws(SynthesisError) -> [Voice] {
        let engine = try loaded()
        return EspeakVoices.all(for: language).filter { engine.choose($0.id) }
    }

    public func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
        let engine = try loaded()
        let text = request.text.revealed
        guard text.count <= mostCharacters else {
            throw SynthesisError(.tooLong, detail: "\(text.count) characters")
        }
        guard EspeakVoices.canRead(text, request.language) else {
            throw SynthesisError(.scriptRefused, detail: "\(request.language) in Han characters")
        }
        let cancel = CancelMark()
        let samples = try await withTaskCancellationHandler {
            // No suspension in between, because the voice is global to the library.
            try choose(request, engine)
            return try engine.speak(text, request.manner, until: cancel)
        } onCancel: {
            cancel.set()
        }
        try Task.checkCancellation()
        guard samples.contains(where: { $0 != 0 }) else {
            throw SynthesisError(.nothingToSay)
        }
        return SpokenSound(samples: samples, rate: engine.rate).amplified(by: request.manner.volume)
    }

    private func loaded() throws(SynthesisError) -> EspeakEngine {
        if let engine {
            return engine
        }
        let made = try EspeakEngine()
        engine = made
        return made
    }

    private func choose(_ request: SynthesisRequest, _ engine: EspeakEngine) throws(SynthesisError) {
        if let voice = request.voice {
            guard engine.choose(voice) else {
                throw SynthesisError(.voiceGone, detail: "no such voice")
            }
            return
        }
        let voices = EspeakVoices.all(for: request.language)
        let wished = voices.filter { $0.gender == request.gender } + voices
        guard wished.contains(where: { engine.choose($0.id) }) else {
            throw SynthesisError(.languageRefused, detail: request.language)
        }
    }
}

enum EspeakVoices {
    /// Returns espeak-ng's names of the accents of a language, best first, with titles.
    static func accents(_ language: String) -> [(name: String, title: String)] {
        switch language {
        case "en": [("en-us", "US"), ("en-gb", "GB")]
        case "es": [("es", "ES"), ("es-419", "419")]
        case "fr": [("fr-fr", "FR"), ("fr-ch", "CH")]
        case "pt": [("pt", "PT"), ("pt-br", "BR")]
        case "zh": [("cmn", "")]
        case "de", "ja", "ko", "it", "ru", "ar", "hi", "nl", "sv", "pl": [(language, "")]
        default: []
        }
    }

    /// Suffixes that select a variant (espeak-ng's folder `voices/!v`). Without one, every voice is male.
    private static let variants: [(ending: String, title: String, gender: VoiceGender)] = [
        ("", "1", .male), ("+f3", "2", .female), ("+m3", "3", .male), ("+f2", "4", .female),
    ]

    static func all(for language: String) -> [Voice] {
        accents(language).flatMap { accent in
            variants.map { variant in
                let title = ["eSpeak NG", accent.title, variant.title].filter { !$0.isEmpty }.joined(separator: " ")
                return Voice(
                    id: accent.name + variant.ending, language: language, name: title, gender: variant.gender)
            }
        }
    }

    /// Returns whether espeak-ng can read this text. In Japanese it would read out each Han character as "Chinese
    /// letter".
    static func canRead(_ text: String, _ language: String) -> Bool {
        language != "ja" || !text.unicodeScalars.contains { $0.properties.isIdeographic }
    }
}
