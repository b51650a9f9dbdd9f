import ParlandoCore
import Testing

@testable import ParlandoALSA

/// 48 kHz, a report every hundredth of a second.
@Suite struct PlaybackClockTests {
    private static let rate = 48_000

    @Test func aQuietStreamTellsALineASecondAndNothingElse() {
        var clock = PlaybackClock(rate: Self.rate)
        let findings = reports(0..<1000).flatMap { clock.take($0) }
        #expect(findings.allSatisfy { if case .line = $0 { true } else { false } })
        #expect((16...20).contains(findings.count))
    }

    @Test(arguments: [-480, 480, -2400, 4800])
    func aServerThatShiftsItsDelayMovesTheLineAndNotTheSound(shift: Int) throws {
        var clock = PlaybackClock(rate: Self.rate)
        let findings = (reports(0..<500) + reports(500..<1000, shift: shift)).flatMap { clock.take($0) }
        let lines = findings.compactMap { if case .line(let map) = $0 { map } else { nil } }
        #expect(lines.count == findings.count)
        let last = try #require(lines.last)
        #expect(abs(last.frame(at: moment(1000)) - 480_000 - Double(shift)) < 1)
        #expect(abs(last.rate - 48_000) < 1e-6)
    }

    @Test func afterAnXrunTheRestOfTheWayIsMeasuredAndAskedForOnce() throws {
        var clock = PlaybackClock(rate: Self.rate)
        _ = reports(0..<500).flatMap { clock.take($0) }
        // 3000 frames were skipped, and 120 are missing.
        var findings = reports(500..<600, shift: -120, xruns: 1, mark: 3000).flatMap { clock.take($0) }
        #expect(findings == [.xrun(frames: 3000), .leaveOut(120)])
        findings = reports(600..<700, xruns: 1, mark: 3120).flatMap { clock.take($0) }
        let lines = findings.compactMap { if case .line(let map) = $0 { map } else { nil } }
        #expect(lines.count == findings.count && !lines.isEmpty)
        #expect(abs(try #require(lines.last).frame(at: moment(700)) - 336_000) < 1)
    }

    /// A sound server that works in steps reports positions that are up to five milliseconds old.
    @Test func reportsInStepsAfterAnXrunAreMeasuredByTheirMean() throws {
        var clock = PlaybackClock(rate: Self.rate)
        let before = reports(0..<800).map(inSteps)
        _ = before.flatMap { clock.take($0) }
        var findings = reports(800..<1000, shift: -120, xruns: 1, mark: 3000).map(inSteps).flatMap { clock.take($0) }
        try #require(findings.count == 2 && findings[0] == .xrun(frames: 3000))
        guard case .leaveOut(let frames) = findings[1] else {
            Issue.record("\(findings)")
            return
        }
        #expect(abs(frames - 120) < 48)
        findings = reports(1000..<1100, xruns: 1, mark: 3000 + frames).map(inSteps).flatMap { clock.take($0) }
        #expect(findings.contains { if case .line = $0 { true } else { false } })
    }

    @Test func reportsThatDriftAfterAnXrunAreMeasuredOnceTheyStand() {
        var clock = PlaybackClock(rate: Self.rate)
        _ = reports(0..<500).flatMap { clock.take($0) }
        let drifting = (500..<900).map { index in
            StreamPoint(
                time: moment(index).nanoseconds, frame: index * 480 + min(index - 900, -100) * 24 + 2280, xruns: 1,
                mark: 3000)
        }
        #expect(drifting.prefix(300).flatMap { clock.take($0) } == [.xrun(frames: 3000)])
        #expect(drifting.suffix(100).flatMap { clock.take($0) } == [.leaveOut(120)])
    }

    /// Without another line, everything would follow the last one.
    @Test func reportsThatNeverStandAfterAnXrunAreFollowedInTheEnd() {
        var clock = PlaybackClock(rate: Self.rate)
        _ = reports(0..<500).flatMap { clock.take($0) }
        let drifting = (500..<3000).map { index in
            StreamPoint(
                time: moment(index).nanoseconds, frame: index * 480 + index % 997 * 12, xruns: 1, mark: 3000)
        }
        let findings = drifting.flatMap { clock.take($0) }
        #expect(findings.first == .xrun(frames: 3000) && findings.count > 1)
        #expect(findings.dropFirst().allSatisfy { if case .line = $0 { true } else { false } })
    }

    @Test func capturedFramesAreCountedOverAnOverrun() {
        var clock = CaptureClock(rate: Self.rate)
        _ = reports(0..<300).flatMap { clock.take($0) }
        let findings = reports(300..<400, shift: -5000, xruns: 1).flatMap { clock.take($0) }
        #expect(findings.first == .xrun(frames: 5000, isPlayback: false))
        #expect(clock.lost == 5000)
    }

    /// A driver may report any number.
    @Test(arguments: [Int.min, Int.max, -1 << 62, 1 << 62])
    func whatADriverReportsCannotOverflow(delay: Int) {
        let position = PCM.Position(time: 0, delay: delay, room: .max)
        #expect(abs(position.delay) <= 1 << 40 && position.delay.signum() == delay.signum())
        #expect(position.room == 1 << 40)
        #expect(PCM.Position(time: 0, delay: 480, room: 96) == PCM.Position(time: 0, delay: 480, room: 96))
        var (playback, capture) = (PlaybackClock(rate: Self.rate), CaptureClock(rate: Self.rate))
        for xruns in 0..<3 {
            let point = StreamPoint(
                time: moment(xruns).nanoseconds, frame: xruns.isMultiple(of: 2) ? 0 : -position.delay, xruns: xruns,
                mark: 0)
            _ = playback.take(point)
            _ = capture.take(point)
        }
        #expect((0...2 << 30).contains(capture.lost))
    }

    /// A restarted sound server does not know its latency at once.
    @Test(arguments: [1200, -1200])
    func whatIsReportedRightAfterAnOverrunIsNotFinal(error: Int) throws {
        var clock = CaptureClock(rate: Self.rate)
        _ = reports(0..<800).flatMap { clock.take($0) }
        let confused = reports(800..<820, shift: error - 5000, xruns: 1).flatMap { clock.take($0) }
        #expect(confused.first == .xrun(frames: 5000 - error, isPlayback: false))
        let findings = reports(820..<900, shift: -5000, xruns: 1).flatMap { clock.take($0) }
        #expect(clock.lost == 5000)
        let lines = findings.compactMap { if case .capture(let map) = $0 { map } else { nil } }
        let last = try #require(lines.count == findings.count ? lines.last : nil)
        #expect(last.isSteady && abs(last.frame(at: moment(900)) - 900 * 480) < 1)
    }

    @Test func aLittleStrayingOfTheMicrophoneLosesNoFrame() {
        var clock = CaptureClock(rate: Self.rate)
        _ = (reports(0..<300) + reports(300..<600, shift: 400)).flatMap { clock.take($0) }
        #expect(clock.lost == 0)
    }

    /// As seen with PulseAudio on a busy computer: the smoothed delay drifts for five seconds, snaps back, drifts on,
    /// and only then stands.
    @Test func aDelayThatDriftsMovesNeitherTheLineNorTheSound() throws {
        var clock = PlaybackClock(rate: Self.rate)
        var worst = 0.0
        var linesInDoubt: [TimeMap] = []
        for point in drifting(0..<2000) {
            for finding in clock.take(point) {
                guard case .line(let map) = finding else {
                    Issue.record("the sound was moved: \(finding)")
                    return
                }
                let time = HostTime(nanoseconds: point.time)
                worst = max(worst, abs(map.frame(at: time) - time.seconds(since: moment(0)) * 48_000))
                if (2.5..<9).contains(time.seconds(since: moment(0))) {
                    linesInDoubt.append(map)
                }
            }
        }
        #expect(worst < 240)
        #expect(linesInDoubt.isEmpty)
    }

    /// A calibration must not take the first line for proof.
    @Test func whatCannotBeTrueConfirmsNoLine() throws {
        var clock = PlaybackClock(rate: Self.rate)
        let wrong = reports(0..<800, shift: 4800, isPossible: false)
        let early = wrong.flatMap { clock.take($0) }
        #expect(early.count == 9)
        let findings = reports(800..<1300).flatMap { clock.take($0) }
        guard case .line(let map) = findings.last else {
            Issue.record("no line")
            return
        }
        #expect(abs(map.frame(at: moment(1300)) - 624_000) < 1)
    }

    @Test func aDeviceThatAlwaysSaysWhatIsImpossibleIsBelievedInTheEnd() {
        var clock = PlaybackClock(rate: Self.rate)
        let findings = reports(0..<2000, isPossible: false).flatMap { clock.take($0) }
        #expect((18...20).contains(findings.count))
    }

    private func drifting(_ range: Range<Int>) -> [StreamPoint] {
        range.map { index in
            let seconds = Double(index) / 100
            let error =
                switch seconds {
                case ..<0.5: 0.0
                case ..<5.5: -0.06 * (seconds - 0.5)
                case ..<9: -0.02 - 0.02 * (seconds - 5.5)
                default: 0.0
                }
            let frame = index * 480 + Int((error * Double(Self.rate)).rounded())
            return StreamPoint(time: moment(index).nanoseconds, frame: frame, xruns: 0, mark: 0)
        }
    }

    private func reports(
        _ range: Range<Int>, shift: Int = 0, xruns: Int = 0, mark: Int = 0, isPossible: Bool = true
    ) -> [StreamPoint] {
        range.map { index in
            StreamPoint(
                time: moment(index).nanoseconds, frame: index * 480 + shift, xruns: xruns, mark: mark,
                isPossible: isPossible)
        }
    }

    /// The report of a server that works in steps of 256 frames.
    private func inSteps(_ point: StreamPoint) -> StreamPoint {
        var point = point
        point.frame -= point.frame % 256
        return point
    }

    private func moment(_ index: Int) -> HostTime {
        HostTime(nanoseconds: 1_000_000_000 + Int64(index) * 10_000_000)
    }
}
