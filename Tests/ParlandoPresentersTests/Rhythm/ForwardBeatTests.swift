import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// What is seen of the beat when the line through the device's reports is fitted anew.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ForwardBeatTests {
    private let stage = RhythmStage()

    /// The same clock, by whose line everything is heard so many seconds later.
    private func clock(late seconds: Double, firstClick: Int = 0) -> BeatClock {
        let clock = stage.clock
        let map = TimeMap(
            anchorFrame: clock.map.anchorFrame, anchorTime: clock.map.anchorTime.advanced(by: seconds),
            rate: clock.map.rate)
        return BeatClock(
            map: map, rate: clock.rate, firstClick: firstClick, startTick: clock.startTick, course: clock.course)
    }

    private func fit(_ clock: BeatClock) {
        stage.report(.clock(clock))
    }

    @Test(arguments: [-4.0, -3, 0, 1])
    func whatWasShownDoesNotVanishWhenTheLineMovesBack(beat: Double) throws {
        stage.play()
        stage.show(beat: beat + 0.01)
        let shown = try #require(stage.view.positions.last)
        fit(clock(late: 0.03))
        stage.show(beat: beat + 0.02)
        #expect(stage.view.positions.last == shown)
        stage.show(beat: beat + 0.2)
        #expect(try #require(stage.view.positions.last).tick > shown.tick)
    }

    @Test func aCountInThatBeginsAnewIsShownFromItsBeginning() {
        stage.play()
        stage.show(beat: -3.9)
        fit(clock(late: 0, firstClick: 12_000))
        stage.show(beat: -3.8)
        #expect(stage.view.positions.last?.digit == nil)
        stage.show(beat: -3.4)
        #expect(stage.view.positions.last?.digit == 4)
    }

    @Test func aDeviceThatIsSuddenlyFarBehindIsFollowed() {
        stage.play()
        stage.show(beat: 2.1)
        fit(clock(late: 0.5))
        stage.show(beat: 2.2)
        #expect(stage.view.positions.last?.beat == 1)
    }

    @Test(arguments: [(-3.9, 0.9), (-0.25, 0.25), (0, 1), (2.4, 0.6)])
    func thePageKnowsHowLongItMayRestBeforeTheNextBeat(beat: Double, left: Double) throws {
        stage.play()
        stage.show(beat: beat)
        let position = try #require(stage.view.positions.last)
        #expect(abs(position.secondsToBeat - left * stage.clock.course.tempo(atTick: 0).secondsPerBeat) < 1e-6)
    }

    /// A metronome's clock is replaced as soon as a click at another tempo is prepared, before it is heard.
    @Test func aMetronomeHasNoCountIn() {
        let clock = BeatClock(
            map: RhythmStage().clock.map, rate: 48_000, firstClick: 0, startTick: 360,
            course: TempoCourse(tempo: Tempo(clamping: 120), beatTicks: 120, from: 360), countsIn: false)
        let before = RhythmPosition(tick: 350, by: clock)
        #expect(before.digit == nil && before.beat == 2 && before.bar == 0 && before.litLamps == 2..<3)
        let first = RhythmPosition(tick: -10, by: clock)
        #expect(first.digit == nil && first.beat == nil && first.text.isEmpty)
    }
}
