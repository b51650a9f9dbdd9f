import ParlandoCore
import ParlandoSignal
import Testing

/// Every click that is heard, compared with the score.
@Suite struct ClickScoreTests {
    private static let bars = 12

    /// Slow enough that no click overlaps the next: then each begins after silence.
    private static func climbing(_ meter: Meter, from bar: Int = 0) -> TempoCourse {
        var course = TempoCourse(tempo: Tempo(clamping: 53.21), beatTicks: meter.beatTicks)
        for index in 1..<bars {
            course.change(
                to: Tempo(clamping: 40 + Double(index * 17 % 40) + 0.37), atTick: index * meter.ticksPerBar)
        }
        return course
    }

    /// The frames of all clicks by the course alone.
    private static func expected(
        _ pattern: ClickPattern, _ course: TempoCourse, rate: Int, countIn: Int = 0, firstBar: Int = 0
    ) -> [Int] {
        (0..<bars * pattern.beats).flatMap { beat -> [Int] in
            let bar = beat < countIn ? -1 : (beat - countIn) / pattern.beats + firstBar
            return (0..<pattern.clicksPerBeat).compactMap { part -> Int? in
                let isSilent = part == 0 && pattern.stress(ofBeat: beat) == .silent
                guard !isSilent, pattern.gaps.hasClick(bar: bar, beat: beat % pattern.beats) else {
                    return nil
                }
                return course.frame(ofTick: pattern.position(ofBeat: beat, part: part), rate: rate)
            }
        }
    }

    @Test(arguments: Meter.allCases, 1...6) func everyClickIsOnItsFrameThroughEveryChangeOfTempo(
        meter: Meter, subdivision: Int
    ) {
        let rate = subdivision.isMultiple(of: 2) ? 44_100 : 48_000
        let course = Self.climbing(meter)
        let pattern = ClickPattern(
            meter: meter, stresses: [.accented, .silent], clicksPerBeat: subdivision,
            swing: Swing(percent: 50 + 5 * subdivision, ofSixteenths: subdivision == 4),
            gaps: ClickGaps(heardBars: 2, silentBars: 1, dropped: subdivision > 3 ? 30 : 0, seed: 9))
        var stage = VoiceStage(rate: rate)
        stage.voice.begin(
            MetronomeRun(
                firstClick: 0, tempo: course.tempo(atTick: 0), clicks: Self.bars * meter.beats, pattern: pattern,
                countIn: meter.beats, firstBar: 2))
        for stretch in course.stretches.dropFirst() {
            #expect(
                stage.voice.change(
                    tempo: stretch.tempo, atBeat: stretch.tick / meter.beatTicks))
        }
        let end = course.frame(ofTick: Double(Self.bars * meter.ticksPerBar), rate: rate)
        let starts = VoiceStage.starts(stage.render(end, block: [480, 4801, 1_000_003][subdivision % 3]))
        #expect(starts == Self.expected(pattern, course, rate: rate, countIn: meter.beats, firstBar: 2))
    }

    @Test(arguments: [(3, 2), (2, 3), (4, 3), (5, 4)])
    func theSecondVoiceOfAPolyrhythmSoundsOnItsFrames(played: Int, heard: Int) {
        let voices = [played, heard].map { count in
            (0..<count).map { _ in Pattern.Element(ticks: 480 / count) }
        }
        let pattern = Pattern(id: "a", beat: .any, elements: voices[0], companion: voices[1])
        let schedule = Schedule(Exercise(.sequence([pattern]), bars: 8), tempo: Tempo(clamping: 70))
        var stage = VoiceStage(clickVolume: 0, guideVolume: 1)
        stage.voice.begin(MetronomeRun(firstClick: 0, tempo: Tempo(clamping: 70), clicks: schedule.clicks))
        var feed = GuideFeed(schedule, rate: 48_000, firstClick: 0)
        feed.feed(stage.voice, until: .max)
        let bar = 4 * 60 * 48_000.0 / 70
        let expected = (heard..<9 * heard).map { Int((Double($0) * bar / Double(heard)).rounded()) }
        #expect(VoiceStage.starts(stage.render(9 * Int(bar) + 10, block: 997)) == expected)
    }

    @Test func guideTonesAreSilentWithTheClicksAndWaitForADecision() {
        let quarters = Pattern(id: "a", elements: [Pattern.Element(ticks: 120)])
        let schedule = Schedule(Exercise(.sequence([quarters]), bars: nil), tempo: Tempo(clamping: 120))
        var stage = VoiceStage(clickVolume: 0, guideVolume: 1)
        stage.voice.begin(MetronomeRun(firstClick: 0, tempo: Tempo(clamping: 120), clicks: nil))
        var feed = GuideFeed(schedule, rate: 48_000, firstClick: 0, gaps: ClickGaps(heardBars: 1, silentBars: 1))
        feed.feed(stage.voice, until: .max, before: 2)
        var course = schedule.course
        course.change(to: Tempo(clamping: 60), atTick: 960)
        feed.change(to: course)
        feed.feed(stage.voice, until: .max, before: 4)
        let starts = VoiceStage.starts(stage.render(16 * 48_000)).map { $0 / 24_000 }
        #expect(starts == [4, 5, 6, 7, 12, 14, 16, 18])
    }

    @Test func aTempoThatIsAskedForDropsThoseThatWerePlanned() {
        var stage = VoiceStage()
        stage.voice.begin(MetronomeRun(firstClick: 0, tempo: Tempo(clamping: 120), clicks: nil))
        stage.voice.change(tempo: Tempo(clamping: 150), atBeat: 4)
        _ = stage.render(30_000)
        stage.voice.change(tempo: Tempo(clamping: 60))
        stage.voice.change(tempo: Tempo(clamping: 100), atBeat: 6)
        _ = stage.render(300_000)
        #expect(stage.voice.takeClicks().map(\.tempo.beatsPerMinute) == [120, 120, 60, 60, 60, 60, 100, 100, 100, 100])
    }

    /// As after a moment in which the whole computer stood still.
    @Test func aChangeThatComesTooLateLeavesLaterClicksInTheirPlaces() {
        var course = TempoCourse(tempo: Tempo(clamping: 120), beatTicks: 120)
        course.change(to: Tempo(clamping: 90), atTick: 480)
        var stage = VoiceStage()
        stage.voice.begin(MetronomeRun(firstClick: 0, tempo: Tempo(clamping: 120), clicks: nil))
        _ = stage.render(5 * 24_000 + 100)
        stage.voice.change(tempo: Tempo(clamping: 90), atBeat: 4)
        _ = stage.render(400_000)
        for click in stage.voice.takeClicks() where click.index > 5 {
            #expect(click.frame == course.frame(ofTick: Double(click.index * 120), rate: 48_000))
        }
    }

    @Test func aBeatThatIsSoftOrSpokenSoundsSo() {
        let soft = ClickPattern(meter: .threeFour, stresses: [.soft])
        var stage = VoiceStage(sound: .beep)
        stage.voice.begin(MetronomeRun(firstClick: 0, tempo: Tempo(clamping: 60), clicks: nil, pattern: soft))
        let expected = ClickSound.softSamples(rate: 48_000, voice: .beep)
        #expect(Array(stage.render(48_000).prefix(expected.count)) == expected)
    }

    @Test func aNumberEndsWithItsBeatAndAMissingOneIsAClick() {
        var stage = VoiceStage(sound: .spoken, counts: [[Float](repeating: 0.5, count: 90_000), []])
        let pattern = ClickPattern(meter: .threeFour, clicksPerBeat: 6)
        stage.voice.begin(MetronomeRun(firstClick: 0, tempo: Tempo(clamping: 120), clicks: 3, pattern: pattern))
        let sound = stage.render(80_000)
        let wood = ClickSound.samples(rate: 48_000, accented: false)
        #expect(sound[0] == 0.5 && sound[19_900] == 0.5)
        #expect((23_000..<23_700).allSatisfy { sound[$0] == 0.5 })
        #expect(zip(sound[23_760..<24_000], sound[23_761..<24_000]).allSatisfy { $0 > $1 })
        #expect(Array(sound[24_000..<24_000 + wood.count]) == wood)
        #expect(Array(sound[48_000..<48_000 + wood.count]) == wood)
    }
}
