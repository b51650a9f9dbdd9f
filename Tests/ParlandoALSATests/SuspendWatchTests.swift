import Testing

@testable import ParlandoALSA

@Suite struct SuspendWatchTests {
    private static let second: Int64 = 1_000_000_000

    @Test func anOrdinaryTurnIsNoSleep() {
        var watch = SuspendWatch(now: 0, asleep: 5 * Self.second)
        let turns = (1...100).map { turn in
            watch.saw(now: Int64(turn) * Self.second / 4, asleep: 5 * Self.second + Int64(turn % 3))
        }
        #expect(turns.allSatisfy { $0 })
    }

    @Test func timeThatOnlyTheOtherClockCountsIsASleep() {
        var watch = SuspendWatch(now: 0, asleep: 0)
        let turns = [watch.saw(now: Self.second, asleep: 0), watch.saw(now: Self.second + 1, asleep: 30 * Self.second)]
        #expect(turns == [true, false])
    }

    @Test func aLongTimeWithoutATurnIsASleepToo() {
        var watch = SuspendWatch(now: 0, asleep: 0)
        let turns = [watch.saw(now: 1_900_000_000, asleep: 0), watch.saw(now: 4 * Self.second, asleep: 0)]
        #expect(turns == [true, false])
    }
}
