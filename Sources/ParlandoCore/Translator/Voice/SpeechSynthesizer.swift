/// Port: makes sound of a text.
public protocol SpeechSynthesizer: Sendable {
    /// What this service can do.
    var capabilities: SynthesisCapabilities { get }

    /// The voices there are for a language, best first; empty: it does not speak it.
    ///
    /// - Parameter language: ISO 639-1 code.
    func voices(for language: String) async throws(SynthesisError) -> [Voice]

    /// Speaks a text once: no second try, no other voice. Cancelling the task ends it.
    func speak(_ request: SynthesisRequest) async throws -> SpokenSound
}

/// What a speech service can do.
public struct SynthesisCapabilities: Sendable, Equatable {
    /// Who speaks.
    public let kind: VoiceServiceKind
    /// Whether it works without a network.
    public let isLocal: Bool
    /// Whether it heeds rate, pitch and volume.
    public let heedsManner: Bool
    /// The longest text it takes at once, in characters.
    public let mostCharacters: Int

    public init(kind: VoiceServiceKind, isLocal: Bool, heedsManner: Bool, mostCharacters: Int) {
        self.kind = kind
        self.isLocal = isLocal
        self.heedsManner = heedsManner
        self.mostCharacters = mostCharacters
    }
}

/// Who speaks. The names are kept in preferences: they may not change.
public enum VoiceServiceKind: String, Sendable, Equatable, CaseIterable {
    /// espeak-ng, on this machine.
    case local
    /// Gemini's speech models.
    case gemini
    /// Google Cloud Text-to-Speech.
    case google
}

/// A voice of a speech service.
public struct Voice: Sendable, Hashable, Identifiable {
    /// As the service names it.
    public let id: String
    /// ISO 639-1 code of what it speaks.
    public let language: String
    /// As people read it.
    public let name: String
    /// Nil: the service does not say.
    public let gender: VoiceGender?

    public init(id: String, language: String, name: String, gender: VoiceGender? = nil) {
        self.id = id
        self.language = language
        self.name = name
        self.gender = gender
    }
}

/// How a voice sounds. The names are kept in preferences: they may not change.
public enum VoiceGender: String, Sendable, Equatable, CaseIterable {
    /// Like a woman.
    case female
    /// Like a man.
    case male
    /// Like neither.
    case neutral
}

/// How fast, high and loud a voice speaks.
public struct SpeakingManner: Sendable, Equatable {
    /// Times the usual speed, 0.75…1.25.
    public var rate = 1.0
    /// In semitones, −20…20.
    public var pitch = 0.0
    /// In dB, −96…16.
    public var volume = 0.0

    /// Bounds of `rate`.
    public static let rateRange = 0.75...1.25
    /// Bounds of `pitch`, in semitones.
    public static let pitchRange = -20.0...20.0
    /// Bounds of `volume`, in dB.
    public static let volumeRange = -96.0...16.0

    public init() {}
}

/// A text that is to be spoken.
public struct SynthesisRequest: Sendable, Equatable {
    /// What is to be said.
    public let text: Private<String>
    /// ISO 639-1 code of the text.
    public let language: String
    /// Nil: the best one for the language and `gender`.
    public var voice: Voice.ID?
    /// Nil: either.
    public var gender: VoiceGender?
    /// How it is to be said.
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

/// Speech as sound, mono, full scale ±1. Printing it shows nothing of what is said.
public struct SpokenSound: Sendable, Equatable {
    /// Rates that speech may have, in Hz: from a telephone's half to a studio's.
    public static let rates = 4000...192_000

    /// The samples, at `rate`.
    public let samples: [Float]
    /// In Hz.
    public let rate: Int

    public init(samples: [Float], rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    /// In seconds.
    public var duration: Double {
        rate > 0 ? Double(samples.count) / Double(rate) : 0
    }
}
