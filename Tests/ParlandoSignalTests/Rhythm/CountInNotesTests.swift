import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

/// What a player plays in the count-in, while the echo is being learned, changes no later stroke.
@Suite struct CountInNotesTests {
    /// Reflections: seconds after the direct sound, and amplitudes.
    typealias Room = [(delay: Double, gain: Float)]

    private static let (first, beat, delay) = (30_000, 28_800, 960)
    private static let seconds = 8.0
    /// Strokes of the exercise: beats from the first click, and seconds late.
    private static let strokes = [
        (4, 0.02), (5, -0.012), (6, 0.016), (7, 0.004), (9, 0.02), (10, -0.02), (11, 0.01),
    ]
    /// Peaks of a stroke relative to that of a click, in dB.
    private static let levels: [Double] = Night.isNow ? [-20, -12, -6, 0] : [-12]
    /// Peak of a stroke.
    private static let peak: Float = 0.3

    private static let loop: Room = [(0, 1)]
    /// Forty reflections that die away by 60 dB in 0.4 s.
    private static func room(seed: UInt64) -> Room {
        let chances = ToneMaker.noise(seconds: 80 / 48_000, amplitude: 1, seed: seed, rate: MadePerformance.rate)
        return loop
            + (0..<40).map { index in
                let delay = 0.003 + 0.2 * Double(abs(chances[2 * index]))
                return (delay, 0.3 * chances[2 * index + 1] * Float(pow(10, -3 * delay / 0.4)))
            }
    }

    private static func rooms(seed: UInt64) -> [Room] {
        [loop, room(seed: seed)]
    }

    /// Frames of the strokes from the fourth beat on.
    ///
    /// - Parameters:
    ///   - notes: played in the count-in: beats from the first click, and seconds late.
    ///   - level: peak of a stroke relative to a click, in dB.
    ///   - stroke: sound of these notes.
    private static func heard(
        with notes: [(Double, Double)], level: Double, in room: Room, stroke: [Float]? = nil
    ) throws -> [Double] {
        let played = MadePerformance.clicks(at: (0..<12).map { first + $0 * beat }, seconds: seconds)
        let own = MadePerformance.stroke(attack: 0.001, frequency: nil)
        let loudest = own.reduce(0) { max($0, abs($1)) }
        let gain = peak * Float(pow(10, -level / 20)) / 0.75
        var take = ToneMaker.noise(seconds: seconds, amplitude: 0.0005, seed: 9, rate: MadePerformance.rate)
        let click = ClickSound.samples(rate: MadePerformance.rate, accented: false)
        let accent = ClickSound.samples(rate: MadePerformance.rate, accented: true)
        for number in 0..<12 {
            add(number.isMultiple(of: 4) ? accent : click, gain, at: first + delay + number * beat, in: room, to: &take)
        }
        for (beats, late) in notes {
            add(stroke ?? own, peak / loudest, at: frame(beats, late), in: loop, to: &take)
        }
        for (beats, late) in strokes {
            add(own, peak / loudest, at: frame(Double(beats), late), in: loop, to: &take)
        }
        let lesson = MadePerformance.take(seconds: 4, sounds: (0..<5).map { (24_000 + $0 * 30_000, own) })
        let frames = MadePerformance.strokes(
            try MadePerformance.events(in: take, reference: played, instrument: lesson.map { peak / loudest * $0 }))
        return frames.filter { $0 > Double(frame(3.7, 0)) }
    }

    private static func frame(_ beats: Double, _ late: Double) -> Int {
        first + delay + Int(beats * Double(beat)) + Int(late * Double(MadePerformance.rate))
    }

    private static func add(_ sound: [Float], _ gain: Float, at frame: Int, in room: Room, to take: inout [Float]) {
        for path in room {
            let start = frame + Int(path.delay * Double(MadePerformance.rate))
            for (index, sample) in sound.enumerated() where start + index < take.count {
                take[start + index] += gain * path.gain * sample
            }
        }
    }

    /// The same strokes, to 2 ms.
    private func expectNoChange(
        with notes: [(Double, Double)], level: Double, in room: Room, stroke: [Float]? = nil
    ) throws {
        let usual = try Self.heard(with: [], level: level, in: room)
        let heard = try Self.heard(with: notes, level: level, in: room, stroke: stroke)
        // Of strokes at -20 dB, most are lost under the clicks with or without the notes.
        try #require(level < -12 || usual.count == Self.strokes.count)
        try #require(heard.count == usual.count)
        for (frame, other) in zip(heard, usual) {
            #expect(abs(frame - other) <= 96)
        }
    }

    @Test(arguments: [0.5, 1.5, 2.5, 3.5], levels)
    func aNoteBetweenTwoClicksOfTheCountInIsNotLearned(beats: Double, level: Double) throws {
        for room in Self.rooms(seed: 31) {
            try expectNoChange(with: [(beats, 0)], level: level, in: room)
        }
    }

    @Test(
        arguments: [(-0.015, -0.012), (-0.005, 0.004), (0.001, 0), (0.006, -0.003), (0.015, 0.01)], levels)
    func sticksOnTheLastTwoClicksOfTheCountInAreNotLearned(late: (Double, Double), level: Double) throws {
        let stick = MadePerformance.stroke(attack: 0.0002, frequency: 2100, seconds: 0.03)
        for room in Self.rooms(seed: 47) {
            try expectNoChange(with: [(2, late.0), (3, late.1)], level: level, in: room, stroke: stick)
        }
    }
}
