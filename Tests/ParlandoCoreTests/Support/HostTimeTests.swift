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
