import ParlandoCore
import Testing

@Suite struct RateLimitTests {
    private func seconds(_ value: Double) -> Duration { .seconds(value) }

    @Test func asManyAsAllowedGoAtOnceAndTheNextWaitsForTheFirst() {
        var limit = RateLimit(perMinute: 3)
        for second in [0.0, 1, 2] {
            #expect(limit.wait(at: seconds(second)) == .zero)
            limit.take(at: seconds(second))
        }
        #expect(limit.wait(at: seconds(2)) == seconds(58))
        #expect(limit.wait(at: seconds(60)) == .zero)
    }

    @Test func noMinuteSeesMoreThanAllowed() {
        var limit = RateLimit(perMinute: 7)
        var now = Duration.zero
        var sent: [Duration] = []
        for number in 0..<500 {
            now += .milliseconds(number * 37 % 4000)
            now += limit.wait(at: now)
            #expect(limit.wait(at: now) == .zero)
            limit.take(at: now)
            sent.append(now)
        }
        for (number, moment) in sent.enumerated() where number >= 7 {
            #expect(moment - sent[number - 7] >= RateLimit.period)
        }
    }

    @Test(arguments: [(5, 5), (200, 60), (0, 1), (-3, 1)])
    func whatTheServiceAllowsIsLearnt(allowed: Int, expected: Int) {
        var limit = RateLimit(perMinute: 60)
        limit.refuse(at: .zero, delay: .zero, allowed: allowed)
        #expect(limit.limit(at: seconds(1)) == expected)
    }

    @Test func withoutANumberNothingIsConcluded() {
        var limit = RateLimit(perMinute: 60)
        for second in 0..<12 {
            limit.take(at: seconds(Double(second)))
        }
        limit.refuse(at: seconds(12), delay: seconds(20), allowed: nil)
        #expect(limit.limit(at: seconds(12)) == 60)
        #expect(limit.wait(at: seconds(12)) == seconds(20))
    }

    @Test func afterTheNamedDelayTheNextRequestMayGo() {
        var limit = RateLimit(perMinute: 60)
        for second in 0..<12 {
            limit.take(at: seconds(Double(second)))
        }
        limit.refuse(at: seconds(12), delay: seconds(3), allowed: 10)
        #expect(limit.wait(at: seconds(15)) == .zero)
        limit.take(at: seconds(15))
        // The ten of the last minute: it was the one of second 3 that was the first of them.
        #expect(limit.wait(at: seconds(15)) == seconds(48))
    }

    @Test func whatWasLearntIsForgottenAfterAWhile() {
        var limit = RateLimit(perMinute: 60)
        limit.refuse(at: .zero, delay: .zero, allowed: 5)
        #expect(limit.limit(at: seconds(599)) == 5)
        #expect(limit.limit(at: seconds(600)) == 60)
    }
}
