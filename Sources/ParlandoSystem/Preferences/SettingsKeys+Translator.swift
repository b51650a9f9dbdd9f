import ParlandoCore

extension SettingsKeys {
    /// Settings keys of the translator. Its API keys are in the keyring.
    static let translator: [any SettingsKey] = [
        Key("translator-service", \.translator.serviceName), Key("translator-model", \.translator.model),
        Key("translator-address", \.translator.address), Key("translator-source", \.translator.source),
        Key("translator-target", \.translator.target), Key("translator-recent-pairs", \.translator.recentPairs),
        Key("translator-speaks", \.translator.speaks), Key("translator-voice-service", \.translator.voiceServiceName),
        Key("translator-voices", \.translator.voices), Key("translator-gender", \.translator.gender),
        Key("translator-rate", \.translator.manner.rate), Key("translator-pitch", \.translator.manner.pitch),
        Key("translator-volume", \.translator.manner.volume), Key("translator-silence", \.translator.silence),
        Key("translator-silence-level", \.translator.silenceLevel),
        Key("translator-per-minute", \.translator.perMinute),
        Key("translator-keeps-translations", \.translator.keepsTranslations),
        Key("translator-keeps-audio", \.translator.keepsAudio),
        Key("translator-agreed-services", \.translator.agreedServices),
        Key("translator-agreed-place", \.translator.agreedPlace),
        Key("translator-waits-for-network", \.translator.waitsForNetwork),
        Key("translator-fetches-ahead", \.translator.fetchesAhead),
        Key("translator-pins-authorities", \.translator.pinsAuthorities),
    ]
}

extension TranslatorPreferences {
    fileprivate var serviceName: String {
        get { service.rawValue }
        set { service = TranslationServiceKind(rawValue: newValue) ?? TranslatorPreferences().service }
    }

    fileprivate var voiceServiceName: String {
        get { voiceService.rawValue }
        set { voiceService = VoiceServiceKind(rawValue: newValue) ?? TranslatorPreferences().voiceService }
    }
}
