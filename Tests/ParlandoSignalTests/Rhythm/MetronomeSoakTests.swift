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
