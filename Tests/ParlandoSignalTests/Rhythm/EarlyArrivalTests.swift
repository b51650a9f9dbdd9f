import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

/// Three clicks of a count-in, and what a microphone hears of the clicks until the sound of the third one is over.
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

    /// As through Bluetooth: the clicks before are no early ones.
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

    /// With headphones on, a player who is always early.
    @Test(arguments: [0.05, 0.1, 0.2], [nil, 1500.0])
    func strokesBeforeTheBeatAreNoClicks(early: Double, frequency: Double?) {
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: frequency)
        #expect(lag(beat: 0.6, delay: -early, hasAccent: true, sound: stroke) == nil)
    }

    /// Returns by how many frames clicks are found to be early.
    ///
    /// - Parameters:
    ///   - beat: seconds from one click to the next.
    ///   - delay: seconds after the due time at which each click is heard; nil: none is.
    ///   - sound: what is heard at each click in its place.
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
