import ParlandoCore
import Testing

@Suite struct MeterTests {
    @Test(arguments: Meter.allCases) func everyBarIsFilledToItsEnd(meter: Meter) {
        for content in [
            Exercise.Content.random(among: Pattern.every, seed: 3), .sequence([.threeBeats, .eighths]), .sequence([]),
        ] {
            let exercise = Exercise(content, bars: 20, meter: meter)
            var tick = 0
            for event in Schedule(exercise, tempo: .initial).all {
                #expect(event.tick == tick)
                #expect(event.bar == tick / meter.ticksPerBar)
                tick += event.ticks
            }
            #expect(tick == 20 * meter.beats * 12)
        }
    }

    @Test func theBeatOfSixEightIsAnEighth() {
        let exercise = Exercise(.sequence([.eighths, .quarter]), bars: 1, meter: .sixEight)
        let schedule = Schedule(exercise, tempo: Tempo(clamping: 120))
        #expect(schedule.all.map(\.beat) == [0, 1, 2, 4, 5])
        #expect(schedule.all.map(\.note) == [0, 1, 2, 3, 4])
        #expect(schedule.frame(ofTick: 0, rate: 48_000) == 6 * 24_000)
        #expect(schedule.clicks == 12)
    }

    @Test func sevenEightEndsWithAnEighthRest() {
        let exercise = Exercise(.sequence([.quarter]), bars: 1, meter: .sevenEight)
        let events = Schedule(exercise, tempo: .initial).all
        #expect(events.map(\.beat) == [0, 2, 4, 6])
        #expect(events.last?.note == nil)
    }

    @Test func aPatternThatIsLongerThanABarIsLeftOut() {
        let exercise = Exercise(.sequence([.threeBeats]), bars: 1, meter: .twoFour)
        #expect(Schedule(exercise, tempo: .initial).all.allSatisfy { $0.note == nil })
    }

    @Test func strokesAreJudgedByTheNotesOfTheirMeter() {
        let exercise = Exercise(.sequence([.quarter]), bars: 2, meter: .threeFour)
        var judge = Judge(Schedule(exercise, tempo: Tempo(clamping: 60)))
        let verdicts = (0..<6).flatMap { judge.hear(strokeAt: Double($0)) }
        #expect(verdicts.map(\.tick) == [0, 12, 24, 36, 48, 60])
        let places = judge.results(after: 6).places
        #expect(places.map(\.tick) == [0, 12, 24])
        #expect(places.map(\.timing.count) == [2, 2, 2])
    }

    @Test func thePatternOfClicksKeepsTheStressOfEachBeat() {
        let stresses: [BeatStress] = [.silent, .plain, .accented, .silent, .plain, .accented, .plain]
        let pattern = ClickPattern(beats: 7, stresses: stresses, clicksPerBeat: 9)
        #expect((0..<14).map(pattern.stress) == stresses + stresses)
        #expect(pattern.clicksPerBeat == 4)
        #expect(ClickPattern(beats: 99).beats == 7)
        #expect(ClickPattern(beats: -1, clicksPerBeat: .min).beats == 1)
        #expect((0..<3).map(ClickPattern(beats: 3).stress) == [.accented, .plain, .plain])
    }

    @Test func choicesOutOfRangeBecomeChoicesWithin() {
        var preferences = RhythmPreferences()
        preferences.clicksPerBeat = 99
        preferences.stressNames = Array(repeating: "loud", count: 99)
        preferences.beatsPerMinute = 1e9
        let sound = preferences.sanitized()
        #expect(sound.clicks.clicksPerBeat == 4)
        #expect(sound.stressNames.count == 7)
        #expect(sound.clicks.stress(ofBeat: 0) == .plain)
        #expect(sound.tempo.beatsPerMinute == 300)
    }

    @Test func pressingABeatGoesThroughItsStresses() {
        var preferences = RhythmPreferences()
        preferences.meter = .threeFour
        for expected in [BeatStress.silent, .accented, .plain] {
            preferences.changeStress(ofBeat: 1)
            #expect(preferences.clicks.stress(ofBeat: 1) == expected)
            #expect(preferences.clicks.stress(ofBeat: 0) == .accented)
        }
        preferences.changeStress(ofBeat: 9)
        #expect(preferences.clicks.stress(ofBeat: 1) == .plain)
    }
}
