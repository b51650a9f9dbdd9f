import ParlandoCore

/// A refusal of a LibreTranslate server. Its sentence, which the server writes in a language of its choice, is looked at
/// but never passed on: it may repeat what was sent.
struct LibreRefusal: Error {
    /// What it means, as far as status and sentence tell.
    let error: TranslationError
    /// Whether it may be the codes of the languages that are refused.
    let mayBeAboutLanguages: Bool
    private let sentence: String

    /// - Parameters:
    ///   - sentence: of the JSON, nil: it has none, as the pages of servers before the service have.
    ///   - bytes: the whole body.
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

    /// What it means once the codes are known to be the server's own. A sentence that names both languages of a pair, in
    /// whatever language, is about them.
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
