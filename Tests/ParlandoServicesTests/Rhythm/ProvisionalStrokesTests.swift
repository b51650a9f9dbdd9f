import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// A sound server whose first reports are wrong, and taps that come before anybody can know.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ProvisionalStrokesTests {
    private let stage = PlayedRhythm()
    private let tapping = RhythmOptions(exercise: .quarters(bars: nil), tempo: Tempo(clamping: 120), input: .tap)

    /// Taps at each beat up to one, exactly on it.
    private func tap(_ beats: Range<Int>) async {
        for beat in beats {
            await stage.reach(tick: Double(beat * 120) + 20)
            await stage.service.tap(at: stage.sound(ofTick: Double(beat * 120)))
            await stage.spy.wait { $0.verdicts.contains { $0.stroke == beat } }
        }
    }

    private func stop() async -> RhythmResults? {
        await stage.service.stop()
        await stage.spy.wait(for: .idle)
        return stage.spy.results.last
    }

    @Test(arguments: [0.06, -0.06])
    func tapsAreJudgedAgainByTheLineThatStands(error: Double) async throws {
        stage.error = error
        await stage.start(tapping)
        await tap(0..<3)
        #expect(stage.spy.verdicts.allSatisfy { abs(abs($0.deviation ?? 0) - 0.06) < 1e-6 })
        stage.error = 0
        await tap(3..<16)
        await stage.spy.wait { spy in spy.verdicts.count { $0.stroke == 0 } == 2 }
        #expect(stage.spy.verdicts.last { $0.stroke == 2 }?.note == 2)
        let timing = try #require(await stop()).timing
        #expect(timing.count == 16)
        #expect(abs(timing.mean ?? 1) < 1e-6 && timing.spread ?? 1 < 1e-6)
    }

    /// A short exercise is over before the line has come to rest: the results go by what is known then.
    @Test func anExerciseThatEndsBeforeIsJudgedByTheLastLine() async throws {
        stage.error = 0.06
        await stage.start(tapping)
        await tap(0..<3)
        stage.error = 0
        await tap(3..<5)
        let timing = try #require(await stop()).timing
        #expect(timing.count == 5)
        #expect(abs(timing.mean ?? 1) < 1e-6 && timing.spread ?? 1 < 1e-6)
    }

    /// The notes that were missed before are not forgotten.
    @Test func anExerciseWhoseTapsAreJudgedAgainAtItsEndHasAllItsNotes() async throws {
        stage.error = 0.06
        await stage.start(RhythmOptions(exercise: .quarters(bars: 2), tempo: Tempo(clamping: 120), input: .tap))
        await tap(0..<3)
        stage.error = 0
        await tap(3..<4)
        stage.advance(toTick: 8 * 120 + 60)
        await stage.spy.wait(for: .idle)
        let results = try #require(stage.spy.results.last)
        #expect(results.count(.perfect) == 4 && results.count(.missed) == 4)
    }

    @Test func aLineThatNeverRestsIsBelievedInTheEnd() async throws {
        await stage.start(tapping)
        for beat in 0..<70 {
            stage.error = beat < 50 ? Double(beat % 5) * 0.01 : 0
            await tap(beat..<beat + 1)
        }
        let timing = try #require(await stop()).timing
        #expect(timing.count == 70)
        #expect(abs(timing.mean ?? 1) < 1e-6 && timing.spread ?? 1 < 1e-6)
    }

    @Test func whatMovesLaterChangesNothingThatWasSaid() async throws {
        await stage.start(tapping)
        await tap(0..<16)
        stage.error = 0.06
        await tap(16..<32)
        let timing = try #require(await stop()).timing
        #expect(timing.count == 32 && stage.spy.verdicts.count == 32)
        #expect(abs((timing.mean ?? 1) + 0.03) < 1e-6)
    }

    @Test func aLineThatStoodAllTheTimeHasNothingJudgedAgain() async {
        await stage.start(tapping)
        await tap(0..<20)
        #expect(stage.spy.verdicts.count == 20)
        _ = await stop()
    }

    @Test func aSteadyLineIsWaitedForHalfAMinute() {
        let begin = HostTime(nanoseconds: 5)
        for uncertainty in [TimeMap.steady * 0.99, TimeMap.steady * 1.01] {
            var strokes = ProvisionalStrokes()
            for second in 0...40 {
                let now = begin.advanced(by: Double(second))
                let map = TimeMap(anchorFrame: 0, anchorTime: begin, rate: 48_000, uncertainty: uncertainty)
                strokes.note(now, isCertain: map.isSteady)
                #expect(strokes.isSettled == (uncertainty < TimeMap.steady || second >= 30))
            }
        }
    }

    @Test func aCalibrationByTapsGoesByTheLineThatStands() async {
        stage.error = 0.02
        await stage.calibrateByTaps()
        for beat in 0..<19 {
            if beat == 9 {
                stage.error = 0
            }
            // The line that stands is known before the last taps come: they do not come the same way.
            if beat <= 9 {
                await stage.reach(tick: Double(beat * 120) + 20)
            } else {
                stage.advance(toTick: Double(beat * 120) + 20)
            }
            await stage.service.tap(at: stage.sound(ofTick: Double(beat * 120)).advanced(by: 0.065))
        }
        await stage.spy.wait(for: .idle)
        let calibration = stage.spy.calibrations.first
        #expect(abs((calibration?.median ?? 0) - 0.065) < 1e-5 && (calibration?.spread ?? 1) < 1e-5)
    }

    @Test func aCalibrationByTapsIsRefusedWhenTheLineNeverStands() async {
        await stage.calibrateByTaps()
        for beat in 0..<19 {
            stage.error = Double(beat) * 0.0005
            stage.advance(toTick: Double(beat * 120) + 20)
            await stage.service.tap(at: stage.sound(ofTick: Double(beat * 120)).advanced(by: 0.065))
        }
        await stage.spy.wait { $0.news.contains(.count(16, of: 16)) }
        while stage.spy.phases.last != .idle, !Task.isCancelled {
            stage.error += 0.001
            stage.advance(seconds: 1)
            await Task.yield()
        }
        #expect(stage.spy.calibrations.isEmpty && stage.spy.failures == [.unsteady])
    }

    /// The clicks counted as strokes until the loudspeaker was found to be early.
    @Test func whatTurnsOutToBeNoStrokeIsForgotten() throws {
        var judge = Judge(Schedule(.quarters(bars: nil), tempo: Tempo(clamping: 120)))
        var strokes = ProvisionalStrokes()
        strokes.begin(with: judge)
        for beat in 0..<3 {
            let click = Double(beat) * 0.5 + 0.2
            _ = judge.hear(strokeAt: click)
            strokes.add(.heard(frame: click), at: click)
        }
        strokes.forgetStrokes()
        strokes.add(.heard(frame: 0.5), at: 0.5)
        let said = try #require(
            strokes.judged(until: 1.9) { if case .heard(let frame) = $0 { frame } else { nil } })
        #expect(said.verdicts.count { $0.grade == .missed } == 3)
        #expect(said.verdicts.count { $0.stroke != nil } == 1)
        #expect(strokes.judged(until: 1.9) { _ in 0.5 } == nil)
    }
}
