import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

/// Strokes while a loudspeaker clicks that never sounds twice exactly alike: -30 dB of each click cannot be foretold.
@Suite struct StrokesUnderClicksTests {
    private static let seconds = 8.0
    private static let beat = 28_800
    private static let delay = 2000
    private static let clicks = (0..<12).map { 24_000 + $0 * beat }
    private static let played = MadePerformance.clicks(at: clicks, seconds: seconds)

    /// What the microphone hears of the clicks.
    private static var echo: [Float] {
        let even = MadePerformance.heard(played, delay: delay, gain: 0.4)
        return even.enumerated().map { index, sample in
            ((index - 24_000) / beat).isMultiple(of: 2) ? 1.03 * sample : 0.97 * sample
        }
    }

    /// A note of a bass: it grows for 12 ms and sounds for a second.
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

    /// The strokes that are heard when the note is played at these frames.
    private static func strokes(at starts: [Int]) throws -> [Double] {
        let note = note
        let alone = MadePerformance.take(seconds: seconds, sounds: starts.map { ($0, note) })
        let calibration = MadePerformance.take(
            seconds: 8, sounds: (0..<5).map { (24_000 + $0 * 67_200, note) })
        return MadePerformance.strokes(
            try MadePerformance.events(in: zip(alone, echo).map { $0 + $1 }, reference: played, instrument: calibration)
        )
    }

    /// Two clicks fall into each note, and one close before it.
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
