import ParlandoCore

/// Error response of a LibreTranslate server. Its message, in a language of the server's choice, is examined but never
/// passed on, because it may repeat the user's text.
struct LibreRefusal: Error {
    /// Error according to the status and the message.
    let error: TranslationError
    /// Whether the server may have rejected the language codes.
    let mayBeAboutLanguages: Bool
    private let sentence: String

    /// - Parameters:
    ///   - sentence: message in the JSON, or nil if there is none, as in the error page of a proxy.
    ///   - bytes: the whole body.
    ///   - hasKey: whether the request contained an API key.
    init(_ head: HTTPHead, _ sentence: String?, _ bytes: [UInt8], hasKey: Bool) {
        let words = (sentence ?? String(decoding: bytes.prefix(2000), as: UTF8.self)).lowercased()
        let kind: TranslationError.Kind =
            switch head.status {
            case 400 where words.contains("api key"), 403 where words.contains("api key"):
                hasKey ? .keyRefused : .keyMissing
            case 400 where words.contains("not supported") || words.contains("not available"): .pairRefused
            case 400 where words.contains("text limit"): .tooLong
            case 404, 405, 300..<400: .notAService
            case 429: .rateLimited(allowed: NamedDelay.requestsPerMinute(in: words))
            default: TranslationError.kind(ofStatus: head.status)
            }
        error = TranslationError(
            kind, detail: "\(head.status)", retryAfter: head.retryAfter ?? NamedDelay.find(in: words))
        mayBeAboutLanguages = head.status == 400 && (kind == .pairRefused || kind == .requestRefused)
        self.sentence = words
    }

    /// Returns the error for a request that used the server's own language codes. If the message contains both codes of
    /// a pair in brackets, in whatever language it is, the server has rejected the pair (`pairRefused`).
    func error(naming pairs: [LibrePair]) -> TranslationError {
        let namesAll = pairs.contains { pair in
            [pair.source, pair.target].compactMap { $0?.lowercased() }.allSatisfy { code in
                [("(", ")"), ("（", "）")].contains { sentence.contains($0.0 + code + $0.1) }
            }
        }
        return namesAll && error.kind == .requestRefused
            ? TranslationError(.pairRefused, detail: error.detail) : error
    }
}
