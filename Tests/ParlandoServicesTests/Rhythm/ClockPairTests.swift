import ParlandoCore
import Testing

@testable import ParlandoServices

@Suite struct ClockPairTests {
    private static let rate = 48_000

    /// After ten seconds, each rate is known to about 24 millionths.
    @Test(arguments: [(100e-6, true), (-100e-6, true), (30e-6, false), (-30e-6, false)])
    func aPaceIsUsedOnceItIsNoChance(difference: Double, isUsed: Bool) throws {
        let pace = try pace(line(faster: difference, rateUncertainty: 24e-6), line(rateUncertainty: 24e-6))
        #expect(abs(pace - 1 - (isUsed ? difference : 0)) < 1e-9)
    }

    /// A minute later a smaller difference counts too.
    @Test func aSmallDifferenceIsUsedOnceItIsKnownWell() throws {
        let pace = try pace(line(faster: 20e-6, rateUncertainty: 5e-6), line(rateUncertainty: 5e-6))
        #expect(abs(pace - 1 - 20e-6) < 1e-9)
    }

    /// One crystal makes both rates, however far from the nominal one it is.
    @Test func twoStreamsOfOneDeviceKeepTheNominalPace() throws {
        let pace = try pace(
            line(faster: 80e-6, rateUncertainty: 10e-6), line(faster: 85e-6, rateUncertainty: 10e-6))
        #expect(abs(pace - 1) < 1e-9)
    }

    /// In its first seconds a sound server reports a delay that drifts.
    @Test func aPaceThatIsFoundBeforeTheLinesAreSteadyIsNotUsed() throws {
        let wild = line(faster: 0.002, uncertainty: 0.03, rateUncertainty: 10e-6)
        #expect(abs(try pace(wild, line(rateUncertainty: 10e-6)) - 1) < 1e-9)
    }

    @Test(arguments: [0, 100e-6])
    func whatIsNotKnownOfALineIsPassedOn(difference: Double) throws {
        var clocks = ClockPair(playbackRate: Self.rate, captureRate: Self.rate)
        clocks.take(.playback(line(faster: difference, uncertainty: 0.0004, rateUncertainty: 20e-6)))
        clocks.take(.capture(line(uncertainty: 0.0003, rateUncertainty: 20e-6)))
        let playback = try #require(clocks.playback)
        #expect(playback.uncertainty == 0.0004 && playback.rateUncertainty == 20e-6)
        #expect(clocks.capture?.uncertainty == 0.0003)
    }

    private func pace(_ playback: TimeMap, _ capture: TimeMap) throws -> Double {
        var clocks = ClockPair(playbackRate: Self.rate, captureRate: Self.rate)
        clocks.take(.playback(playback))
        clocks.take(.capture(capture))
        return try #require(clocks.playback).rate / #require(clocks.capture).rate
    }

    private func line(
        faster: Double = 0, uncertainty: Double = 0.0002, rateUncertainty: Double
    ) -> TimeMap {
        TimeMap(
            anchorFrame: 0, anchorTime: HostTime(nanoseconds: 1), rate: Double(Self.rate) * (1 + faster),
            uncertainty: uncertainty, rateUncertainty: rateUncertainty)
    }
}

/// What the clocks of both streams tell of the reports of each hundredth of a second.
struct MadeClocks {
    private let rate: Int
    private var playback: StreamClock
    private var capture: StreamClock

    init(rate: Int = 48_000) {
        self.rate = rate
        playback = StreamClock(nominalRate: rate)
        capture = StreamClock(nominalRate: rate)
    }

    /// - Parameters:
    ///   - frame: captured frame that is reported.
    ///   - trueRate: captured frames in a second of the loudspeaker's clock; nil: as many as played.
    ///   - error: seconds that the loudspeaker's report is late by, so many seconds after the beginning.
    mutating func events(
        at frame: Int, trueRate: Double? = nil, error: (Double) -> Double
    ) -> [TransportEvent] {
        let second = Double(frame) / (trueRate ?? Double(rate))
        let now = HostTime(nanoseconds: 1_000_000_000).advanced(by: second)
        playback.take(frame: (second - error(second)) * Double(rate), at: now)
        capture.take(frame: Double(frame), at: now)
        return (playback.nextMap().map { [.playback($0)] } ?? []) + (capture.nextMap().map { [.capture($0)] } ?? [])
    }
}
