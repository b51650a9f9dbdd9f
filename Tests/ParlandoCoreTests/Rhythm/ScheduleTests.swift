import ParlandoCore
import Testing

@Suite struct ScheduleTests {
    @Test func notesAreNumberedAndRestsAreNot() {
        let events = Schedule(.of(.quarter, .rest, .eighths, .syncopation, bars: 2), tempo: .initial).all
        #expect(events.prefix(7).map(\.tick) == [0, 12, 24, 30, 36, 48, 54])
        #expect(events.prefix(7).map(\.note) == [0, nil, 1, 2, nil, 3, 4])
        #expect(events.prefix(7).map(\.bar) == [0, 0, 0, 0, 0, 1, 1])
        #expect(events[3].beat == 2.5)
        #expect(events[6].beat == 0.5)
        #expect(events[6].pattern == "syncopation")
    }

    @Test func eventsFollowEachOtherWithoutGaps() {
        let exercise = Exercise(.random(among: Pattern.every, seed: 2), bars: 40)
        var tick = 0
        for event in Schedule(exercise, tempo: .initial).all {
            #expect(event.tick == tick)
            tick += event.ticks
        }
        #expect(tick == 40 * 48)
    }

    @Test func anExerciseWithoutBarsIsOverAtOnce() {
        #expect(Schedule(.of(.quarter, bars: 0), tempo: .initial).all.isEmpty)
        #expect(Schedule(.of(.quarter, bars: -3), tempo: .initial).all.isEmpty)
    }

    @Test func theCountInIsABarBeforeTheFirstBeat() {
        let schedule = Schedule(.of(.quarter, bars: 2), tempo: Tempo(clamping: 120))
        #expect(schedule.frame(ofTick: 0, rate: 48_000) == 96_000)
        #expect(schedule.frame(ofTick: -48, rate: 48_000) == 0)
        #expect(schedule.clicks == 12)
        #expect(Schedule(.of(.quarter, bars: nil), tempo: .initial).clicks == nil)
    }

    @Test func afterAPauseABarFollowsANewCountIn() {
        let exercise = Exercise(.random(among: Pattern.every, seed: 9), bars: 8)
        let whole = Schedule(exercise, tempo: .initial)
        let resumed = Schedule(exercise, tempo: .initial, startBar: 5)
        #expect(resumed.all == whole.all.filter { $0.bar >= 5 })
        #expect(resumed.frame(ofTick: 5 * 48, rate: 44_100) == whole.frame(ofTick: 0, rate: 44_100))
        #expect(resumed.clicks == 4 + 3 * 4)
    }

    @Test(arguments: [40, 90, 133.33, 160], [44_100, 48_000, 96_000])
    func ticksFallOnTheNearestFrameForADay(tempo: Double, rate: Int) throws {
        let tempo = try #require(Tempo(beatsPerMinute: tempo))
        for tick in [0, 1, 2, 3, 4, 12, 47, 115_199, 115_200, 2_764_799] {
            let exact = Double(tick * 5 * rate) / tempo.beatsPerMinute
            #expect(abs(Double(tempo.frame(ofTick: tick, rate: rate)) - exact) <= 0.5)
        }
    }
}
