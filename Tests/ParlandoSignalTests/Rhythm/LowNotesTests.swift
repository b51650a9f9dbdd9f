import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

/// Notes of a bass, which follow each other without a pause and fall silent within each of their periods.
@Suite struct LowNotesTests {
    private static let frequencies = [55.0, 65.4, 82.4]
    private static let alone = [48_000, 84_000, 120_000, 156_000, 192_000, 228_000]
    /// Frames over which a note is damped before the next one.
    private static let damping = 960

    /// Frames to the first swing of a string.
    private static let swing = 200

    /// A plucked string: all its partials swing together.
    private static func note(_ frequency: Double, amplitude: Float = 0.4, frames: Int = 24_000) -> [Float] {
        (0..<frames).map { frame in
            let time = Double(frame - swing) / Double(MadePerformance.rate)
            let sum = (1...12).reduce(0) { $0 + cos(2 * .pi * frequency * Double($1) * time) / Double($1) }
            return amplitude * Float(sum / 3.1 * min(1, Double(frame) / 48) * exp(-time / 0.4))
        }
    }

    /// Notes in order, each damped before the next one begins.
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

    /// Louder notes, softer ones, and one that is much softer, each at eight places of the period of the one that rings.
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

    /// A note that rings on is loud, and somebody talks: neither begins.
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

    /// A fifth as loud, and sooner.
    @Test func aSoftNoteIsHeardBehindALoudOne() throws {
        let notes = (0..<8).flatMap { place in
            let start = 24_000 + 30_000 * place
            return [(start, Self.note(65.4)), (start + 5000 + 92 * place, Self.note(82.4, amplitude: 0.08))]
        }
        #expect(try Self.strokes(Self.played(notes)).count == notes.count)
    }

    /// What rings is not so low that it falls silent within a period.
    @Test(arguments: [116.5, 146.8]) func aSoftLowNoteIsHeardBehindALoudHigherOne(frequency: Double) throws {
        let notes = (0..<8).flatMap { place in
            let start = 24_000 + 30_000 * place
            return [(start, Self.note(frequency)), (start + 8000 + 92 * place, Self.note(82.4, amplitude: 0.08))]
        }
        #expect(try Self.strokes(Self.played(notes)).count == notes.count)
    }
}
