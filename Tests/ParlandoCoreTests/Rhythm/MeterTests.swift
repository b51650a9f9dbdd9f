import ParlandoCore
import Testing

@Suite struct MeterTests {
    @Test(arguments: Meter.allCases) func everyBarIsFilledToItsEnd(meter: Meter) {
        let patterns = (Pattern.every + [.threeBeats]).map { Pattern(id: $0.id, beat: .any, elements: $0.elements) }
        for content in [Exercise.Content.random(among: patterns, seed: 3), .sequence(patterns)] {
            let exercise = Exercise(content, bars: 20, meter: meter)
            var tick = 0
            for event in Schedule(exercise, tempo: .initial).all {
                #expect(event.tick == tick)
                #expect(event.bar == tick / meter.ticksPerBar)
                tick += event.ticks
            }
            #expect(tick == 20 * meter.ticksPerBar)
        }
    }

    @Test(arguments: [
        (Meter.threeFour, 3, 120, 360), (.sixEight, 2, 180, 360), (.sixEightInEighths, 6, 60, 360),
        (.sevenEightTwoThreeTwo, 7, 60, 420), (.nineEight, 3, 180, 540), (.twelveEightInEighths, 12, 60, 720),
    ])
    func beatsAreCountedAsMusiciansDo(meter: Meter, beats: Int, beatTicks: Int, bar: Int) {
        #expect((meter.beats, meter.beatTicks, meter.ticksPerBar) == (beats, beatTicks, bar))
    }

    @Test func aGroupBeginsWithAStrongerEighth() {
        #expect(Meter.sevenEightTwoThreeTwo.stresses == [.accented, .soft, .plain, .soft, .soft, .plain, .soft])
        #expect(Meter.sixEight.stresses == [.accented, .plain])
    }

    @Test func theTempoOfSixEightCountsDottedQuarters() {
        let eighths = Pattern(id: "a", beat: .dottedQuarter, elements: Pattern.of("", "n60", "n60", "n60").elements)
        for (meter, bpm) in [(Meter.sixEight, 60.0), (.sixEightInEighths, 180)] {
            let schedule = Schedule(
                Exercise(.sequence([eighths]), bars: 1, meter: meter), tempo: Tempo(clamping: bpm))
            #expect(schedule.all.map { schedule.frame(of: $0.position, rate: 48_000) / 16_000 } == Array(6..<12))
            #expect(schedule.clicks == 2 * meter.beats)
        }
    }

    /// The last quarter of each bar of seven eighths is tied over the bar line.
    @Test func sevenEightGoesOnOverItsBarLine() {
        let exercise = Exercise(.sequence([.quarter]), bars: 2, meter: .sevenEight)
        let events = Schedule(exercise, tempo: .initial).all
        #expect(events.map(\.tick) == [0, 120, 240, 360, 480, 600, 720])
        #expect(events.map(\.bar) == [0, 0, 0, 0, 1, 1, 1])
    }

    @Test func strokesAreJudgedByTheNotesOfTheirMeter() {
        let exercise = Exercise(.sequence([.quarter]), bars: 2, meter: .threeFour)
        var judge = Judge(Schedule(exercise, tempo: Tempo(clamping: 60)))
        let verdicts = (0..<6).flatMap { judge.hear(strokeAt: Double($0)) }
        #expect(verdicts.map(\.tick) == [0, 120, 240, 360, 480, 600])
        let places = judge.results(after: 6).places
        #expect(places.map(\.tick) == [0, 120, 240])
        #expect(places.map(\.timing.count) == [2, 2, 2])
    }

    @Test func thePatternOfClicksKeepsTheStressOfEachBeat() {
        let stresses: [BeatStress] = [.silent, .plain, .accented, .soft, .plain, .accented, .plain]
        let pattern = ClickPattern(meter: .sevenEight, stresses: stresses, clicksPerBeat: 9)
        #expect((0..<14).map(pattern.stress) == stresses + stresses)
        #expect(pattern.clicksPerBeat == 6)
        #expect(ClickPattern(meter: .fourFour, clicksPerBeat: .min).clicksPerBeat == 1)
        #expect((0..<3).map(ClickPattern(meter: .threeFour).stress) == [.accented, .plain, .plain])
    }

    @Test func choicesOutOfRangeBecomeChoicesWithin() {
        var preferences = RhythmPreferences()
        preferences.clicksPerBeat = 99
        preferences.stressNames = Array(repeating: "loud", count: 99)
        preferences.beatsPerMinute = 1e9
        let sound = preferences.sanitized()
        #expect(sound.clicks().clicksPerBeat == 6)
        #expect(sound.stressNames.count == 12)
        #expect(sound.clicks().stress(ofBeat: 0) == .plain)
        #expect(sound.tempo.beatsPerMinute == 300)
    }

    @Test func pressingABeatGoesThroughItsStresses() {
        var preferences = RhythmPreferences()
        preferences.meter = .threeFour
        for expected in [BeatStress.soft, .silent, .accented, .plain] {
            preferences.changeStress(ofBeat: 1)
            #expect(preferences.clicks().stress(ofBeat: 1) == expected)
            #expect(preferences.clicks().stress(ofBeat: 0) == .accented)
        }
        preferences.changeStress(ofBeat: 9)
        #expect(preferences.clicks().stress(ofBeat: 1) == .plain)
    }
}

@Suite struct SwingTests {
    private let swing = Swing(percent: 66)

    private func isNear(_ ticks: [Double], _ expected: [Double]) -> Bool {
        ticks.count == expected.count && zip(ticks, expected).allSatisfy { abs($0 - $1) < 1e-9 }
    }

    @Test func theSecondHalfOfAPairIsLate() {
        #expect(isNear([0, 60, 120, 180, 90].map(swing.position), [0, 79.2, 120, 199.2, 99.6]))
        #expect(Swing(percent: 75, ofSixteenths: true).position(ofTick: 30) == 45)
        #expect(Swing.straight.position(ofTick: 61) == 61)
    }

    @Test func aTripletIsNotSwung() {
        let exercise = Exercise(.sequence([.triplet, .eighths]), bars: 1, swing: swing)
        let events = Schedule(exercise, tempo: .initial).all
        #expect(isNear(events.prefix(5).map(\.position), [0, 40, 80, 120, 199.2]))
    }

    /// So many notes in the time of so many quarters, which are heard.
    private func voices(_ played: Int, _ heard: Int) -> Pattern {
        Pattern(
            id: "poly", elements: (0..<played).map { _ in Pattern.Element(ticks: heard * 120 / played) },
            companion: (0..<heard).map { _ in Pattern.Element(ticks: 120) })
    }

    @Test(arguments: [(3, 2, Meter.fourFour), (2, 3, .threeFour), (4, 3, .threeFour), (5, 4, .fourFour)])
    func aPolyrhythmIsNotSwung(played: Int, heard: Int, meter: Meter) throws {
        for swing in [swing, Swing(percent: 66, ofSixteenths: true)] {
            let exercise = Exercise(.sequence([voices(played, heard)]), bars: 2, meter: meter, swing: swing)
            #expect(exercise.swing == .straight)
            var schedule = Schedule(exercise, tempo: .initial)
            while let bar = schedule.nextVoices() {
                for event in bar.played + bar.companion {
                    #expect(event.position == Double(event.tick) && event.end == Double(event.tick + event.ticks))
                }
            }
        }
    }

    /// Also where its notes are practised again without the second voice.
    @Test func onlyWhatIsNoPolyrhythmIsSwungBesideOne() {
        let exercise = Exercise(
            .sequence([voices(4, 3), .eighths, .eighths, .eighths]), bars: 2, meter: .threeFour, swing: swing)
        let expected: [Double] = [0, 90, 180, 270, 360, 439.2, 480, 559.2, 600, 679.2]
        #expect(isNear(Schedule(exercise, tempo: .initial).all.map(\.position), expected))
        let practised = exercise.pattern(ofBars: 0...1)
        #expect(practised.companion == nil)
        let again = Exercise(.sequence([practised]), bars: 2, meter: .threeFour, swing: exercise.swing)
        #expect(isNear(Schedule(again, tempo: .initial).all.map(\.position), expected))
        #expect(isNear([0, 90, 180, 270, 360, 420].map(exercise.position), Array(expected.prefix(6))))
    }

    @Test func swungClicksAndNotesFallTogether() {
        let pattern = ClickPattern(meter: .fourFour, clicksPerBeat: 2, swing: swing)
        #expect(isNear([0, 1].map { pattern.position(ofBeat: 3, part: $0) }, [360, 439.2]))
        let triplets = ClickPattern(meter: .fourFour, clicksPerBeat: 3, swing: swing)
        #expect(triplets.position(ofBeat: 0, part: 2) == 80)
        #expect(ClickPattern(meter: .sixEight, clicksPerBeat: 2, swing: swing).swing == .straight)
    }

    @Test func strokesAtTheirSwungTimesAreRight() {
        let exercise = Exercise(.sequence([.eighths]), bars: 2, swing: swing)
        var judge = Judge(Schedule(exercise, tempo: Tempo(clamping: 60)))
        for beat in 0..<8 {
            for share in [0, 0.66] {
                let verdict = judge.hear(strokeAt: Double(beat) + share).first
                #expect(verdict?.grade == .perfect && abs(verdict?.deviation ?? 1) < 1e-9)
            }
        }
    }
}

@Suite struct ClickGapsTests {
    @Test func silentBarsTakeTurns() {
        let gaps = ClickGaps(heardBars: 2, silentBars: 3)
        #expect((-1..<11).map(gaps.isSilent).map { $0 ? 1 : 0 } == [0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0])
        #expect((0..<50).allSatisfy { !ClickGaps.none.isSilent(bar: $0) })
    }

    @Test(arguments: [10, 30, 90]) func asManyBeatsAreDroppedAsWasAsked(percent: Int) {
        let gaps = ClickGaps(dropped: percent, seed: 5)
        let kept = (0..<5000).flatMap { bar in (0..<4).map { gaps.hasClick(bar: bar, beat: $0) } }
        let share = Double(kept.count { !$0 }) / 20_000
        // Four standard deviations.
        #expect(abs(share - Double(percent) / 100) < 0.014)
        // Neighbours do not depend on each other.
        let pairs = zip(kept, kept.dropFirst()).count { !$0 && !$1 }
        #expect(abs(Double(pairs) / 20_000 - share * share) < 0.014)
        #expect((0..<4).allSatisfy { gaps.hasClick(bar: -1, beat: $0) })
        #expect(
            kept
                != (0..<5000).flatMap { bar in
                    (0..<4).map { ClickGaps(dropped: percent, seed: 6).hasClick(bar: bar, beat: $0) }
                })
    }
}
