public import ParlandoCore

/// Translates sentences of captions with the service that is chosen at the moment. None waits longer than ten seconds.
public actor CaptionTranslator {
    /// Requests at the same time.
    static let mostRequests = 3

    private let services: any ServiceMaking
    private let preferences: any PreferenceStore
    private let clock: any Clock<Duration>
    private var queue: (key: TranslationKey, service: TranslationService)?

    public init(
        services: any ServiceMaking, preferences: any PreferenceStore,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.services = services
        self.preferences = preferences
        self.clock = clock
    }

    /// No text goes to a service without consent.
    ///
    /// - Parameter source: ISO 639-1 code; nil if the service is to detect it.
    func translate(_ text: Private<String>, from source: String?, into target: String) async throws -> Private<String> {
        let preferences = preferences.load().translator
        let kind = preferences.service
        guard kind.descriptor.isLocal || preferences.agreedServices.contains(kind.rawValue) else {
            throw TranslatorFailure.consentMissing(kind)
        }
        let phrase = Phrase(text.revealed, language: source)
        for try await event in service(preferences).translate(phrase, into: target, priority: .spoken) {
            if case .translated(let translation) = event {
                return translation.text
            }
        }
        throw CancellationError()
    }

    private func service(_ preferences: TranslatorPreferences) -> TranslationService {
        let key = TranslationKey(preferences)
        if let queue, queue.key == key {
            return queue.service
        }
        var limits = TranslationLimits()
        limits.perMinute = preferences.service.descriptor.isLocal ? .max : preferences.perMinute
        limits.parallel = Self.mostRequests
        limits.timeout = .seconds(10)
        limits.retry = .doubling(retries: 2, longestAsked: .seconds(5))
        let service = TranslationService(translator: services.translator(preferences), limits: limits, clock: clock)
        queue = (key, service)
        return service
    }
}
