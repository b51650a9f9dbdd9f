import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoServices
import ParlandoTestSupport
import Synchronization
import Testing

/// A thousand phrases, and a service that does everything wrong that it can.
@Suite(.timeLimit(.minutes(5))) struct HardDayTests {
    private static let key = "AQ.7f3c0f5d-never-to-be-seen"
    private static let count = 1000
    private static let words = "unspeakable"

    @Test func nothingIsLostNothingDoubledNothingLeaks() async throws {
        let logs = LogBook.ofProgram
        let server = try LoopbackServer(script: HardDay())
        let service = makeService(server)
        _ = await exchange(service, numbers: 0..<100)
        let before = Memory.resident
        let outcomes = await exchange(service, numbers: 100..<Self.count)
        let after = Memory.resident
        #expect(outcomes.count == Self.count - 100)
        for outcome in outcomes {
            #expect(outcome.endings == 1, "phrase \(outcome.number) ended \(outcome.endings) times")
            #expect(outcome.text == nil || outcome.text == GeminiScript.translation(of: phrase(outcome.number)))
        }
        #expect(outcomes.count { $0.text != nil } > outcomes.count / 2)
        #expect(outcomes.count { $0.text == nil } > 10)
        // Other tests run beside this one and take memory too; a leak of every answer would be more.
        #expect(Sanitizer.isWatching || after - before < 64 << 20, "\((after - before) >> 20) MB more")
        let log = logs.entries.map { "\($0)" }.joined(separator: "\n")
        #expect(!log.isEmpty)
        #expect(!log.contains(Self.key) && !log.contains(Self.words))
    }

    private struct Ending {
        let number: Int
        var text: String?
        var endings = 0
    }

    private func phrase(_ number: Int) -> String {
        "\(Self.words) №\(number)"
    }

    private func makeService(_ server: LoopbackServer) -> TranslationService {
        var limits = TranslationLimits()
        limits.timeout = .seconds(100_000)
        limits.perMinute = 1_000_000
        limits.parallel = 8
        let translator = GeminiTranslator(
            client: HTTPClient(), key: Private(Self.key), model: "gemini-1-flash-lite",
            home: String(server.address.dropLast()), timeout: .seconds(300))
        return TranslationService(translator: translator, limits: limits, clock: HurriedClock())
    }

    /// Fifty at a time, as the line is of limited length; every fiftieth is cancelled on its way.
    private func exchange(_ service: TranslationService, numbers: Range<Int>) async -> [Ending] {
        await withTaskGroup(of: Ending.self) { group in
            var endings: [Ending] = []
            for number in numbers {
                if number - numbers.lowerBound >= 50, let ending = await group.next() {
                    endings.append(ending)
                }
                group.addTask { await translate(number, with: service) }
            }
            for await ending in group {
                endings.append(ending)
            }
            return endings
        }
    }

    private func translate(_ number: Int, with service: TranslationService) async -> Ending {
        let work = Task {
            var ending = Ending(number: number)
            do {
                let phrase = Phrase(phrase(number), language: "en")
                for try await news in service.translate(phrase, into: "de", priority: .spoken) {
                    if case .translated(let translation) = news {
                        ending.text = translation.text.revealed
                        ending.endings += 1
                    }
                }
                // A cancelled phrase ends without a word.
                ending.endings += ending.endings == 0 && Task.isCancelled ? 1 : 0
            } catch {
                ending.endings += 1
            }
            return ending
        }
        if number % 50 == 7 {
            await Task.yield()
            work.cancel()
        }
        return await work.value
    }
}

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
