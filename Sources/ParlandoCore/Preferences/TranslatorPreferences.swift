/// Preferences of the translator. `sanitized` replaces values that are out of range.
public struct TranslatorPreferences: Sendable, Equatable {
    /// The service that translates.
    public var service = TranslationServiceKind.gemini
    /// Name of the model that the translation service uses; empty for the best one that the service offers.
    public var model = ""
    /// URL of the user's LibreTranslate server.
    public var address = ""
    /// ISO 639-1 code of the source language; empty to detect the language.
    public var source = ""
    /// ISO 639-1 code of the target language.
    public var target = "es"
    /// Recently used language pairs in the form `source-target`, such as `en-es`, newest first.
    public var recentPairs: [String] = []
    /// Whether a translation is spoken as soon as it is available.
    public var speaks = true
    /// The service that speaks the translations.
    public var voiceService = VoiceServiceKind.local
    /// Id of the voice that the user has chosen for each language. The key is `service:language`.
    public var voices: [String: String] = [:]
    /// Preferred gender of the voice, as a raw value of `VoiceGender`; empty for any.
    public var gender = ""
    /// Rate, pitch and volume of the voice.
    public var manner = SpeakingManner()
    /// Seconds of silence that end an utterance.
    public var silence = 1.5
    /// Level in dBFS below which sound counts as silence if no voice activity detector is available.
    public var silenceLevel = -50.0
    /// Maximum number of requests to the translation service per minute.
    public var perMinute = 60
    /// Whether translations are stored on disk.
    public var keepsTranslations = false
    /// Whether synthesized speech is stored on disk.
    public var keepsAudio = false
    /// Names of the services to which the user has agreed to send text.
    public var agreedServices: [String] = []
    /// Origin of the LibreTranslate server to which the user has agreed to send text. If `address` has another origin,
    /// the consent does not count.
    public var agreedPlace = ""
    /// Date of the user's consent to send text to each service, such as `2026-11-26`. A consent given in an early
    /// version has no date.
    public var agreedDays: [String: String] = [:]
    /// Whether phrases are held back while the computer is offline, and sent once the network is back.
    public var waitsForNetwork = true
    /// Whether translations of common phrases are fetched in advance.
    public var fetchesAhead = false
    /// Whether connections to Google are accepted only with certificates of the authorities that Google lists for this
    /// purpose.
    public var pinsAuthorities = true

    /// Maximum number of recently used language pairs.
    public static let mostRecentPairs = 5

    static let declared: [any DeclaredPreference] = [
        Preference("translator-service", \.translator.service, page: .translation, effects: .keys),
        Preference("translator-model", \.translator.model, page: .translation),
        // *Reset* does not change the server's address, because a key may belong to it.
        Preference("translator-address", \.translator.address, effects: .keys),
        Preference("translator-source", \.translator.source),
        Preference("translator-target", \.translator.target),
        Preference("translator-recent-pairs", \.translator.recentPairs),
        Preference("translator-speaks", \.translator.speaks),
        Preference(
            "translator-voice-service", \.translator.voiceService, page: .translation, effects: [.keys, .voices]),
        Preference("translator-voices", \.translator.voices, page: .translation),
        Preference("translator-gender", \.translator.gender, page: .translation),
        Preference("translator-rate", \.translator.manner.rate, SpeakingManner.rateRange, page: .translation),
        Preference("translator-pitch", \.translator.manner.pitch, SpeakingManner.pitchRange, page: .translation),
        Preference("translator-volume", \.translator.manner.volume, SpeakingManner.volumeRange, page: .translation),
        Preference("translator-silence", \.translator.silence, 0.5...2, page: .translation),
        Preference("translator-silence-level", \.translator.silenceLevel, -80 ... -20, page: .translation),
        Preference("translator-per-minute", \.translator.perMinute, 1...600, page: .translation),
        // *Reset* does not change what may be kept, because data that may no longer be kept are deleted at once.
        Preference("translator-keeps-translations", \.translator.keepsTranslations, effects: .archive),
        Preference("translator-keeps-audio", \.translator.keepsAudio, effects: .archive),
        Preference("translator-agreed-services", \.translator.agreedServices),
        Preference("translator-agreed-place", \.translator.agreedPlace),
        Preference("translator-agreed-days", \.translator.agreedDays),
        Preference("translator-waits-for-network", \.translator.waitsForNetwork, page: .translation),
        Preference("translator-fetches-ahead", \.translator.fetchesAhead, page: .translation),
        Preference("translator-pins-authorities", \.translator.pinsAuthorities, page: .translation),
    ]

    public init() {}

    /// Origin of `address`, in the same form as `agreedPlace`; `address` itself if it has no origin.
    public var place: String {
        Origin(address)?.text ?? address
    }

    /// Returns the preferences with values that are out of range replaced by valid ones.
    public func sanitized() -> TranslatorPreferences {
        let usual = TranslatorPreferences()
        var result = Preferences.clamp(self, at: \.translator, Self.declared)
        if SpeechLanguage.translated(tag: target)?.code != target {
            result.target = usual.target
        }
        if SpeechLanguage.translated(tag: source)?.code != source {
            result.source = ""
        }
        result.recentPairs = Array(recentPairs.filter { LanguagePair($0) != nil }.prefix(Self.mostRecentPairs))
        result.agreedServices = agreedServices.filter {
            TranslationServiceKind(rawValue: $0)?.descriptor.hasAddress == true
                ? agreedPlace == place && !place.isEmpty
                : TranslationServiceKind(rawValue: $0) != nil || VoiceServiceKind(rawValue: $0) != nil
        }
        result.agreedDays = agreedDays.filter { service, day in
            result.agreedServices.contains(service) && day.count == "2026-11-26".count
                && day.allSatisfy { "-0123456789".contains($0) }
        }
        result.voices = voices.filter { !$0.value.isEmpty && $0.key.contains(":") }
        if VoiceGender(rawValue: gender) == nil {
            result.gender = ""
        }
        return result
    }
}
