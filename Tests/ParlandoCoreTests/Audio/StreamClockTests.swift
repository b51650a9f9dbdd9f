import ParlandoCore
import Testing

@testable import ParlandoCore

@Suite struct StreamClockTests {
    /// A device whose true rate, offset and noise are known.
    private struct Device {
        var rate = 48_000.0
        var jitterSeconds = 0.0
        var reportsPerSecond = 100.0
        private var seed: UInt64 = 1

        init(rate: Double = 48_000, jitter: Double = 0) {
            self.rate = rate
            jitterSeconds = jitter
        }

        /// Uniform in ±1.
        private mutating func random() -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(seed >> 11) / Double(1 << 52) - 1
        }

        func frame(at seconds: Double) -> Double {
            1000 + seconds * rate
        }

        mutating func report(from begin: Double, to end: Double, into clock: inout StreamClock) {
            for index in Int(begin * reportsPerSecond)..<Int(end * reportsPerSecond) {
                let seconds = Double(index) / reportsPerSecond
                clock.take(frame: frame(at: seconds + random() * jitterSeconds), at: moment(seconds))
            }
        }
    }

    @Test func oneReportAndTheNominalRateMakeALine() throws {
        var clock = StreamClock(nominalRate: 44_100)
        clock.take(frame: 500, at: moment(3))
        let map = try #require(clock.map)
        #expect(abs(map.frame(at: moment(4)) - 44_600) < 1e-6)
    }

    @Test func whatCannotBeTrueCountsForNothingAfterWhatCan() throws {
        var clock = StreamClock(nominalRate: 48_000)
        for index in 0..<190 {
            let second = Double(index) / 100
            let isPossible = (20..<40).contains(index)
            clock.take(
                frame: 48_000 * (second + (isPossible ? 0 : 0.003)), at: moment(second), isPossible: isPossible)
            #expect(clock.isDoubtful == (index >= 40))
        }
        #expect(abs(try #require(clock.lead(of: 48_000, at: moment(1)))) < 1)
    }

    @Test func aShiftMovesTheLineAndLeavesTheRate() throws {
        var device = Device(rate: 48_000 * 1.00005, jitter: 0.0001)
        var clock = StreamClock(nominalRate: 48_000)
        device.report(from: 0, to: 60, into: &clock)
        let before = try #require(clock.map)
        clock.shift(by: 500, at: moment(60))
        let after = try #require(clock.map)
        #expect(after.rate == before.rate)
        #expect(abs(after.frame(at: moment(60)) - before.frame(at: moment(60)) - 500) < 1e-3)
    }

    /// After ten seconds in which no report could be used.
    @Test func aFitThatWasShiftedIsNotSteadyAtOnce() throws {
        var device = Device(rate: 48_000, jitter: 0.0001)
        var clock = StreamClock(nominalRate: 48_000)
        device.report(from: 0, to: 60, into: &clock)
        #expect(try #require(clock.map).isSteady)
        clock.shift(by: 500, at: moment(70.3))
        for hundredth in 7031..<7050 {
            let seconds = Double(hundredth) / 100
            clock.take(frame: device.frame(at: seconds) + 500, at: moment(seconds))
        }
        #expect(try !#require(clock.map).isSteady)
    }

    @Test func anAbsurdRateIsDoubtedForTenSecondsAndThenFollowed() throws {
        var device = Device(rate: 50_000)
        var clock = StreamClock(nominalRate: 48_000)
        device.report(from: 0, to: 10, into: &clock)
        let early = try #require(clock.map)
        #expect(abs(early.rate / 48_000 - 1) < 0.001)
        #expect(clock.isDoubtful && !early.isSteady)
        device.report(from: 10, to: 40, into: &clock)
        #expect(!clock.isDoubtful)
        #expect(abs(try #require(clock.map).frame(at: moment(40)) - device.frame(at: 40)) < 480)
    }

    /// A server's smoothing lasts for five seconds. No device runs 2000 ppm fast: such a drift is never called steady.
    @Test(arguments: [(0.0, 5.0...6.5), (100, 5.0...6.5), (2000, 40.0...41.0)] as [(Double, ClosedRange<Double>)])
    func aLineIsSteadyOnceTheServersErrorsHavePassed(ppm: Double, expected: ClosedRange<Double>) throws {
        var device = Device(rate: 48_000 * (1 + ppm * 1e-6))
        var clock = StreamClock(nominalRate: 48_000)
        var seconds = 0.0
        while seconds < 40.5, clock.map?.isSteady != true {
            device.report(from: seconds, to: seconds + 0.1, into: &clock)
            seconds += 0.1
        }
        #expect(expected.contains(seconds))
    }

    @Test func aChangeOfLatencyIsUncertainForAsLong() throws {
        var device = Device()
        var clock = StreamClock(nominalRate: 48_000)
        device.report(from: 0, to: 10, into: &clock)
        #expect(try #require(clock.map).isSteady)
        var steadyAgain = Double.infinity
        for index in 1000..<2000 {
            let seconds = Double(index) / 100
            clock.take(frame: device.frame(at: seconds) + 960, at: moment(seconds))
            if index > 1060, try #require(clock.map).isSteady {
                steadyAgain = min(steadyAgain, seconds)
            }
        }
        #expect((15.4...15.7).contains(steadyAgain))
        #expect(abs(try #require(clock.map).frame(at: moment(20)) - device.frame(at: 20) - 960) < 1)
    }

    /// Nothing moves then, so that a receiver could not tell.
    @Test func reportsThatAreNotUsedAreToldOnceAsADoubt() throws {
        var device = Device()
        var clock = StreamClock(nominalRate: 48_000)
        device.report(from: 0, to: 10, into: &clock)
        var told: [TimeMap] = []
        for index in 1000..<1800 {
            let seconds = Double(index) / 100
            clock.take(frame: device.frame(at: seconds) - 0.06 * (seconds - 10) * 48_000, at: moment(seconds))
            told += clock.nextMap().map { [$0] } ?? []
        }
        #expect(told.filter { !$0.isSteady }.count == 1)
        #expect(abs(try #require(told.last).frame(at: moment(18)) - device.frame(at: 18)) < 10)
    }
}

/// So many seconds after the origin of the clock, far from its zero as on a computer that runs for weeks.
private func moment(_ seconds: Double) -> HostTime {
    HostTime(nanoseconds: 3_000_000_000_000_000).advanced(by: seconds)
}
