import Foundation
import ParlandoCore
import ParlandoSignal
import Testing

@Suite struct MetronomeVoiceTests {
    private static let tempo = Tempo(clamping: 120)  // a click each 24,000 frames at 48 kHz

    private func run(_ first: Int, clicks: Int? = nil) -> MetronomeRun {
        MetronomeRun(firstClick: first, tempo: Self.tempo, clicks: clicks)
    }

    @Test func aVoiceIsSilentUntilItBegins() {
        var stage = VoiceStage()
        #expect(stage.render(10_000).allSatisfy { $0 == 0 })
        #expect(stage.voice.nextFrame == 10_000)
        stage.voice.begin(run(20_000))
        #expect(VoiceStage.starts(stage.render(40_000)) == [10_000, 34_000])
    }

    @Test(arguments: [1, 7, 63, 480, 4801, 1_000_003])
    func blocksOfAnySizeSoundTheSame(block: Int) {
        func sound(_ block: Int) -> [Float] {
            var stage = VoiceStage(clickVolume: 0.7, guideVolume: 0.5)
            stage.voice.begin(run(100))
            stage.voice.add(notes: [100, 12_100, 24_100, 30_101])
            return stage.render(60_000, block: block)
        }
        #expect(sound(block) == sound(60_000))
    }

    @Test func theFirstOfFourClicksIsAccented() {
        var stage = VoiceStage()
        stage.voice.begin(run(0))
        let sound = stage.render(5 * 24_000)
        let accented = ClickSound.samples(rate: 48_000, accented: true)
        let plain = ClickSound.samples(rate: 48_000, accented: false)
        for (click, expected) in [accented, plain, plain, plain, accented].enumerated() {
            #expect(Array(sound[click * 24_000..<click * 24_000 + expected.count]) == expected)
        }
    }

    @Test func clicksThatWereRenderedAreTold() {
        var stage = VoiceStage(clickVolume: 0)
        stage.voice.begin(run(500, clicks: 5))
        _ = stage.render(200_000)
        let clicks = stage.voice.takeClicks()
        #expect(clicks.map(\.frame) == [500, 24_500, 48_500, 72_500, 96_500])
        #expect(clicks.map(\.index) == [0, 1, 2, 3, 4])
        #expect(clicks.map(\.stress) == [.accented, .plain, .plain, .plain, .accented])
        #expect(stage.voice.takeClicks().isEmpty)
    }

    @Test func framesThatAreLeftOutShiftNothing() {
        var stage = VoiceStage()
        stage.voice.begin(run(0))
        var starts: [Int] = []
        for gap in [100, 23_000, 24_000, 777_777, 0, 1] {
            starts += VoiceStage.starts(stage.render(50_001, block: 333)).map { $0 + stage.frame - 50_001 }
            stage.skip(gap)
        }
        // A click that began in a gap goes on after it.
        let whole = starts.filter { !$0.isMultiple(of: 24_000) }
        #expect(starts.count - whole.count >= 11)
        for start in whole {
            #expect(start % 24_000 < ClickSound.samples(rate: 48_000, accented: true).count)
        }
    }

    @Test func aSlowerTempoBeginsWithTheNextBeatAndAFasterOneAtOnce() {
        var stage = VoiceStage()
        stage.voice.begin(run(0))
        _ = stage.render(30_000)
        stage.voice.change(tempo: Tempo(clamping: 60))
        #expect(VoiceStage.starts(stage.render(120_000)).map { $0 + 30_000 } == [48_000, 96_000, 144_000])
        stage.voice.change(tempo: Tempo(clamping: 160))
        // 7/8 of a beat were left.
        #expect(VoiceStage.starts(stage.render(80_000)).map { $0 + 150_000 } == [165_750, 183_750, 201_750, 219_750])
        let clicks = stage.voice.takeClicks()
        #expect(clicks.map(\.tempo.beatsPerMinute) == [120, 120, 60, 60, 60, 160, 160, 160, 160])
        #expect(clicks.enumerated().allSatisfy { $1.stress == ($0.isMultiple(of: 4) ? .accented : .plain) })
    }

    @Test(arguments: [1, 3]) func noClickComesLaterThanOneNewIntervalAfterAChange(clicksPerBeat: Int) {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var stage = VoiceStage()
            let tempi = (0..<2).map { _ in Double(Int.random(in: 20...300, using: &generator)) }
            let pattern = ClickPattern(meter: .threeFour, clicksPerBeat: clicksPerBeat)
            stage.voice.begin(
                MetronomeRun(firstClick: 0, tempo: Tempo(clamping: tempi[0]), clicks: nil, pattern: pattern))
            let change = Int.random(in: 1...300_000, using: &generator)
            _ = stage.render(change, block: 4096)
            _ = stage.voice.takeClicks()
            stage.voice.change(tempo: Tempo(clamping: tempi[1]))
            _ = stage.render(400_000, block: 4096)
            let frames = stage.voice.takeClicks().map(\.frame)
            let interval = Int(48_000 * 60 / tempi[1]) + 1
            #expect((change...change + interval).contains(frames[0]), "from \(tempi[0]) to \(tempi[1]) at \(change)")
            for (one, next) in zip(frames, frames.dropFirst()) {
                #expect(abs(next - one - interval) <= 1)
            }
        }
    }

    @Test func theBeatsOfABarSoundAsTheirStressesSay() {
        var stage = VoiceStage()
        let pattern = ClickPattern(meter: .threeFour, stresses: [.plain, .silent, .accented], clicksPerBeat: 2)
        stage.voice.begin(MetronomeRun(firstClick: 0, tempo: Tempo(clamping: 120), clicks: nil, pattern: pattern))
        let sound = stage.render(72_000)
        #expect(VoiceStage.starts(sound) == [0, 12_000, 36_000, 48_000, 60_000])
        let first = { (samples: [Float]) in samples[0] }
        #expect(sound[0] == first(ClickSound.samples(rate: 48_000, accented: false)))
        #expect(sound[48_000] == first(ClickSound.samples(rate: 48_000, accented: true)))
        #expect(sound[12_000] == first(ClickSound.softSamples(rate: 48_000)))
        let clicks = stage.voice.takeClicks()
        #expect(clicks.map(\.frame) == [0, 24_000, 48_000])
        #expect(clicks.map(\.stress) == [.plain, .silent, .accented])
    }

    @Test func stressesAndSubdivisionChangeFromTheNextBeatOn() {
        var stage = VoiceStage()
        stage.voice.begin(run(0))
        _ = stage.render(10_000)
        stage.voice.change(pattern: ClickPattern(meter: .fourFour, stresses: [.plain, .silent], clicksPerBeat: 4))
        let starts = VoiceStage.starts(stage.render(80_000)).map { $0 + 10_000 }
        #expect(starts == [30_000, 36_000, 42_000, 48_000, 54_000, 60_000, 66_000, 72_000, 78_000, 84_000])
    }

    @Test func theLastOfManyTempoChangesCounts() {
        var stage = VoiceStage()
        stage.voice.begin(run(0))
        _ = stage.render(4800)
        for bpm in 40...159 {
            stage.voice.change(tempo: Tempo(clamping: Double(bpm)))
        }
        stage.voice.change(tempo: Tempo(clamping: 60))
        #expect(VoiceStage.starts(stage.render(100_000)).map { $0 + 4800 } == [24_000, 72_000])
    }

    @Test func aRunHasAsManyClicksAsItWasAskedFor() {
        var stage = VoiceStage()
        stage.voice.begin(run(0, clicks: 3))
        #expect(VoiceStage.starts(stage.render(480_000)) == [0, 24_000, 48_000])
    }

    @Test func stoppingLetsTheSoundDieAwayAndForgetsTheRest() {
        var stage = VoiceStage(guideVolume: 1)
        stage.voice.begin(run(0))
        stage.voice.add(notes: [0, 24_000, 36_000])
        let first = stage.render(100)
        stage.voice.stop()
        let rest = stage.render(100_000)
        #expect(first[99] != 0 && rest[0] != 0)
        #expect(rest[4_000...].allSatisfy { $0 == 0 })
    }

    @Test func aNewRunTakesThePlaceOfTheOldOne() {
        var stage = VoiceStage(guideVolume: 1)
        stage.voice.begin(run(0))
        stage.voice.add(notes: [30_000, 54_000])
        _ = stage.render(10_000)
        stage.voice.stop()
        stage.voice.begin(run(50_000, clicks: 2))
        stage.voice.add(notes: [62_000])
        #expect(VoiceStage.starts(stage.render(200_000)).map { $0 + 10_000 } == [50_000, 62_000, 74_000])
    }

    @Test func aScheduleThatIsNotFedStopsNoClick() {
        var stage = VoiceStage(guideVolume: 1)
        stage.voice.begin(run(0))
        #expect(stage.voice.add(notes: (0..<2000).map { 12_000 + $0 * 24_000 }) == MetronomeVoice.noteCapacity)
        let starts = VoiceStage.starts(stage.render(1100 * 24_000, block: 48_000))
        #expect(starts.filter { $0.isMultiple(of: 24_000) }.count == 1100)
        #expect(starts.count == 1100 + MetronomeVoice.noteCapacity)
    }

    @Test func aNoteThatComesTooLateIsLeftOut() {
        var stage = VoiceStage(clickVolume: 0, guideVolume: 1)
        stage.voice.begin(run(0))
        _ = stage.render(48_000)
        stage.voice.add(notes: [1000, 2000, 60_000])
        #expect(VoiceStage.starts(stage.render(48_000)).map { $0 + 48_000 } == [60_000])
    }

    @Test func volumesChangeWithoutAJump() {
        var stage = VoiceStage(clickVolume: 1)
        stage.voice.begin(run(0))
        let loud = stage.render(200)
        stage.voice.change(clickVolume: 0, guideVolume: 0)
        let rest = stage.render(2000)
        let full = ClickSound.samples(rate: 48_000, accented: true)
        #expect(abs(rest[0] - full[200]) < 0.01)
        #expect(rest[300...].allSatisfy { $0 == 0 })
        let gains = (0..<240).compactMap { abs(full[200 + $0]) > 0.01 ? rest[$0] / full[200 + $0] : nil }
        #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(loud == Array(full[..<200]))
    }

    @Test(arguments: [0.0, -1, .nan])
    func noVolumeIsSilence(volume: Double) {
        var stage = VoiceStage(clickVolume: volume, guideVolume: volume)
        stage.voice.begin(run(0))
        stage.voice.add(notes: [0])
        #expect(stage.render(100_000).allSatisfy { $0 == 0 })
    }

    @Test func aFeedBringsEveryNoteInTime() throws {
        let eighth = Pattern.Element(try #require(NoteValue(.eighth)))
        let rest = Pattern.Element(try #require(NoteValue(.half)), isRest: true)
        let pattern = Pattern(id: "a", difficulty: 1, elements: [eighth, eighth])
        let silence = Pattern(id: "b", difficulty: 1, elements: [rest, rest])
        let exercise = Exercise(.sequence([pattern, pattern, pattern, pattern, silence]), bars: 300)
        let schedule = Schedule(exercise, tempo: Self.tempo)
        var stage = VoiceStage(clickVolume: 0, guideVolume: 1)
        stage.voice.begin(run(1000, clicks: schedule.clicks))
        var feed = GuideFeed(schedule, rate: 48_000, firstClick: 1000)
        var starts: [Int] = []
        while stage.frame < 303 * 96_000 {
            feed.feed(stage.voice, until: stage.frame + 96_000)
            let begin = stage.frame
            starts += VoiceStage.starts(stage.render(48_000, block: 4800)).map { $0 + begin }
        }
        var expected: [Int] = []
        for bar in stride(from: 1, through: 300, by: 2) {
            for eighth in 0..<8 {
                expected.append(1000 + 96_000 * bar + 12_000 * eighth)
            }
        }
        #expect(starts.count == expected.count)
        #expect(zip(starts, expected).allSatisfy { $0 == $1 })
    }
}

/// Renders a voice block by block.
struct VoiceStage {
    let voice: MetronomeVoice
    private(set) var frame = 0

    init(
        rate: Int = 48_000, clickVolume: Double = 1, guideVolume: Double = 0, sound: ClickVoice = .wood,
        counts: [[Float]] = []
    ) {
        voice = MetronomeVoice(
            rate: rate, clickVolume: clickVolume, guideVolume: guideVolume, voice: sound, counts: counts)
    }

    mutating func render(_ count: Int, block: Int = 480) -> [Float] {
        var sound = [Float](repeating: .nan, count: count)
        var done = 0
        sound.withUnsafeMutableBufferPointer { room in
            while done < count {
                let part = UnsafeMutableBufferPointer(rebasing: room[done..<min(done + block, count)])
                voice.render(into: part, at: frame + done)
                done += part.count
            }
        }
        frame += count
        return sound
    }

    mutating func skip(_ count: Int) {
        frame += count
    }

    /// First samples after silence.
    static func starts(_ sound: [Float]) -> [Int] {
        sound.indices.filter { sound[$0] != 0 && ($0 == 0 || sound[$0 - 1] == 0) }
    }
}

@Suite struct ClickSoundTests {
    @Test(arguments: [8000, 44_100, 48_000, 96_000, 192_000], ClickVoice.allCases)
    func soundsBeginAtTheirCrestAndEndInSilence(rate: Int, voice: ClickVoice) {
        for sound in [
            ClickSound.samples(rate: rate, accented: true, voice: voice),
            ClickSound.samples(rate: rate, accented: false, voice: voice), ClickSound.guideSamples(rate: rate),
        ] {
            let crest = sound.map(abs).max() ?? 0
            #expect(abs(sound[0]) == crest)
            #expect(crest > 0.2)
            #expect(abs(sound[sound.count - 1]) < 0.001)
            #expect(sound.allSatisfy { $0 != 0 })
        }
    }

    @Test func clicksEndBeforeTheNextBeatAndGuideTonesBeforeTheNextSixteenth() {
        #expect(ClickSound.samples(rate: 48_000, accented: true).count < 48_000 * 60 / 160)
        #expect(ClickSound.guideSamples(rate: 48_000).count < 48_000 * 15 / 160)
    }

    @Test(arguments: ClickVoice.allCases) func togetherTheyStayWithinFullScale(voice: ClickVoice) {
        let click = ClickSound.samples(rate: 48_000, accented: true, voice: voice)
        let guide = ClickSound.guideSamples(rate: 48_000)
        #expect(zip(click, guide).allSatisfy { abs($0 + $1) <= 1 })
    }

    @Test(arguments: ClickVoice.allCases) func anAccentIsLouder(voice: ClickVoice) {
        func energy(_ sound: [Float]) -> Float {
            sound.reduce(0) { $0 + $1 * $1 }
        }
        let plain = energy(ClickSound.samples(rate: 48_000, accented: false, voice: voice))
        #expect(energy(ClickSound.samples(rate: 48_000, accented: true, voice: voice)) > 1.5 * plain)
        #expect(energy(ClickSound.softSamples(rate: 48_000, voice: voice)) < plain / 2)
    }

    @Test func aSpokenNumberBeginsAtOnceAndIsNeverTooLoud() {
        let silence = [Float](repeating: 0, count: 5000)
        let tone = (0..<4410).map { Float(sin(Double($0) * 0.2)) * 0.9 }
        for rate in [44_100, 48_000] {
            let number = ClickSound.spoken(SpokenSound(samples: silence + tone + silence, rate: 22_050), rate: rate)
            #expect(abs(Double(number.count) / Double(rate) - 0.2) < 0.005)
            #expect(abs(number[0]) > 0.02)
            #expect(abs((number.map(abs).max() ?? 0) - 0.5) < 1e-6)
        }
        #expect(ClickSound.spoken(SpokenSound(samples: silence, rate: 22_050), rate: 48_000).isEmpty)
        #expect(ClickSound.spoken(SpokenSound(samples: tone, rate: 0), rate: 48_000).isEmpty)
    }
}
