import ParlandoCore
import Testing

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy.doubling(retries: 5, longestAsked: .seconds(60), jitter: 0.1)

    @Test(arguments: [(0, 1.0), (1, 2), (2, 4), (3, 8), (4, 16)])
    func waitsDouble(retries: Int, seconds: Double) {
        #expect(policy.wait(afterRetries: retries) == .seconds(seconds))
    }

    @Test(arguments: [5, 6, 100, -1])
    func afterTheLastWaitItIsGivenUp(retries: Int) {
        #expect(policy.wait(afterRetries: retries) == nil)
    }

    @Test func noWaitIsLongerThanTheLongest() {
        let waits = RetryPolicy.doubling(retries: 40, longestAsked: .zero).waits
        #expect(waits.prefix(7).map { $0 / .seconds(1) } == [1, 2, 4, 8, 16, 32, 32])
        #expect(waits.max() == .seconds(32))
    }

    @Test(arguments: [(-1.0, 14.4), (0, 14.4), (0.5, 16), (1, 17.6), (2, 17.6)])
    func jitterIsATenthEitherWay(chance: Double, seconds: Double) throws {
        let wait = try #require(policy.wait(afterRetries: 4, chance: chance))
        #expect(abs(wait / .seconds(1) - seconds) < 1e-9)
    }

    @Test(arguments: [(0.0, 1.0), (0.5, 0.5), (38, 38), (60, 60)])
    func aServerIsAskedAgainWhenItWants(asked: Double, seconds: Double) {
        #expect(policy.wait(afterRetries: 0, asked: .seconds(asked)) == .seconds(seconds))
    }

    @Test(arguments: [(0.5, 4.0), (4, 4), (38, 38)])
    func aServerThatGoesOnRefusingIsNeverAskedEarlierThanItWants(asked: Double, seconds: Double) {
        #expect(policy.wait(afterRetries: 2, asked: .seconds(asked)) == .seconds(seconds))
    }

    @Test func whoAsksForTooLongIsGivenUp() {
        #expect(policy.wait(afterRetries: 0, asked: .milliseconds(60_001)) == nil)
    }
}
