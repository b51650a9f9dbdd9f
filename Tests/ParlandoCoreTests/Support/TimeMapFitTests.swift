import ParlandoCore
import Testing

@testable import ParlandoCore

@Suite struct TimeMapFitTests {
    /// A device whose true rate, offset and noise are known.
    private struct Device {
        var rate = 48_000.0
        var jitterSeconds = 0.0
        var reportsPerSecond = 100.0
        /// Every so many reports one is wrong by 20 ms.
        var outlierEvery: Int?
        private var seed: UInt64 = 1

        init(rate: Double = 48_000, jitter: Double = 0, outlierEvery: Int? = nil) {
            self.rate = rate
            jitterSeconds = jitter
            self.outlierEvery = outlierEvery
        }

        /// Uniform in ±1.
        private mutating func random() -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(seed >> 11) / Double(1 << 52) - 1
        }

        func frame(at seconds: Double) -> Double {
            1000 + seconds * rate
        }

        mutating func report(from begin: Double, to end: Double, into fit: inout TimeMapFit) {
            for index in Int(begin * reportsPerSecond)..<Int(end * reportsPerSecond) {
                let seconds = Double(index) / reportsPerSecond
                var error = random() * jitterSeconds
                if let outlierEvery, index.isMultiple(of: outlierEvery) {
                    error += 0.02
                }
                fit.add(frame: frame(at: seconds + error), at: moment(seconds))
            }
        }
    }

    @Test func withoutAReportThereIsNoLine() {
        #expect(TimeMapFit(nominalRate: 48_000).map == nil)
    }

    @Test func oneReportAndTheNominalRateMakeALine() throws {
        var fit = TimeMapFit(nominalRate: 44_100)
        fit.add(frame: 500, at: moment(3))
        let map = try #require(fit.map)
        #expect(abs(map.frame(at: moment(4)) - 44_600) < 1e-6)
    }

    @Test(arguments: [-200.0, -13.2, 0, 3, 50, 1000])
    func anExactDeviceIsMetExactly(ppm: Double) throws {
        var device = Device(rate: 48_000 * (1 + ppm * 1e-6))
        var fit = TimeMapFit(nominalRate: 48_000)
        device.report(from: 0, to: 30, into: &fit)
        let map = try #require(fit.map)
        #expect(abs(map.rate / device.rate - 1) < 1e-9)
        #expect(abs(map.frame(at: moment(30)) - device.frame(at: 30)) < 0.01)
    }

    @Test func beforeTwentySecondsTheNominalRateCounts() throws {
        var device = Device(rate: 48_000 * 1.0001, jitter: 0.001)
        var fit = TimeMapFit(nominalRate: 48_000)
        device.report(from: 0, to: 19, into: &fit)
        #expect(try #require(fit.map).rate == 48_000)
        #expect(abs(try #require(fit.map).frame(at: moment(19)) - device.frame(at: 19)) < 10)
    }

    @Test(arguments: [0.0001, 0.001, 0.0015], [-100.0, 0, 40])
    func jitterIsAveragedAway(jitter: Double, ppm: Double) throws {
        var device = Device(rate: 48_000 * (1 + ppm * 1e-6), jitter: jitter)
        var fit = TimeMapFit(nominalRate: 48_000)
        device.report(from: 0, to: 120, into: &fit)
        let map = try #require(fit.map)
        #expect(abs(map.rate / device.rate - 1) * 1e6 < 3)
        #expect(abs(map.frame(at: moment(120)) - device.frame(at: 120)) / 48_000 < jitter / 4)
    }

    @Test func outliersDoNotMoveTheLine() throws {
        var device = Device(rate: 48_000 * 1.00002, jitter: 0.0001, outlierEvery: 7)
        var fit = TimeMapFit(nominalRate: 48_000)
        device.report(from: 0, to: 60, into: &fit)
        let map = try #require(fit.map)
        #expect(abs(map.rate / device.rate - 1) * 1e6 < 1)
        #expect(abs(map.frame(at: moment(60)) - device.frame(at: 60)) < 3)
    }

    @Test func aDeviceThatDriftsOffIsFollowedInASecond() throws {
        var device = Device()
        var fit = TimeMapFit(nominalRate: 48_000)
        device.report(from: 0, to: 10, into: &fit)
        // The report path shifts by 5 ms, as a sound server's latency does when another program starts to play.
        for index in 0..<120 {
            let seconds = 10 + Double(index) / 100
            fit.add(frame: device.frame(at: seconds) + 240, at: moment(seconds))
        }
        #expect(abs(try #require(fit.map).frame(at: moment(11.2)) - device.frame(at: 11.2) - 240) < 1)
    }

    @Test func aShiftMovesTheLineAndLeavesTheRate() throws {
        var device = Device(rate: 48_000 * 1.00005, jitter: 0.0001)
        var fit = TimeMapFit(nominalRate: 48_000)
        device.report(from: 0, to: 60, into: &fit)
        let before = try #require(fit.map)
        fit.shift(by: 500)
        let after = try #require(fit.map)
        #expect(after.rate == before.rate)
        #expect(abs(after.frame(at: moment(60)) - before.frame(at: moment(60)) - 500) < 1e-3)
    }

    @Test func anAbsurdSlopeIsNotBelieved() throws {
        var device = Device(rate: 50_000)
        var fit = TimeMapFit(nominalRate: 48_000)
        device.report(from: 0, to: 40, into: &fit)
        #expect(try #require(fit.map).rate == 48_000)
    }

    @Test func afterHoursTheLineIsAsGoodAsAtFirst() throws {
        var device = Device(rate: 48_000 * 1.00003, jitter: 0.0002)
        device.reportsPerSecond = 5
        var fit = TimeMapFit(nominalRate: 48_000)
        device.report(from: 7000, to: 7200, into: &fit)
        let map = try #require(fit.map)
        #expect(abs(map.rate / device.rate - 1) * 1e6 < 2)
        #expect(abs(map.frame(at: moment(7200)) - device.frame(at: 7200)) < 10)
    }
}

/// So many seconds after the origin of the clock, far from its zero as on a computer that runs for weeks.
private func moment(_ seconds: Double) -> HostTime {
    HostTime(nanoseconds: 3_000_000_000_000_000).advanced(by: seconds)
}
