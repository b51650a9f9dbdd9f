import Foundation
import ParlandoCore

/// One `GenerateContentResponse`; a streamed response consists of several.
struct GeminiAnswer: Decodable {
    struct Part: Decodable {
        let text: String?
        /// Whether the part is the model's reasoning instead of the answer.
        let thought: Bool?
    }

    struct Content: Decodable {
        let parts: [Part]?
    }

    struct Candidate: Decodable {
        let content: Content?
        let finishReason: String?
    }

    struct Feedback: Decodable {
        let blockReason: String?
    }

    /// Key of the translation in a structured response.
    static let textKey = "translation"
    /// Key of the detected language in a structured response.
    static let languageKey = "detectedLanguage"

    let candidates: [Candidate]?
    let promptFeedback: Feedback?
    let error: GeminiFailure?

    /// Decodes the data of an event, which contains one response object or an array of them.
    static func read(_ bytes: [UInt8]) throws(TranslationError) -> [GeminiAnswer] {
        do {
            let isArray = bytes.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) } == UInt8(ascii: "[")
            let data = Data(bytes)
            return try isArray
                ? OutsideJSON.decode([GeminiAnswer].self, from: data)
                : [OutsideJSON.decode(GeminiAnswer.self, from: data)]
        } catch {
            throw TranslationError(.badAnswer, detail: "an event of \(bytes.count) bytes that is not understood")
        }
    }

    /// Text of this response, without the model's reasoning.
    var text: String {
        (candidates?.first?.content?.parts ?? []).filter { $0.thought != true }.compactMap(\.text).joined()
    }

    /// Reason why the response ended, or nil if it continues.
    var finishReason: String? {
        candidates?.first?.finishReason.flatMap { $0.isEmpty || $0 == "FINISH_REASON_UNSPECIFIED" ? nil : $0 }
    }

    /// Error if the service blocked the request.
    var block: TranslationError? {
        guard let reason = promptFeedback?.blockReason, !reason.isEmpty, reason != "BLOCK_REASON_UNSPECIFIED" else {
            return nil
        }
        return TranslationError(.blocked(TranslationBlock(gemini: reason)), detail: "request: \(reason.asName)")
    }

    /// Returns the error that a finish reason means, or nil if the response is complete.
    static func failure(finishedBy reason: String?) -> TranslationError? {
        switch reason {
        case "STOP": nil
        case nil: TranslationError(.interrupted, detail: "no finishReason")
        case "MAX_TOKENS": TranslationError(.cut, detail: "MAX_TOKENS")
        case "MALFORMED_RESPONSE", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS":
            TranslationError(.badAnswer, detail: reason?.asName ?? "")
        case let reason?:
            TranslationError(.blocked(TranslationBlock(gemini: reason)), detail: "answer: \(reason.asName)")
        }
    }
}

extension TranslationBlock {
    /// Creates the block from a value of `FinishReason` or `BlockReason`. Unknown values become `unknown`.
    init(gemini reason: String) {
        switch reason {
        case "SAFETY", "IMAGE_SAFETY": self = .safety
        case "BLOCKLIST", "PROHIBITED_CONTENT", "IMAGE_PROHIBITED_CONTENT": self = .forbiddenContent
        case "SPII": self = .personalData
        case "RECITATION", "IMAGE_RECITATION": self = .recitation
        case "LANGUAGE": self = .language
        default: self = .unknown
        }
    }
}

extension String {
    /// The text if it has the form of a service's enumeration name, else "?". Logged instead of the text itself, which
    /// could contain a user's words.
    var asName: String {
        let isName = count <= 100 && utf8.allSatisfy { $0 == 0x2D || $0 == 0x5F || Character(.init($0)).isAlphanumeric }
        return isName ? self : "?"
    }
}

extension Character {
    fileprivate var isAlphanumeric: Bool {
        isASCII && (isLetter || isNumber)
    }
}
