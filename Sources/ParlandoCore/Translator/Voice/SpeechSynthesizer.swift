import Foundation

/// Port: synthesizes speech.
public protocol SpeechSynthesizer: Sendable {
    /// Capabilities of the service.
    var capabilities: SynthesisCapabilities { get }

    /// Returns the voices for a language, best first; empty if the service does not support the language.
    ///
    /// - Parameter language: ISO 639-1 code.
    func voices(for language: String) async throws(SynthesisError) -> [Voice]

    /// Makes a single attempt to synthesize a text, without retries and without another voice. Cancelling the task ends
    /// the attempt.
    func speak(_ request: SynthesisRequest) async throws -> SpokenSound

    /// Returns whether the voice of a request speaks a sentence in several pieces, so that its first clause is heard
    /// while the next is synthesized. Takes milliseconds.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1 code.
    ///   - voice: the chosen voice; nil for the best one.
    func speaksClauses(_ language: String, voice: Voice.ID?) async -> Bool

    /// Gets the voice ready that will speak soon. If that fails, nothing happens until it is asked to speak.
    func prepare(_ language: String, voice: Voice.ID?, gender: VoiceGender?) async
}

extension SpeechSynthesizer {
    public func speaksClauses(_ language: String, voice: Voice.ID?) async -> Bool { false }

    public func prepare(_ language: String, voice: Voice.ID?, gender: VoiceGender?) async {}
}

/// Capabilities of a speech service.
public struct SynthesisCapabilities: Sendable, Equatable {
    /// The speech service that the synthesizer uses.
    public let kind: VoiceServiceKind
    /// Whether the service works without a network.
    public let isLocal: Bool
    /// Whether the service supports rate, pitch and volume.
    public let heedsManner: Bool
    /// Maximum number of characters in one request.
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
    /// The service's name for the voice.
    public let id: String
    /// ISO 639-1 code of the voice's language.
    public let language: String
    /// Name of the voice, as shown to the user.
    public let name: String
    /// Gender of the voice; nil if the service does not report it.
    public let gender: VoiceGender?
    /// Whether the voice is a natural voice of this computer, which needs a file of its own.
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
    /// Beginning of the ids of natural voices.
    private static let naturalPrefix = "natural:"

    /// Returns the id of the natural voice whose model has this name.
    public static func natural(_ model: String) -> ID {
        naturalPrefix + model
    }

    /// Returns the name of the model of a natural voice, or nil if the voice is not natural.
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
    /// Factor of the normal speaking rate, 0.75…1.25.
    public var rate = 1.0
    /// Change of pitch in semitones, −20…20.
    public var pitch = 0.0
    /// Change of volume in dB, −96…16.
    public var volume = 0.0

    /// Range of `rate`.
    public static let rateRange = 0.75...1.25
    /// Range of `pitch`, in semitones.
    public static let pitchRange = -20.0...20.0
    /// Range of `volume`, in dB.
    public static let volumeRange = -96.0...16.0

    public init() {}
}

/// A text to synthesize.
public struct SynthesisRequest: Sendable, Equatable {
    /// The text to synthesize.
    public let text: Private<String>
    /// ISO 639-1 code of the text's language.
    public let language: String
    /// Id of the voice; nil for the best one for the language and `gender`.
    public var voice: Voice.ID?
    /// Preferred gender; nil for any.
    public var gender: VoiceGender?
    /// Rate, pitch and volume.
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

/// Synthesized speech as mono samples, full scale ±1. Printing it does not reveal the text.
public struct SpokenSound: Sendable, Equatable {
    /// Accepted sample rates in Hz, from half the rate of telephone audio to the rate of studio audio.
    public static let rates = 4000...192_000

    /// The samples at `rate`.
    public let samples: [Float]
    /// Sample rate in Hz.
    public let rate: Int

    public init(samples: [Float], rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    /// Returns the sound with a gain, clipped to full scale.
    ///
    /// - Parameter decibels: the gain in dB; 0 leaves the sound unchanged.
    public func amplified(by decibels: Double) -> SpokenSound {
        guard decibels != 0 else {
            return self
        }
        let gain = Float(pow(10, decibels / 20))
        return SpokenSound(samples: samples.map { min(1, max(-1, $0 * gain)) }, rate: rate)
    }

    /// Duration in seconds.
    public var duration: Double {
        rate > 0 ? Double(samples.count) / Double(rate) : 0
    }
}
