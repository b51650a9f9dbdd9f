import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

/// Strokes while the one before still counts or sounds.
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

    /// A thump rises in few bands, and the slap before it crackles in all, but softly by then.
    @Test(arguments: [3400, 4300])
    func aThumpIsHeardInWhatIsLeftOfASlap(gap: Int) throws {
        let slap = MadePerformance.stroke(attack: 0.001, frequency: nil)
        let thump = MadePerformance.stroke(attack: 0.004, frequency: 100)
        let heard = try Self.heard([slap, thump], and: thump, after: gap)
        #expect(heard.count == 2 * Self.starts.count)
    }

    /// A snare drum rattles on, so its spectrum rises all the time. Every second stroke is softer.
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

    /// A ringing bell foretells what it sounds like when it is struck again.
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

/// Notes of a bass, which fall silent within each of their periods.
@Suite struct LowNotesTests {
    private static let frequencies = [55.0, 65.4, 82.4]
    private static let alone = [48_000, 84_000, 120_000, 156_000, 192_000, 228_000]
    /// In frames, before the next note.
    private static let damping = 960

    /// Frames to the first swing of a string.
    private static let swing = 200

    /// All partials of a plucked string swing together.
    private static func note(_ frequency: Double, amplitude: Float = 0.4, frames: Int = 24_000) -> [Float] {
        (0..<frames).map { frame in
            let time = Double(frame - swing) / Double(MadePerformance.rate)
            let sum = (1...12).reduce(0) { $0 + cos(2 * .pi * frequency * Double($1) * time) / Double($1) }
            return amplitude * Float(sum / 3.1 * min(1, Double(frame) / 48) * exp(-time / 0.4))
        }
    }

    private static func played(_ notes: [(frame: Int, samples: [Float])]) -> [(frame: Int, samples: [Float])] {
        notes.enumerated().map { index, note in
            guard index + 1 < notes.count else {
                return note
            }
            let length = notes[index + 1].frame - note.frame
            let damped = note.samples.prefix(length).enumerated().map { frame, sample in
                sample * min(1, Float(length - frame) / Float(damping))
            }
            return (note.frame, damped)
        }
    }

    private static func strokes(
        _ sounds: [(frame: Int, samples: [Float])], beside noise: [Float] = []
    ) throws -> [Double] {
        let instrument = alone.enumerated().map { ($1, note(frequencies[$0 % frequencies.count])) }
        var take = MadePerformance.take(seconds: 6, sounds: sounds)
        for (index, sample) in noise.enumerated() {
            take[index] += sample
        }
        return MadePerformance.strokes(
            try MadePerformance.events(
                in: take, instrument: MadePerformance.take(seconds: 6, sounds: instrument)))
    }

    /// Louder notes, softer ones and a much softer one, each at eight places of the ringing note's period.
    @Test(arguments: [(0.25, 0.4, 55), (0.25, 0.4, 82.4), (0.25, 0.15, 55), (0.25, 0.15, 82.4), (0.4, 0.15, 55)])
    func aNoteIsHeardWhereItBeginsBesideOneThatRings(ringing: Float, amplitude: Float, frequency: Double) throws {
        let (first, second) = (Self.note(65.4, amplitude: ringing), Self.note(frequency, amplitude: amplitude))
        let notes = (0..<8).flatMap { place in
            let start = 24_000 + 30_000 * place
            return [(start, first), (start + 10_000 + 92 * place, second)]
        }
        let heard = try Self.strokes(Self.played(notes))
        try #require(heard.count == notes.count)
        for (stroke, note) in zip(heard, notes) {
            #expect((0...Double(Self.swing + 96)).contains(stroke - Double(note.0)))
        }
    }

    /// A loud note rings on, and somebody talks.
    @Test func noiseBesideANoteThatRingsIsNoStroke() throws {
        var noise = [Float](repeating: 0, count: 144_000)
        for start in stride(from: 50_000, to: 62_000, by: 2500) {
            let burst = MadePerformance.stroke(attack: 0.003, frequency: nil, seconds: 0.03)
            for (index, sample) in burst.enumerated() {
                noise[start + index] = 0.06 * sample
            }
        }
        #expect(try Self.strokes([(48_000, Self.note(55))], beside: noise).count == 1)
    }

    /// A fifth as loud. A higher note that rings does not fall silent within a period of the soft one.
    @Test(arguments: [(65.4, 5000), (116.5, 8000), (146.8, 8000)])
    func aSoftNoteIsHeardBehindALoudOne(frequency: Double, distance: Int) throws {
        let notes = (0..<8).flatMap { place in
            let start = 24_000 + 30_000 * place
            return [(start, Self.note(frequency)), (start + distance + 92 * place, Self.note(82.4, amplitude: 0.08))]
        }
        #expect(try Self.strokes(Self.played(notes)).count == notes.count)
    }
}
