import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

@Suite struct ClickRemoverTests {
    /// In noise, what the first click of a bar foretells of the second, which sounds lower, is wrong. It shows in a
    /// click long after the count-in, when nothing corrected the clock.
    @Test(arguments: [Float(0.01), 0.02], [UInt64(3), 5])
    func theFirstClickDoesNotSetTheClockWrong(amplitude: Float, seed: UInt64) throws {
        let (last, delay) = (300_000, 2000)
        let played = MadePerformance.clicks(at: [24_000, 64_000, 104_000, 144_000, last], seconds: 7)
        let echo = MadePerformance.heard(played, delay: delay, gain: 0.1)
        let noise = ToneMaker.noise(seconds: 7, amplitude: amplitude, seed: seed, rate: MadePerformance.rate)
        let heard = SoundHistory(frames: 131_072)
        let remover = try #require(ClickRemover(heard: heard))
        let lead = Int(StrokeDetector.referenceLead * Double(MadePerformance.rate))
        var events: [HearingEvent] = []
        for end in stride(from: HearingSettings.hop, through: echo.count, by: HearingSettings.hop) {
            for frame in end - HearingSettings.hop..<end {
                heard.append(echo[frame] + noise[frame])
            }
            played.dropFirst(end - HearingSettings.hop + lead).prefix(HearingSettings.hop)
                .withUnsafeBufferPointer { remover.play($0) }
            remover.predict(until: end, events: &events)
        }
        let click = last + delay..<last + delay + 480
        let loudest = click.reduce(0) { max($0, abs(echo[$1])) }
        let worst = click.reduce(0) { max($0, abs(echo[$1] - remover.echo[$1])) }
        #expect(worst < 0.35 * loudest)
    }

    /// Whatever the clicks sound like, they are removed, and the strokes between them are heard.
    @Test(arguments: ClickVoice.allCases) func everySoundIsRemoved(voice: ClickVoice) throws {
        let clicks = (0..<12).map { 24_000 + $0 * 28_800 }
        let played = MadePerformance.clicks(at: clicks, seconds: 9, voice: voice)
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: nil)
        let starts = clicks.dropFirst(4).map { $0 + 12_000 }
        let alone = MadePerformance.take(seconds: 9, sounds: starts.map { ($0, stroke) })
        let echo = MadePerformance.heard(played, delay: 2000, gain: 0.4)
        let lesson = MadePerformance.take(seconds: 4, sounds: (0..<5).map { (24_000 + $0 * 30_000, stroke) })
        let events = try MadePerformance.events(
            in: zip(alone, echo).map { $0 + $1 }, reference: played, instrument: lesson)
        let heard = MadePerformance.strokes(events)
        #expect(heard.count == starts.count)
        #expect(zip(heard, starts).allSatisfy { abs($0 - Double($1)) < 240 })
        #expect(!MadePerformance.delays(events).isEmpty)
    }
}

@Suite struct EarlyArrivalTests {
    private static let rate = 48_000
    private static let first = 62_400

    @Test(arguments: [0.06, 0.2, 0.3, 0.42, 0.5], [0.25, 0.4, 0.6, 0.85, 1.5])
    func earlyClicksAreFound(early: Double, beat: Double) throws {
        for hasAccent in [true, false] where early < beat {
            let found = try #require(lag(beat: beat, delay: -early, hasAccent: hasAccent), "\(hasAccent)")
            #expect(abs(Double(found) / Double(Self.rate) - early) < 0.005)
        }
    }

    /// As through Bluetooth.
    @Test(arguments: [-0.02, 0, 0.02, 0.15, 0.3, 0.45, 0.6, 0.9], [0.25, 0.4, 0.6, 0.85, 1.5])
    func lateClicksAreNotFound(delay: Double, beat: Double) {
        for hasAccent in [true, false] {
            #expect(lag(beat: beat, delay: delay, hasAccent: hasAccent) == nil)
        }
    }

    @Test(arguments: [0, 0.001, 0.1])
    func noiseIsNoClick(amplitude: Float) {
        #expect(lag(beat: 0.6, delay: nil, hasAccent: true, noise: amplitude) == nil)
    }

    /// A player with headphones who is always early.
    @Test(arguments: [0.05, 0.1, 0.2], [nil, 1500.0])
    func strokesBeforeTheBeatAreNoClicks(early: Double, frequency: Double?) {
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: frequency)
        #expect(lag(beat: 0.6, delay: -early, hasAccent: true, sound: stroke) == nil)
    }

    /// - Parameters:
    ///   - beat: seconds from one click to the next.
    ///   - delay: seconds after the due time; nil if no click is heard.
    ///   - sound: what is heard in place of each click.
    private func lag(
        beat: Double, delay: Double?, hasAccent: Bool, sound: [Float]? = nil, noise: Float = 0.0005
    ) -> Int? {
        let interval = Int(beat * Double(Self.rate))
        let third = Self.first + 2 * interval
        let end = third + min(interval - 1440, 22_560)
        var played = [Float](repeating: 0, count: end)
        var heard = ToneMaker.noise(
            seconds: Double(end) / Double(Self.rate), amplitude: noise, seed: 5, rate: Self.rate)
        for number in 0..<6 {
            let click = ClickSound.samples(rate: Self.rate, accented: hasAccent && number == 0)
            let frame = Self.first + number * interval
            Self.add(click, to: &played, at: frame)
            if let delay {
                Self.add((sound ?? click).map { 0.3 * $0 }, to: &heard, at: frame + Int(delay * Double(Self.rate)))
            }
        }
        return EarlyArrival.frames(heard: history(heard), due: history(played), latest: third, until: end)
    }

    private func history(_ sound: [Float]) -> SoundHistory {
        let history = SoundHistory(frames: EarlyArrival.history)
        sound.withUnsafeBufferPointer { history.append($0) }
        return history
    }

    private static func add(_ sound: [Float], to target: inout [Float], at frame: Int) {
        for (index, sample) in sound.enumerated() where target.indices.contains(frame + index) {
            target[frame + index] += sample
        }
    }
}

/// Strokes under clicks of which -30 dB cannot be foretold, as of a real loudspeaker.
@Suite struct StrokesUnderClicksTests {
    private static let seconds = 8.0
    private static let beat = 28_800
    private static let delay = 2000
    private static let clicks = (0..<12).map { 24_000 + $0 * beat }
    private static let played = MadePerformance.clicks(at: clicks, seconds: seconds)

    private static var echo: [Float] {
        let even = MadePerformance.heard(played, delay: delay, gain: 0.4)
        return even.enumerated().map { index, sample in
            ((index - 24_000) / beat).isMultiple(of: 2) ? 1.03 * sample : 0.97 * sample
        }
    }

    /// A note of a bass, which grows for 12 ms.
    private static var note: [Float] {
        let partials = [(55.0, Float(0.25)), (110, 0.15), (165, 0.08)].map { frequency, amplitude in
            ToneMaker.tone(frequency: frequency, seconds: 1.2, amplitude: amplitude, rate: MadePerformance.rate)
        }
        return partials[0].indices.map { index in
            let time = Double(index) / Double(MadePerformance.rate)
            let sum = partials[0][index] + partials[1][index] + partials[2][index]
            return sum * Float(min(1, time / 0.012) * exp(-time / 1.5) * min(1, 20 * (1.2 - time)))
        }
    }

    private static func strokes(at starts: [Int]) throws -> [Double] {
        let note = note
        let alone = MadePerformance.take(seconds: seconds, sounds: starts.map { ($0, note) })
        let calibration = MadePerformance.take(
            seconds: 8, sounds: (0..<5).map { (24_000 + $0 * 67_200, note) })
        return MadePerformance.strokes(
            try MadePerformance.events(in: zip(alone, echo).map { $0 + $1 }, reference: played, instrument: calibration)
        )
    }

    /// Two clicks fall into each note, and one just before it.
    @Test(arguments: [1150, 1400, 1700])
    func aNoteJustBehindAClickIsNotPlacedAtTheClick(behind: Int) throws {
        let starts = [4, 7].map { Self.clicks[$0] + Self.delay + behind }
        let heard = try Self.strokes(at: starts)
        try #require(heard.count == starts.count)
        for (frame, start) in zip(heard, starts) {
            #expect(abs(frame - Double(start)) <= 480)
        }
    }
}
