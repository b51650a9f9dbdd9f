import ParlandoTestSupport
import Synchronization

/// Answers one request in three as it should, and the others with every fault in turn.
final class HardDay: AnswerScript {
    private let count = Mutex(0)

    func answer(to request: ServerRequest) -> MadeAnswer {
        let text = GeminiScript.text(in: request)
        let isPlain = !String(decoding: request.body, as: UTF8.self).contains("responseJsonSchema")
        let translation = GeminiScript.translation(of: text)
        let good = isPlain ? GeminiScript.streams(translation) : GeminiScript.says(translation)
        let number = count.withLock { count in
            count += 1
            return count
        }
        guard number % 3 != 0 else {
            return good.byteByByte
        }
        let nothing = isPlain ? GeminiScript.streams("\n") : GeminiScript.says("")
        return Self.fault(number / 3, good, nothing, text)
    }

    private static func fault(
        _ number: Int, _ good: MadeAnswer, _ nothing: MadeAnswer, _ text: String
    ) -> MadeAnswer {
        let violation = #"{"quotaId":"GenerateRequestsPerMinute","quotaValue":"100000"}"#
        let quota = #"{"violations":[\#(violation)]},{"retryDelay":"1s"}"#
        let flood = [UInt8](repeating: 65, count: 1 << 16)
        switch number % 20 {
        case 0: return good.cut(after: number % 400)
        case 1: return GeminiScript.refusal(500, "INTERNAL", message: text)
        case 2: return GeminiScript.refusal(503, "UNAVAILABLE")
        case 3: return GeminiScript.refusal(429, "RESOURCE_EXHAUSTED", details: quota)
        case 4: return GeminiScript.events(#"{"usageMetadata":{}}"#)
        case 5: return GeminiScript.says("x", finish: "MAX_TOKENS")
        case 6: return GeminiScript.events("<html>\(text)</html>")
        case 7: return GeminiScript.events(#"{"promptFeedback":{"blockReason":"SAFETY"}}"#)
        case 8: return GeminiScript.says("x", finish: "RECITATION")
        case 9: return nothing
        case 10: return GeminiScript.events("[" + GeminiScript.error(504, "DEADLINE_EXCEEDED", message: text) + "]")
        case 11: return MadeAnswer(pieces: [], ending: .cut)
        case 12: return GeminiScript.refusal(404, "NOT_FOUND")
        case 13: return GeminiScript.refusal(400, "INVALID_ARGUMENT", message: "API key not valid")
        case 14: return GeminiScript.error(429, "X", details: #"{"violations":[{"quotaId":"PerDay"}]}"#).asAnswer
        case 15: return number % 100 == 15 ? MadeAnswer(pieces: [flood], ending: .endless) : good
        case 16: return MadeAnswer(302, fields: ["Location: http://localhost:1/"], pieces: [])
        case 17: return MadeAnswer(pieces: [[0xFF, 0xFE, 0x0A, 0x0A, 0x64]])
        case 18: return GeminiScript.refusal(429, "RESOURCE_EXHAUSTED", fields: ["Retry-After: 1000"])
        default: return GeminiScript.says(GeminiScript.translation(of: text), finish: nil)
        }
    }
}

extension String {
    fileprivate var asAnswer: MadeAnswer { MadeAnswer(429, text: self) }
}
