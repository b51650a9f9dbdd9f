import ParlandoCore
import ParlandoPresenters
import Testing

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

struct PressedKeysTests {
    private func strokes(_ codes: UInt32...) -> Int {
        var keys = PressedKeys()
        var strokes = 0
        for code in codes where keys.press(code) {
            strokes += 1
        }
        return strokes
    }

    @Test func aKeyThatIsHeldIsPressedOnce() {
        #expect(strokes(65, 65, 65) == 1)
    }

    @Test func twoKeysAreTwoStrokes() {
        #expect(strokes(65, 44, 65, 44) == 2)
    }

    @Test func aKeyThatCameUpCountsAnew() {
        var keys = PressedKeys()
        _ = keys.press(65)
        keys.release(65)
        let isNew = keys.press(65)
        #expect(isNew)
    }

    @Test func afterLosingTheFocusEveryKeyCountsAnew() {
        var keys = PressedKeys()
        _ = keys.press(65)
        keys.releaseAll()
        let isNew = keys.press(65)
        #expect(isNew)
    }
}
