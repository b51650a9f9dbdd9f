import ParlandoCore
import Testing

/// Moments come from drivers and display servers, which may report anything.
@Suite struct HostTimeTests {
    @Test(arguments: [Int64.min, .max, 0]) func noSumAndNoDifferenceEndsTheProgram(nanoseconds: Int64) {
        let moment = HostTime(nanoseconds: nanoseconds)
        for seconds in [1e300, -1e300, .infinity, -.infinity, .nan, 0] {
            let other = moment.advanced(by: seconds)
            #expect(other.seconds(since: moment).isFinite)
            #expect(moment.seconds(since: other) == -other.seconds(since: moment))
        }
    }

    @Test func ordinaryMomentsAreExact() {
        let moment = HostTime(nanoseconds: 9_000_000_000_123_456_789 / 8)
        #expect(moment.advanced(by: 1.5).nanoseconds == moment.nanoseconds + 1_500_000_000)
        #expect(moment.advanced(by: -1.5).seconds(since: moment) == -1.5)
    }

    @Test(arguments: [
        (1.9, 1), (-1.9, -1), (1e300, 100), (-1e300, -100), (.infinity, 100), (.nan, -100), (100.5, 100), (99.9, 99),
    ])
    func aNumberIsBroughtIntoItsRange(value: Double, whole: Int) {
        #expect(Int(value, within: -100...100) == whole)
    }

    @Test func theWidestRangeHoldsEveryNumber() {
        #expect(Int64(9.3e18, within: .min ... .max) == .max)
        #expect(Int64(-9.3e18, within: .min ... .max) == .min)
    }
}

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy.doubling(retries: 5, longestAsked: .seconds(60), jitter: 0.1)

    @Test(
        arguments: [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (5, nil), (6, nil), (100, nil), (-1, nil)]
            as [(Int, Double?)])
    func waitsDoubleUntilItIsGivenUp(retries: Int, seconds: Double?) {
        #expect(policy.wait(afterRetries: retries) == seconds.map { Duration.seconds($0) })
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

    /// One that goes on refusing is never asked earlier than it wants, and one that asks for too long is given up.
    @Test(
        arguments: [
            (0, 0, 1), (0, 0.5, 0.5), (0, 38, 38), (0, 60, 60), (0, 60.001, nil), (2, 0.5, 4), (2, 4, 4), (2, 38, 38),
        ] as [(Int, Double, Double?)])
    func aServerIsAskedAgainWhenItWants(retries: Int, asked: Double, seconds: Double?) {
        #expect(policy.wait(afterRetries: retries, asked: .seconds(asked)) == seconds.map { Duration.seconds($0) })
    }
}

struct StableDigestTests {
    /// Vectors of draft-eastlake-fnv-17, appendix C.
    @Test(arguments: [
        ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
        ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
    ])
    func itIsFNV1a(text: String, digest: String) {
        var made = StableDigest()
        made.append(Array(text.utf8))
        #expect(made.hexadecimal == digest)
    }

    @Test func whereOneTextEndsAndTheNextBeginsMatters() {
        #expect(StableDigest("ab", "c").hexadecimal != StableDigest("a", "bc").hexadecimal)
        #expect(StableDigest("ab", "").hexadecimal != StableDigest("", "ab").hexadecimal)
        #expect(StableDigest("ab", "c").hexadecimal == StableDigest("ab", "c").hexadecimal)
    }
}
