/// What the user has chosen for the translator. After `sanitized` every value is within its bounds, whatever was stored.
public struct TranslatorPreferences: Sendable, Equatable {
    /// Who translates.
    public var service = TranslationServiceKind.gemini
    /// Name of the service's model, empty: the best one that it offers.
    public var model = ""
    /// Address of a LibreTranslate server.
    public var address = ""
    /// ISO 639-1 code, empty: found out.
    public var source = ""
    /// ISO 639-1 code.
    public var target = "es"
    /// Pairs used lately, `source-target`, newest first.
    public var recentPairs: [String] = []
    /// Whether a translation is spoken as soon as it is there.
    public var speaks = true
    /// Who speaks.
    public var voiceService = VoiceServiceKind.local
    /// The voice chosen for a language, by `service:language`.
    public var voices: [String: String] = [:]
    /// Empty: either.
    public var gender = ""
    /// How voices speak.
    public var manner = SpeakingManner()
    /// Seconds of silence that end an utterance.
    public var silence = 1.5
    /// Level in dB of full scale below which it is silence where no better judge is at hand.
    public var silenceLevel = -50.0
    /// Requests that a minute may see.
    public var perMinute = 60
    /// Whether translations are kept on disk.
    public var keepsTranslations = false
    /// Whether sound is kept on disk.
    public var keepsAudio = false
    /// Whether the user has agreed that text is sent to the service of that name.
    public var agreedServices: [String] = []
    /// Whether phrases wait for the network and are sent when it is back.
    public var waitsForNetwork = true
    /// Whether common phrases are fetched ahead.
    public var fetchesAhead = false
    /// Whether Google's hosts must prove themselves by the certificate authorities that Google names.
    public var pinsAuthorities = true

    /// Bounds of `silence`, in seconds.
    public static let silenceRange = 0.5...2.0
    /// Bounds of `silenceLevel`, in dB.
    public static let silenceLevelRange = -80.0 ... -20.0
    /// Bounds of `perMinute`.
    public static let perMinuteRange = 1...600
    /// Pairs that are remembered.
    public static let mostRecentPairs = 5

    public init() {}

    /// The same choices with everything out of bounds brought back into them.
    public func sanitized() -> TranslatorPreferences {
        let usual = TranslatorPreferences()
        var result = self
        if SpeechLanguage.translated(tag: target)?.code != target {
            result.target = usual.target
        }
        if SpeechLanguage.translated(tag: source)?.code != source {
            result.source = ""
        }
        result.recentPairs = Array(recentPairs.filter { LanguagePair($0) != nil }.prefix(Self.mostRecentPairs))
        result.agreedServices = agreedServices.filter {
            TranslationServiceKind(rawValue: $0) != nil || VoiceServiceKind(rawValue: $0) != nil
        }
        result.voices = voices.filter { !$0.value.isEmpty && $0.key.contains(":") }
        if VoiceGender(rawValue: gender) == nil {
            result.gender = ""
        }
        result.manner.rate = manner.rate.brought(into: SpeakingManner.rateRange, usual: 1)
        result.manner.pitch = manner.pitch.brought(into: SpeakingManner.pitchRange, usual: 0)
        result.manner.volume = manner.volume.brought(into: SpeakingManner.volumeRange, usual: 0)
        result.silence = silence.brought(into: Self.silenceRange, usual: usual.silence)
        result.silenceLevel = silenceLevel.brought(into: Self.silenceLevelRange, usual: usual.silenceLevel)
        result.perMinute = min(max(perMinute, Self.perMinuteRange.lowerBound), Self.perMinuteRange.upperBound)
        return result
    }
}

extension Double {
    fileprivate func brought(into range: ClosedRange<Double>, usual: Double) -> Double {
        isNaN ? usual : min(max(self, range.lowerBound), range.upperBound)
    }
}
