import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

/// Strokes that come while the one before still counts or still sounds.
@Suite struct CloseStrokesTests {
    private static let starts = [48_000, 72_100, 96_050, 120_000, 143_900, 168_000]

    private static func heard(_ strokes: [[Float]], and next: [Float], after gap: Int) throws -> [Double] {
        let alone = starts.enumerated().map { ($1, strokes[$0 % strokes.count]) }
        let pairs = starts.flatMap { [($0, strokes[0].map { 0.5 * $0 }), ($0 + gap, next)] }
        let events = try MadePerformance.events(
            in: MadePerformance.take(seconds: 4, sounds: pairs),
            instrument: MadePerformance.take(seconds: 4, sounds: alone))
        return MadePerformance.strokes(events)
    }

    /// Sixteenths of which one strays.
    @Test func aStrokeThatComesFortyTwoMillisecondsAfterAnotherIsHeard() throws {
        let stroke = MadePerformance.stroke(attack: 0.001, frequency: nil, seconds: 0.03)
        let heard = try Self.heard([stroke], and: stroke, after: 2000)
        try #require(heard.count == 2 * Self.starts.count)
        for (second, start) in zip(stride(from: 1, to: heard.count, by: 2), Self.starts) {
            #expect(abs(heard[second] - Double(start + 2000)) <= 48)
        }
    }

    /// A thump rises in few bands, and the slap before it crackles in all of them; but it is far louder than what is left
    /// of that.
    @Test(arguments: [3400, 4300])
    func aThumpIsHeardInWhatIsLeftOfASlap(gap: Int) throws {
        let slap = MadePerformance.stroke(attack: 0.001, frequency: nil)
        let thump = MadePerformance.stroke(attack: 0.004, frequency: 100)
        let heard = try Self.heard([slap, thump], and: thump, after: gap)
        #expect(heard.count == 2 * Self.starts.count)
    }

    /// A snare drum rattles on, so that its spectrum rises all the time and single peaks reach far. Every second stroke is
    /// softer.
    @Test(arguments: [Float(0.3), 0.5])
    func aStrokeIsHeardInTheRattleOfTheOneBefore(amplitude: Float) throws {
        let places = (0..<8).map { 48_000 + 4500 * $0 }
        let drum = Self.rattlingStroke()
        let take = places.enumerated().map { index, frame in
            (frame, drum.map { $0 * (index.isMultiple(of: 2) ? 1 : amplitude) })
        }
        let events = try MadePerformance.events(
            in: MadePerformance.take(seconds: 4, sounds: take),
            instrument: MadePerformance.take(seconds: 4, sounds: Self.starts.map { ($0, drum) }))
        let heard = MadePerformance.strokes(events)
        #expect(heard.count == places.count)
    }

    /// A bell that rings on foretells what it sounds like when it is struck again.
    @Test func aBellIsHeardWhenItIsStruckWhileItRings() throws {
        let places = (0..<8).map { 48_000 + 12_037 * $0 }
        let events = try MadePerformance.events(
            in: MadePerformance.take(seconds: 5, sounds: places.map { ($0, Self.bell()) }),
            instrument: MadePerformance.take(seconds: 4, sounds: Self.starts.map { ($0, Self.bell(seconds: 0.4)) }))
        #expect(MadePerformance.strokes(events).count == places.count)
    }

    private static func bell(seconds: Double = 1.5) -> [Float] {
        let partials = [(830.0, Float(0.3)), (2130, 0.15), (3590, 0.08)].map { frequency, amplitude in
            ToneMaker.tone(
                frequency: frequency, seconds: seconds, amplitude: amplitude, rate: MadePerformance.rate)
        }
        return partials[0].indices.map { index in
            let time = Float(index) / Float(MadePerformance.rate)
            return min(1, time / 0.001) * partials.reduce(0) { $0 + $1[index] } * exp(-time / 0.8)
        }
    }

    private static func rattlingStroke() -> [Float] {
        let thump = ToneMaker.tone(frequency: 190, seconds: 0.5, amplitude: 0.4, rate: MadePerformance.rate)
        let noise = ToneMaker.noise(seconds: 0.5, amplitude: 1, seed: 5, rate: MadePerformance.rate)
        return thump.indices.map { index in
            let time = Float(index) / Float(MadePerformance.rate)
            let crackle = noise[index] * noise[index] * noise[index]
            return min(1, time / 0.001) * (thump[index] * exp(-time / 0.03) + 0.1 * crackle * exp(-time / 0.08))
        }
    }
}
