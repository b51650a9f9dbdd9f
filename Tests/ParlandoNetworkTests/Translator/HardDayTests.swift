import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoServices
import ParlandoTestSupport
import Testing

/// A thousand phrases, and a service that does everything wrong that it can.
@Suite(.timeLimit(.minutes(5))) struct HardDayTests {
    private static let key = "AQ.7f3c0f5d-never-to-be-seen"
    private static let count = 1000
    private static let words = "unspeakable"

    @Test func nothingIsLostNothingDoubledNothingLeaks() async throws {
        let logs = Logs.all
        let server = try LoopbackServer(script: HardDay())
        let service = makeService(server)
        _ = await exchange(service, numbers: 0..<100)
        let before = residentBytes()
        let outcomes = await exchange(service, numbers: 100..<Self.count)
        let after = residentBytes()
        #expect(outcomes.count == Self.count - 100)
        for outcome in outcomes {
            #expect(outcome.endings == 1, "phrase \(outcome.number) ended \(outcome.endings) times")
            #expect(outcome.text == nil || outcome.text == GeminiScript.translation(of: phrase(outcome.number)))
        }
        #expect(outcomes.count { $0.text != nil } > outcomes.count / 2)
        #expect(outcomes.count { $0.text == nil } > 10)
        // Other tests run beside this one and take memory too; a leak of every answer would be more.
        #expect(Sanitizer.isWatching || after - before < 64 << 20, "\((after - before) >> 20) MB more")
        let log = logs.text
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

    private func residentBytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * 4096
    }
}
