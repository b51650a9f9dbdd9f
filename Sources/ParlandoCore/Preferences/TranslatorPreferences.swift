/// Preferences of the translator. `sanitized` brings every value within its range.
public struct TranslatorPreferences: Sendable, Equatable {
    /// The service that translates.
    public var service = TranslationServiceKind.gemini
    /// Name of the service's model; empty for the best one that the service offers.
    public var model = ""
    /// URL of a LibreTranslate server.
    public var address = ""
    /// ISO 639-1 code of the source language; empty to detect it.
    public var source = ""
    /// ISO 639-1 code of the target language.
    public var target = "es"
    /// Recently used language pairs, `source-target`, newest first.
    public var recentPairs: [String] = []
    /// Whether a translation is spoken as soon as it is available.
    public var speaks = true
    /// The service that speaks.
    public var voiceService = VoiceServiceKind.local
    /// Voice chosen for each language; the key is `service:language`.
    public var voices: [String: String] = [:]
    /// Preferred gender of the voice (`VoiceGender`); empty for either.
    public var gender = ""
    /// Rate, pitch and volume of the voice.
    public var manner = SpeakingManner()
    /// Seconds of silence that end an utterance.
    public var silence = 1.5
    /// Level in dBFS below which sound counts as silence if no voice activity detector is available.
    public var silenceLevel = -50.0
    /// Maximum number of requests per minute.
    public var perMinute = 60
    /// Whether translations are stored on disk.
    public var keepsTranslations = false
    /// Whether sound is stored on disk.
    public var keepsAudio = false
    /// Names of the services to which the user has agreed to send text.
    public var agreedServices: [String] = []
    /// Origin of the LibreTranslate server to which the user has agreed to send text. If `address` has another one, the
    /// agreement does not count.
    public var agreedPlace = ""
    /// Whether phrases wait while offline and are sent once the network is back.
    public var waitsForNetwork = true
    /// Whether translations of common phrases are prefetched.
    public var fetchesAhead = false
    /// Whether Google's hosts are accepted only with certificates of the authorities that Google names.
    public var pinsAuthorities = true

    /// Range of `silence`, in seconds.
    public static let silenceRange = 0.5...2.0
    /// Range of `silenceLevel`, in dBFS.
    public static let silenceLevelRange = -80.0 ... -20.0
    /// Range of `perMinute`.
    public static let perMinuteRange = 1...600
    /// Maximum number of recent pairs.
    public static let mostRecentPairs = 5

    public init() {}

    /// Origin of `address`, as `agreedPlace` holds it.
    public var place: String {
        Origin(address)?.text ?? address
    }

    /// Returns the preferences with every value brought within its range.
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
            $0 == TranslationServiceKind.libreTranslate.rawValue
                ? agreedPlace == place && !place.isEmpty
                : TranslationServiceKind(rawValue: $0) != nil || VoiceServiceKind(rawValue: $0) != nil
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
