import Foundation

/// Port: synthesizes speech from text.
public protocol SpeechSynthesizer: Sendable {
    /// Capabilities of the speech service.
    var capabilities: SynthesisCapabilities { get }

    /// Returns the voices for a language, best first; empty if the service does not support the language.
    ///
    /// - Parameter language: ISO 639-1 code.
    func voices(for language: String) async throws(SynthesisError) -> [Voice]

    /// Makes a single attempt to synthesize a text, without retries and without trying another voice. If the task is
    /// cancelled, the attempt ends.
    func speak(_ request: SynthesisRequest) async throws -> SpokenSound

    /// Returns whether a voice should get a sentence clause by clause, so that the first clause is heard while the next
    /// one is synthesized. Takes milliseconds.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1 code.
    ///   - voice: the chosen voice; nil for the best one.
    func speaksClauses(_ language: String, voice: Voice.ID?) async -> Bool

    /// Loads a voice that is expected to speak soon. Errors are not reported here, but by `speak`.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1 code.
    ///   - voice: the chosen voice; nil for the best one.
    ///   - gender: preferred gender of the voice; nil for any.
    func prepare(_ language: String, voice: Voice.ID?, gender: VoiceGender?) async
}

extension SpeechSynthesizer {
    public func speaksClauses(_ language: String, voice: Voice.ID?) async -> Bool { false }

    public func prepare(_ language: String, voice: Voice.ID?, gender: VoiceGender?) async {}
}

/// Capabilities of a speech service.
public struct SynthesisCapabilities: Sendable, Equatable {
    /// The speech service to which the capabilities belong.
    public let kind: VoiceServiceKind
    /// Whether the service works without a network.
    public let isLocal: Bool
    /// Whether the service's voices speak with the rate, pitch and volume that the user has set.
    public let heedsManner: Bool
    /// Maximum number of characters in one request to the service.
    public let mostCharacters: Int

    public init(kind: VoiceServiceKind, isLocal: Bool, heedsManner: Bool, mostCharacters: Int) {
        self.kind = kind
        self.isLocal = isLocal
        self.heedsManner = heedsManner
        self.mostCharacters = mostCharacters
    }
}

/// A voice of a speech service.
public struct Voice: Sendable, Hashable, Identifiable {
    /// Identifier of the voice, as used by the speech service.
    public let id: String
    /// ISO 639-1 code of the voice's language.
    public let language: String
    /// Display name of the voice.
    public let name: String
    /// Gender of the voice; nil if the service does not report it.
    public let gender: VoiceGender?
    /// Whether the voice is a neural network that runs on this computer and needs a file of its own.
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
    /// Prefix of the ids of natural voices, which are neural networks on this computer.
    private static let naturalPrefix = "natural:"

    /// Returns the id of the natural voice (a neural network on this computer) whose model has this name.
    public static func natural(_ model: String) -> ID {
        naturalPrefix + model
    }

    /// Returns the name of the model of a natural voice (a neural network on this computer); nil if the voice is not
    /// natural.
    public static func model(of id: ID) -> String? {
        id.hasPrefix(naturalPrefix) ? String(id.dropFirst(naturalPrefix.count)) : nil
    }
}

/// Gender of a voice. The raw values are stored in preferences and must not change.
public enum VoiceGender: String, Sendable, Equatable, CaseIterable, Codable {
    /// A female voice.
    case female
    /// A male voice.
    case male
    /// A gender-neutral voice.
    case neutral
}

/// Rate, pitch and volume of a voice.
public struct SpeakingManner: Sendable, Equatable {
    /// Speaking rate as a factor of the normal rate, 0.75…1.25.
    public var rate = 1.0
    /// Change of the voice's pitch in semitones, −20…20.
    public var pitch = 0.0
    /// Change of the voice's volume in dB, −96…16.
    public var volume = 0.0

    /// Range of the speaking rate, as a factor of the normal rate.
    public static let rateRange = 0.75...1.25
    /// Range of the change of pitch, in semitones.
    public static let pitchRange = -20.0...20.0
    /// Range of the change of volume, in dB.
    public static let volumeRange = -96.0...16.0

    public init() {}
}

/// A request to synthesize a text, with the language and the voice to use.
public struct SynthesisRequest: Sendable, Equatable {
    /// The text to synthesize.
    public let text: Private<String>
    /// ISO 639-1 code of the text's language.
    public let language: String
    /// Id of the voice to use; nil for the best one for the language and `gender`.
    public var voice: Voice.ID?
    /// Preferred gender of the voice; nil for any.
    public var gender: VoiceGender?
    /// Rate, pitch and volume of the voice.
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
    /// Accepted sample rates of synthesized speech in Hz, from half the rate of telephone audio to the rate of studio
    /// audio.
    public static let rates = 4000...192_000

    /// Mono samples at the sample rate `rate`, full scale ±1.
    public let samples: [Float]
    /// Sample rate in Hz.
    public let rate: Int

    public init(samples: [Float], rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    /// Returns the sound with a gain. Samples beyond full scale are clipped.
    ///
    /// - Parameter decibels: the gain in dB; 0 leaves the sound unchanged.
    public func amplified(by decibels: Double) -> SpokenSound {
        guard decibels != 0 else {
            return self
        }
        let gain = Float(pow(10, decibels / 20))
        return SpokenSound(samples: samples.map { min(1, max(-1, $0 * gain)) }, rate: rate)
    }

    /// Duration of the sound in seconds.
    public var duration: Double {
        rate > 0 ? Double(samples.count) / Double(rate) : 0
    }
}
