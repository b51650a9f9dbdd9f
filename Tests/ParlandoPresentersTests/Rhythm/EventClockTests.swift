import ParlandoCore
import Testing

@testable import ParlandoPresenters

/// From the display server's milliseconds to the monotonic clock.
struct EventClockTests {
    /// The server's clock is `ahead` milliseconds ahead; events are received `late` seconds after they happened.
    private func receive(
        _ clock: inout EventClock, at seconds: Double, late: Double, ahead: UInt32 = 7_000
    ) -> Double {
        let stamp = UInt32(truncatingIfNeeded: Int64((seconds * 1000).rounded(.down))) &+ ahead
        let received = HostTime(nanoseconds: 0).advanced(by: seconds + late)
        return clock.moment(of: stamp, received: received).seconds(since: HostTime(nanoseconds: 0)) - seconds
    }

    @Test func anEventThatIsReceivedLateKeepsItsMoment() {
        var clock = EventClock()
        _ = receive(&clock, at: 10, late: 0.001)
        _ = receive(&clock, at: 10.5, late: 0.0002)
        #expect(abs(receive(&clock, at: 11, late: 0.080)) < 0.0015)
        #expect(abs(receive(&clock, at: 11.25, late: 0.4)) < 0.0015)
    }

    @Test func aFirstEventThatWasLateIsForgottenSoon() {
        var clock = EventClock()
        #expect(abs(receive(&clock, at: 10, late: 0.050) - 0.050) < 1e-9)
        _ = receive(&clock, at: 10.3, late: 0.0003)
        #expect(abs(receive(&clock, at: 10.6, late: 0.030)) < 0.0015)
    }

    @Test func noMomentLiesInTheFuture() {
        var clock = EventClock()
        for step in 0..<50 {
            #expect(receive(&clock, at: 10 + Double(step) * 0.1037, late: 0) < 1e-9)
        }
    }

    @Test func theServersThirtyTwoBitsMayOverflow() {
        var clock = EventClock()
        let ahead = UInt32.max - 10_400
        _ = receive(&clock, at: 10, late: 0, ahead: ahead)
        _ = receive(&clock, at: 10.3, late: 0, ahead: ahead)
        #expect(abs(receive(&clock, at: 10.6, late: 0.030, ahead: ahead)) < 0.0015)
    }

    @Test func aServerClockThatIsSetAnewIsFollowed() {
        var clock = EventClock()
        _ = receive(&clock, at: 10, late: 0, ahead: 7_000)
        _ = receive(&clock, at: 11, late: 0, ahead: 900_000)
        #expect(abs(receive(&clock, at: 12, late: 0.030, ahead: 900_000)) < 0.0015)
    }

    @Test func clocksThatDriftApartAreFollowed() {
        var clock = EventClock()
        var worst = 0.0
        for step in 0..<3_000 {
            // The server's clock is 20 ppm slow: events seem to come ever later.
            let seconds = Double(step)
            let stamp = UInt32(seconds * 1000 * (1 - 20e-6)) + 7_000
            let received = HostTime(nanoseconds: 0).advanced(by: seconds + 0.0001)
            let error = clock.moment(of: stamp, received: received).seconds(since: HostTime(nanoseconds: 0)) - seconds
            worst = max(worst, abs(error))
        }
        #expect(worst < 0.0025)
    }

    @Test func anEventWithoutATimeHappenedWhenItWasReceived() {
        var clock = EventClock()
        _ = receive(&clock, at: 10, late: 0)
        let received = HostTime(nanoseconds: 12_345_678_901)
        #expect(clock.moment(of: 0, received: received) == received)
    }
}

@Suite struct TapTempoTests {
    /// Taps at these intervals in seconds, and returns the tempo after each tap.
    private func tempi(_ intervals: [Double]) -> [Double?] {
        var taps = TapTempo()
        var time = HostTime(nanoseconds: 1_000_000)
        return ([0] + intervals).map { interval in
            time = time.advanced(by: interval)
            return taps.tap(at: time)?.beatsPerMinute
        }
    }

    @Test(arguments: [(0.5, 1.0), (1.0, 0.5), (0.6, 0.5), (0.5, 0.6)])
    func theThirdTapAfterAChangeGivesTheNewTempo(old: Double, new: Double) {
        // The first tap after the change ends an interval of neither tempo.
        let all = tempi(Array(repeating: old, count: 8) + [(old + new) / 2 * 1.3] + [new, new])
        #expect(all[8] == (60 / old).rounded())
        #expect(all.last == (60 / new).rounded())
    }

    @Test func oneSlipHasNoEffect() {
        for slip in [0.3, 0.7, 0.9] {
            let all = tempi([0.5, 0.5, 0.5, 0.5, slip, 1 - slip > 0.05 ? 1 - slip : 0.5, 0.5])
            #expect(all.dropFirst(2).allSatisfy { $0 == 120 })
        }
    }

    @Test func unsteadyTapsOfOneTempoAreNoChange() {
        let all = tempi([0.48, 0.52, 0.49, 0.51, 0.47, 0.53, 0.5, 0.5])
        #expect(all.last == 120)
    }

    @Test func theSlowestTempoCanBeTapped() {
        #expect(tempi([3, 3]).last == 20)
        #expect(tempi([4, 4]).last == nil as Double?)
    }
}
