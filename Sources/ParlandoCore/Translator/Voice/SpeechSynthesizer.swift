import Foundation

/// Port: synthesizes speech from text.
public protocol SpeechSynthesizer: Sendable {
    var kind: VoiceServiceKind { get }

    /// Maximum number of characters in one request.
    var mostCharacters: Int { get }

    /// Returns the voices for a language, best first; empty if the service does not speak it.
    func voices(for language: String) async throws(SynthesisError) -> [Voice]

    /// Makes one attempt, without retries and without another voice. Ends if the task is cancelled.
    func speak(_ request: SynthesisRequest) async throws -> SpokenSound

    /// Returns whether a voice should get clauses, so that the first is heard while the next is synthesized. Takes
    /// milliseconds.
    func speaksClauses(_ language: String, voice: Voice.ID?) async -> Bool

    /// Loads a voice that will speak soon; nil for the best one. Errors are reported by `speak`.
    func prepare(_ language: String, voice: Voice.ID?, gender: VoiceGender?) async
}

extension SpeechSynthesizer {
    public func speaksClauses(_ language: String, voice: Voice.ID?) async -> Bool { false }

    public func prepare(_ language: String, voice: Voice.ID?, gender: VoiceGender?) async {}
}

/// A voice of a speech service.
public struct Voice: Sendable, Hashable, Identifiable {
    /// Identifier that the service uses.
    public let id: String
    /// ISO 639-1 code.
    public let language: String
    /// Name to display.
    public let name: String
    /// Nil if the service does not report it.
    public let gender: VoiceGender?
    /// Whether the voice is a neural network on this computer, with a file of its own (a *natural* voice).
    public let isNatural: Bool

    public init(id: String, language: String, name: String, gender: VoiceGender? = nil, isNatural: Bool = false) {
        self.id = id
        self.language = language
        self.name = name
        self.gender = gender
        self.isNatural = isNatural
    }
}

extension Voice {
    private static let naturalPrefix = "natural:"

    /// Returns the id of the natural voice whose model has this name.
    public static func natural(_ model: String) -> ID {
        naturalPrefix + model
    }

    /// Returns the model's name of a natural voice; nil for other voices.
    public static func model(of id: ID) -> String? {
        id.hasPrefix(naturalPrefix) ? String(id.dropFirst(naturalPrefix.count)) : nil
    }
}

/// Gender of a voice. The raw values are stored and must not change.
public enum VoiceGender: String, Sendable, Equatable, CaseIterable, Codable {
    case female
    case male
    case neutral
}

/// Rate, pitch and volume of a voice.
public struct SpeakingManner: Sendable, Equatable {
    /// Factor of the normal rate, 0.75…1.25.
    public var rate = 1.0
    /// Change in semitones, −20…20.
    public var pitch = 0.0
    /// Change in dB, −96…16.
    public var volume = 0.0

    /// Factor of the normal rate.
    public static let rateRange = 0.75...1.25
    /// Allowed changes of pitch, in semitones.
    public static let pitchRange = -20.0...20.0
    /// Allowed changes of volume, in dB.
    public static let volumeRange = -96.0...16.0

    public init() {}
}

/// A request to synthesize a text.
public struct SynthesisRequest: Sendable, Equatable {
    /// The text to synthesize.
    public let text: Private<String>
    /// ISO 639-1 code.
    public let language: String
    /// Nil for the best voice for the language and `gender`.
    public var voice: Voice.ID?
    /// Preferred gender; nil for any.
    public var gender: VoiceGender?
    public var manner: SpeakingManner

    public init(
        _ text: String, language: String, voice: Voice.ID? = nil, gender: VoiceGender? = nil,
        manner: SpeakingManner = SpeakingManner()
    ) {
        self.text = Private(text)
        self.language = language
        self.voice = voice
        self.gender = gender
        self.manner = manner
    }
}

/// Synthesized speech as mono samples, full scale ±1.
public struct SpokenSound: Sendable, Equatable {
    /// Accepted sample rates in Hz, from half of telephone audio to studio audio.
    public static let rates = 4000...192_000

    /// Mono samples between −1 and 1.
    public let samples: [Float]
    /// Sample rate in Hz.
    public let rate: Int

    public init(samples: [Float], rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    /// Returns the sound with a gain in dB. Samples beyond full scale are clipped.
    public func amplified(by decibels: Double) -> SpokenSound {
        guard decibels != 0 else {
            return self
        }
        let gain = Float(pow(10, decibels / 20))
        return SpokenSound(samples: samples.map { min(1, max(-1, $0 * gain)) }, rate: rate)
    }

    /// Duration of the sound, in seconds.
    public var duration: Double {
        rate > 0 ? Double(samples.count) / Double(rate) : 0
    }
}

/// The files of a natural voice.
public struct VoiceFiles: Sendable, Equatable {
    public let model: SpeechModel
    /// Path of the neural network.
    public let weights: String
    public let configuration: String
}

/// Port: loads natural voices.
public protocol VoiceEngine: Sendable {
    /// Whether the library is installed. Only the first access takes time.
    var isInstalled: Bool { get }

    /// Loads a voice from verified files, which takes seconds. Throws `naturalVoicesMissing`, `voiceDamaged`,
    /// `ownVoiceDamaged` or `voiceUnloadable`.
    func read(_ files: VoiceFiles) async throws(SynthesisError) -> any LoadedVoice
}

/// Port: a natural voice in memory.
public protocol LoadedVoice: Sendable {
    /// Synthesizes a text. If the task is cancelled, the call ends at once and the sound is discarded. Throws
    /// `SynthesisError` or `CancellationError`.
    ///
    /// - Parameter rate: factor of the normal rate.
    func speak(_ text: Private<String>, rate: Double) async throws -> SpokenSound
}

/// Port: converts text to phonemes.
public protocol Phonemizer: Sendable {
    /// Returns the phonemes (IPA) of each sentence, with the punctuation marks that end clauses. Numbers, dates and
    /// abbreviations are spelled out.
    ///
    /// - Parameter voice: espeak-ng's name of the language and accent, such as `en-us`.
    func phonemes(of text: Private<String>, voice: String) async throws(SynthesisError) -> [Private<String>]
}

/// Sample texts with which the user can listen to a voice.
public enum VoiceSample {
    /// Returns two sentences with a question, a number and a pause; nil if the translator does not have the language.
    public static func text(in language: String) -> String? {
        sentences[language]
    }

    private static let sentences = [
        "en": "Hello, this is how I sound. Shall we meet at half past nine?",
        "es": "Hola, así suena mi voz. ¿Nos vemos a las nueve y media?",
        "fr": "Bonjour, voici ma voix. On se retrouve à neuf heures et demie ?",
        "de": "Hallo, so klingt meine Stimme. Treffen wir uns um halb zehn?",
        "ja": "こんにちは、これがわたしのこえです。くじはんにあいましょうか？",
        "zh": "你好，这就是我的声音。我们九点半见面，好吗？",
        "ko": "안녕하세요, 제 목소리는 이렇습니다. 아홉 시 반에 만날까요?",
        "it": "Ciao, questa è la mia voce. Ci vediamo alle nove e mezza?",
        "pt": "Olá, esta é a minha voz. Vamos nos encontrar às nove e meia?",
        "ru": "Здравствуйте, так звучит мой голос. Встретимся в половине десятого?",
        "ar": "مرحبا، هكذا يبدو صوتي. هل نلتقي في التاسعة والنصف؟",
        "hi": "नमस्ते, मेरी आवाज़ ऐसी है। क्या हम साढ़े नौ बजे मिलें?",
        "nl": "Hallo, zo klinkt mijn stem. Zullen we om half tien afspreken?",
        "sv": "Hej, så här låter min röst. Ska vi ses klockan halv tio?",
        "pl": "Cześć, tak brzmi mój głos. Spotkamy się o wpół do dziesiątej?",
    ]
}
