import Foundation
import ParlandoCore
import ParlandoSignal
import ParlandoTestSupport
import Testing

/// Two hours of an exercise, in a process of its own: nobody else takes memory there.
@Suite struct MetronomeSoakTests {
    @Test func twoHoursTakeNoMoreMemoryThanTenMinutesAndMissNoClick() async {
        await #expect(processExitsWith: .success) {
            var soak = try #require(Soak())
            soak.play(seconds: 600)
            let before = Memory.resident
            soak.play(seconds: 6600)
            let after = Memory.resident
            #expect(soak.clicks == soak.due && soak.clicks == 19_200)
            // A leak of sixty bytes a click would be more.
            #expect(Sanitizer.isWatching || after - before <= 1 << 20)
        }
    }
}

/// An hour in which the tempo changes with each bar, planned as `ExerciseSession` does.
@Suite struct TrainerSoakTests {
    @Test func anHourOfChangesShiftsNoClickAndTakesNoMemory() async {
        await #expect(processExitsWith: .success) {
            var soak = TrainerSoak()
            soak.play(seconds: 600)
            let before = Memory.resident
            soak.play(seconds: 3000)
            let after = Memory.resident
            #expect(soak.isWhole && soak.wrong == 0 && soak.clicks > 5000)
            #expect(soak.course.stretches.count > 1500)
            #expect(Sanitizer.isWatching || after - before <= 1 << 20)
        }
    }
}

private struct TrainerSoak {
    private static let rate = 48_000
    private static let block = 480
    private static let meter = Meter.threeFour

    private(set) var course = TempoCourse(tempo: Tempo(clamping: 61.7), beatTicks: 120)
    private(set) var clicks = 0
    private(set) var wrong = 0
    private(set) var isWhole = true
    private let voice = MetronomeVoice(rate: rate, clickVolume: 1, guideVolume: 1)
    private var guide: GuideFeed
    private var frame = 0
    private var bar = 1
    private var room = [Float](repeating: 0, count: block)

    init() {
        let exercise = Exercise(.random(among: SamplePatterns.all, seed: 7), bars: nil, meter: Self.meter)
        guide = GuideFeed(Schedule(exercise, course: course), rate: Self.rate, firstClick: 0)
        voice.begin(
            MetronomeRun(
                firstClick: 0, tempo: course.tempo(atTick: 0), clicks: nil, pattern: ClickPattern(meter: Self.meter),
                countIn: Self.meter.beats))
    }

    mutating func play(seconds: Int) {
        let end = frame + seconds * Self.rate
        while frame < end {
            room.withUnsafeMutableBufferPointer { voice.render(into: $0, at: frame) }
            frame += Self.block
            guard frame.isMultiple(of: 100 * Self.block) else {
                continue
            }
            plan()
            guide.feed(voice, until: frame + 6 * Self.rate, before: bar)
            let run = course.run(from: 0, lead: Self.meter.ticksPerBar)
            for click in voice.takeClicks() {
                clicks += 1
                wrong += click.frame == run.frame(ofTick: Double(click.index * 120), rate: Self.rate) ? 0 : 1
            }
        }
    }

    private mutating func plan() {
        let length = Self.meter.ticksPerBar
        while course.frame(ofTick: Double((bar + 1) * length), rate: Self.rate) < frame + 6 * Self.rate {
            let tempo = Tempo(clamping: 61.7 + Double(bar * 37 % 101))
            course.change(to: tempo, atTick: bar * length)
            isWhole = voice.change(tempo: tempo, atBeat: (bar + 1) * Self.meter.beats) && isWhole
            guide.change(to: course)
            bar += 1
        }
    }
}

private struct Soak {
    private static let rate = 48_000
    private static let block = 480
    private static let bpm = 160.0

    private(set) var clicks = 0
    private(set) var due = 0
    private let voice: MetronomeVoice
    private let sound: PlayedSound
    private let reference = LoudspeakerReference(playbackRate: rate, captureRate: rate)
    private var guide: GuideFeed
    private var frame = 0
    private var room = [Float](repeating: 0, count: block)

    init?() {
        guard let tempo = Tempo(beatsPerMinute: Self.bpm) else {
            return nil
        }
        voice = MetronomeVoice(rate: Self.rate, clickVolume: 0.8, guideVolume: 0.3)
        sound = PlayedSound(voice, rate: Self.rate)
        let exercise = Exercise(.random(among: SamplePatterns.all, seed: 7), bars: nil)
        guide = GuideFeed(Schedule(exercise, tempo: tempo), rate: Self.rate, firstClick: 0)
        voice.begin(MetronomeRun(firstClick: 0, tempo: tempo, clicks: nil))
    }

    mutating func play(seconds: Int) {
        let end = frame + seconds * Self.rate
        while frame < end {
            room.withUnsafeMutableBufferPointer { sound.render(into: $0, at: frame) }
            frame += Self.block
            guard frame.isMultiple(of: 100 * Self.block) else {
                continue
            }
            guide.feed(voice, until: frame + 6 * Self.rate)
            for click in voice.takeClicks() {
                clicks += click.frame == Self.frame(ofClick: click.index) ? 1 : 0
            }
            _ = sound.move(into: reference)
        }
        due = Int(Double(frame) / Double(Self.rate) * Self.bpm / 60)
    }

    private static func frame(ofClick index: Int) -> Int {
        Int((Double(index) * 60 * Double(rate) / bpm).rounded())
    }
}
