import ParlandoCore

extension SynthesisError {
    /// Returns the synthesis error that corresponds to a failed request, or `CancellationError` for a cancelled one.
    static func from(_ error: any Error) -> any Error {
        let known = TranslationError.from(error)
        guard let error = known as? TranslationError else {
            return known
        }
        return SynthesisError(kind(of: error.kind), detail: error.detail, retryAfter: error.retryAfter)
    }

    private static func kind(of kind: TranslationError.Kind) -> Kind {
        switch kind {
        case .keyMissing: .keyMissing
        case .keyring(let kind): .keyring(kind)
        case .keyRefused: .keyRefused
        case .forbidden, .regionRefused: .forbidden
        case .keyRestricted(let restriction): .keyRestricted(restriction)
        case .modelGone: .modelGone
        case .rateLimited, .textLimited, .queueFull: .rateLimited
        case .quotaExhausted: .quotaExhausted
        case .serverFailed: .serverFailed
        case .blocked: .blocked
        case .pairRefused, .sourceUnknown, .notInstalled: .languageRefused
        case .empty, .cut: .badSound
        case .badAnswer, .notAService, .requestRefused: .badAnswer
        case .offline: .offline
        case .interrupted: .interrupted
        case .timedOut: .timedOut
        case .authorities(let fault): .authorities(fault)
        case .untrusted, .addressRefused: .untrusted
        case .tooLong: .tooLong
        case .nothingToTranslate: .nothingToSay
        case .failed: .failed
        }
    }
}
