import Foundation
import ParlandoCore
import ParlandoSignal
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// Strokes of which every frame is known, beside clicks, and a sound server that is wrong at first.
@Suite struct StrokeEarTests {
    private static let rate = 48_000
    private static let block = 480
    private static let seconds = 13
    /// Seconds from the loudspeaker, or from a stroke, to the captured sound.
    private static let delay = 0.02
    /// Frames of the playback stream at which the strokes are made.
    private static let strokes = [4.61, 11.23, 12.03].map { Int($0 * Double(rate)) }

    /// Without a loudspeaker to hear, nothing tells when a stroke was made but the clock fits.
    @Test(arguments: [true, false])
    func whatTheServerGotWrongAtFirstIsMendedWhereNoLoudspeakerIsHeard(playsClicks: Bool) throws {
        let news = try hear(clicks: playsClicks, isHeard: false) { second in second < 3.6 ? 0.03 : 0 }
        let strokes = news.compactMap { if case .stroke(let frame) = $0 { frame } else { nil } }
        let late = try #require(strokes.count >= 2 ? strokes.suffix(2) : nil)
        for (found, made) in zip(late, Self.strokes.suffix(2)) {
            #expect(abs(found - Double(made) - Self.delay * Double(Self.rate)) < 24)
        }
        #expect(!news.contains { if case .loudspeaker = $0 { true } else { false } })
        // What is told of the strokes before is mended with it.
        let after = news.drop { if case .stroke = $0 { false } else { true } }
        let moves = after.compactMap { if case .moved(let frames) = $0 { frames } else { nil } }
        let first = strokes[0] + moves.reduce(0, +)
        #expect(strokes.count == 3 && abs(first - Double(Self.strokes[0]) - Self.delay * Double(Self.rate)) < 24)
    }

    /// What is heard of the loudspeaker applies to the position at which it was heard.
    @Test func whereTheLoudspeakerIsHeardNothingMoves() throws {
        let news = try hear(clicks: true, isHeard: true) { second in second < 3.6 ? 0.03 : 0 }
        let delays = news.compactMap { if case .loudspeaker(let delay) = $0 { delay } else { nil } }
        let delay = try #require(delays.count == 1 ? delays.first : nil)
        #expect(abs(delay - Self.delay + 0.03) < 0.002)
        let strokes = news.compactMap { if case .stroke(let frame) = $0 { frame } else { nil } }
        let late = try #require(strokes.count >= 2 ? strokes.suffix(2) : nil)
        for (found, made) in zip(late, Self.strokes.suffix(2)) {
            #expect(abs(found - delay * Double(Self.rate) - Double(made)) < 48)
        }
    }

    /// On a busy machine, a sound server's reports drift for some seconds although the sound runs on. What is heard of
    /// the loudspeaker stays where it was, whatever the clock fits make of it.
    @Test(arguments: [150e-6, -150e-6])
    func aDriftOfTheReportsMakesNoClickAStroke(drift: Double) throws {
        try expectStrokes(hear(clicks: true, isHeard: true) { second in min(max(second - 5, 0), 4) * drift })
    }

    /// A busy sound server's first reports are wrong by hundreds of milliseconds, and mend within a second.
    @Test(arguments: [0.3, -0.3])
    func firstReportsThatAreFarOffMakeNoClickAStroke(wrong: Double) throws {
        let news = try hear(clicks: true, isHeard: true) { second in max(1 - second, 0) * wrong }
        try expectStrokes(news)
    }

    /// Nothing but the clicks themselves tells how wrong the server is, and half a second is most of a beat.
    @Test(arguments: [0.08, 0.15, 0.3, 0.5])
    func aServerThatStaysWrongMakesNoClickOfTheExerciseAStroke(wrong: Double) throws {
        let news = try hear(clicks: true, isHeard: true) { _ in wrong }
        // What was heard before follows again.
        try expectStrokes(Array(news.drop { $0 != .restarted }))
    }

    /// The clock fits tell how far two crystals differ after some seconds. The clicks have been removed by the delay
    /// that grew until then.
    @Test(arguments: [150e-6, -150e-6])
    func twoCrystalsMakeNoClickAStroke(drift: Double) throws {
        try expectStrokes(hear(clicks: true, isHeard: true, drift: drift) { _ in 0 })
    }

    /// Nothing but the strokes is a stroke, and each is where it was made.
    private func expectStrokes(_ news: [EarNews]) throws {
        let strokes = news.compactMap { if case .stroke(let frame) = $0 { frame } else { nil } }
        #expect(strokes.count == Self.strokes.count)
        let delay = try #require(
            news.compactMap { if case .loudspeaker(let delay) = $0 { delay } else { nil } }.last)
        #expect(abs(delay) < 0.06)
        for (found, made) in zip(strokes, Self.strokes) {
            #expect(abs(found - delay * Double(Self.rate) - Double(made)) < 60)
        }
    }

    /// Returns what the analyser tells.
    ///
    /// - Parameters:
    ///   - clicks: whether clicks are played.
    ///   - isHeard: whether the microphone hears them.
    ///   - drift: by how much the microphone's clock is faster.
    ///   - error: seconds that the loudspeaker's report is late by, so many seconds after the beginning.
    private func hear(
        clicks: Bool, isHeard: Bool, drift: Double = 0, error: (Double) -> Double
    ) throws -> [EarNews] {
        let count = Self.seconds * Self.rate
        var played = [Float](repeating: 0, count: count)
        for beat in 0..<(clicks ? 18 : 0) {
            played.add(ClickSound.samples(rate: Self.rate, accented: beat % 4 == 0), at: 62_400 + beat * 28_800)
        }
        var air = [Float](repeating: 0, count: count)
        if isHeard {
            air.add(played.map { 0.3 * $0 }, at: 0)
        }
        let burst = ToneMaker.noise(seconds: 0.15, amplitude: 0.4, seed: 7, rate: Self.rate)
        for stroke in Self.strokes {
            air.add(burst.enumerated().map { $1 * exp(-Float($0) / 1900) }, at: stroke)
        }
        var room = MadeRoom(delay: Self.delay, gain: 1)
        room.drift = drift
        room.noise = 0.0001
        let heard = room.captured(air, seconds: Double(Self.seconds))
        let sound = PlayedSound(MadeVoice(samples: played), rate: Self.rate)
        var ear = try #require(
            StrokeEar(instrument: nil, sound: sound, playbackRate: Self.rate, captureRate: Self.rate))
        var clocks = MadeClocks()
        var news: [EarNews] = []
        var block = [Float](repeating: 0, count: Self.block)
        var rendered = 0
        // The loudspeaker is given its sound some time before it is heard.
        let ahead = 9600
        for frame in stride(from: 0, through: heard.count - Self.block, by: Self.block) {
            while rendered < frame + ahead {
                block.withUnsafeMutableBufferPointer { sound.render(into: $0, at: rendered) }
                rendered += Self.block
            }
            let samples = Array(heard[frame..<frame + Self.block])
            let lines = clocks.events(at: frame, trueRate: room.trueRate, error: error)
            let events = lines + [.block(CapturedBlock(samples: samples, frame: frame))]
            news += events.flatMap { ear.hear($0) }
        }
        return news
    }

    /// A loudspeaker's sound that is known in advance.
    private struct MadeVoice: AudioVoice {
        let samples: [Float]

        func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
            for index in target.indices {
                target[index] = samples.indices.contains(frame + index) ? samples[frame + index] : 0
            }
        }
    }
}

extension [Float] {
    /// Adds a sound, as far as there is room for it.
    fileprivate mutating func add(_ sound: [Float], at frame: Int) {
        for (index, sample) in sound.enumerated() where indices.contains(frame + index) {
            self[frame + index] += sample
        }
    }
}

/// Sound of devices whose clock fits are known exactly: each frame is heard when it is played.
@Suite struct AlignedSoundTests {
    private static let rate = 48_000
    private static let block = 480

    /// The number of lost frames is corrected once the device reports its position reliably again.
    @Test(arguments: [0, 500, -500])
    func aStrokeAfterAnOverrunIsWhereItWas(correction: Int) throws {
        let sound = PlayedSound(SilentVoice(), rate: Self.rate)
        var aligned = AlignedSound(sound, playbackRate: Self.rate, captureRate: Self.rate)
        let map = TimeMap(anchorFrame: 0, anchorTime: HostTime(nanoseconds: 1), rate: Double(Self.rate))
        for event in [TransportEvent.playback(map), .capture(map)] {
            for _ in 0..<3 {
                _ = aligned.take(event)
            }
        }
        var room = [Float](repeating: 0, count: 96_000)
        room.withUnsafeMutableBufferPointer { sound.render(into: $0, at: 0) }
        var heard = 0
        var lost = 0
        for number in 0..<60 {
            lost += number == 20 ? 2000 : number == 40 ? correction : 0
            let block = CapturedBlock(
                samples: [Float](repeating: 0, count: Self.block), frame: number * Self.block + lost)
            for piece in aligned.take(.block(block)) {
                #expect(piece.samples.count == piece.reference.count)
                heard += piece.samples.count
            }
        }
        let due = try #require(aligned.due(afterFrames: Double(heard)))
        #expect(abs(due - Double(60 * Self.block + lost)) < 1e-6)
    }

    private struct SilentVoice: AudioVoice {
        func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
            target.update(repeating: 0)
        }
    }
}
