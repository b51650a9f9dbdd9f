import ParlandoCore

/// The translation service that is chosen.
extension TranslatorService {
    /// Returns the queue and rate limiter of the chosen service. They are kept until another service is chosen.
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

/// The settings that distinguish one translation service from another.
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
