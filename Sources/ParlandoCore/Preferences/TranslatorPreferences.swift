public struct TranslatorPreferences: Sendable, Equatable {
    public var service = TranslationServiceKind.gemini
    /// Empty for the best one that the service offers.
    public var model = ""
    /// URL of the user's LibreTranslate server.
    public var address = ""
    /// ISO 639-1; empty to detect the language.
    public var source = ""
    /// Language to translate into, as an ISO 639-1 code.
    public var target = "es"
    /// As `source-target`, such as `en-es`, newest first.
    public var recentPairs: [String] = []
    /// Whether a translation is spoken at once.
    public var speaks = true
    public var voiceService = VoiceServiceKind.local
    /// Chosen voices by `service:language`.
    public var voices: [String: String] = [:]
    /// Raw value of `VoiceGender`; empty for any.
    public var gender = ""
    public var manner = SpeakingManner()
    /// Seconds that end an utterance.
    public var silence = 1.5
    /// In dBFS, where no voice activity detector is available.
    public var silenceLevel = -50.0
    /// Maximum of requests per minute.
    public var perMinute = 60
    public var keepsTranslations = false
    public var keepsAudio = false
    /// Services to which the user has agreed to send text, and those with `TranslationServiceKind.captions`.
    public var agreedServices: [String] = []
    /// Origin of the LibreTranslate server to which the consent applies.
    public var agreedPlace = ""
    /// Date of each consent, such as `2026-11-26`. One given in an early version has no date.
    public var agreedDays: [String: String] = [:]
    /// Whether phrases wait while the computer is offline.
    public var waitsForNetwork = true
    /// Whether common phrases are translated in advance.
    public var fetchesAhead = false
    /// Whether Google's servers are accepted only under the authorities that Google lists.
    public var pinsAuthorities = true

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

    /// Origin of `address` as in `agreedPlace`; `address` itself if it has no origin.
    public var place: String {
        Origin(address)?.text ?? address
    }

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
            ServiceDescriptor(id: $0).map { !$0.hasAddress || agreedPlace == place && !place.isEmpty } ?? false
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
