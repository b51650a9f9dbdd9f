import ParlandoCore

/// Provides the translation service that the user has chosen.
extension TranslatorService {
    /// Returns the chosen translation service with its queue and rate limit. The same one is returned until other
    /// settings are chosen.
    func translationService(_ preferences: TranslatorPreferences) -> TranslationService {
        let key = TranslationKey(preferences)
        if let translation, translation.key == key {
            return translation.service
        }
        var limits = parts.limits
        limits.perMinute = preferences.service.descriptor.isLocal ? .max : preferences.perMinute
        let service = TranslationService(
            translator: parts.translators.translator(preferences), limits: limits, clock: parts.clock)
        translation = (key, service)
        return service
    }
}

/// The settings that identify a translation service. If one of them changes, a new queue and rate limit are used.
struct TranslationKey: Equatable {
    let service: TranslationServiceKind
    let model: String
    let address: String
    let perMinute: Int
    let pinsAuthorities: Bool

    init(_ preferences: TranslatorPreferences) {
        service = preferences.service
        model = preferences.model
        address = preferences.address
        perMinute = preferences.perMinute
        pinsAuthorities = preferences.pinsAuthorities
    }
}
