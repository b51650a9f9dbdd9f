import ParlandoCore
import ParlandoSignal
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// A loop from the loudspeaker to the microphone of which every frame is known, and a sound server that says of it what
/// a test wants.
@Suite struct LatencyEarTests {
    private static let rate = 48_000
    /// Seconds from the loudspeaker to the microphone.
    private static let delay = 0.0200123

    /// - Parameter error: seconds that the first lines of the loudspeaker are wrong by.
    @Test(arguments: [0, 0.018, -0.065, 0.45, -0.9])
    func whatTheServerGotWrongAtFirstChangesNothing(error: Double) throws {
        let calibration = try #require(try measure { second in second < 1.5 ? error : 0 }.calibration)
        #expect(abs(calibration.median - Self.delay) < 0.00002)
        #expect(calibration.spread < 0.00002)
        // However well the bursts agree, each clock fit is uncertain by 0.16 ms.
        #expect((0.0002...TimeMap.steady).contains(calibration.uncertainty))
        #expect(calibration.signalToNoise.map { $0 > 60 } == true)
    }

    /// Whoever measures twice may have to wait longer for the second.
    @Test func aLongDelayIsMeasuredToo() throws {
        let calibration = try #require(try measure(MadeRoom(delay: 0.8)) { _ in 0 }.calibration)
        #expect(abs(calibration.median - 0.8) < 0.00002)
    }

    /// On a busy computer the delay that PulseAudio reports drifts for seconds, and nothing else tells.
    @Test func aLineThatMovesIsWaitedFor() throws {
        let result = try measure { second in second < 9 ? 0.03 * (9 - second) : 0 }
        let calibration = try #require(result.calibration)
        #expect(abs(calibration.median - Self.delay) < 0.0001)
        #expect(try #require(result.begin) > 14)
    }

    @Test(arguments: [0.0001, -0.0002])
    func clocksThatDifferChangeNothing(drift: Double) throws {
        var room = MadeRoom(delay: Self.delay)
        room.drift = drift
        let calibration = try #require(try measure(room) { _ in 0 }.calibration)
        #expect(abs(calibration.median - Self.delay) < 0.00005)
        #expect(calibration.spread < 0.00002)
    }

    @Test(arguments: [0.002, -0.0005, 0.00019])
    func aLineThatKeepsMovingIsRefused(pace: Double) throws {
        let result = try measure { second in pace * second }
        #expect(result.failure == .unsteady)
        #expect(result.second < 46)
    }

    @Test(arguments: [0, 3])
    func aLineOfWhichNothingIsToldIsRefused(until last: Double) throws {
        let result = try measure(linesUntil: last) { _ in 0 }
        #expect(result.failure == .unsteady)
        // Nobody has to hear a noise that can tell nothing.
        #expect(result.begin == nil)
    }

    @Test func aLineThatStraysForAMomentChangesNothing() throws {
        let calibration = try #require(try measure { second in (3..<4).contains(second) ? 0.04 : 0 }.calibration)
        #expect(abs(calibration.median - Self.delay) < 0.0001)
    }

    @Test func silenceAndNoiseAreRefusedAfterAWhile() throws {
        #expect(try measure(MadeRoom(delay: 0, gain: 0)) { _ in 0 }.failure == .silence)
        var room = MadeRoom(delay: 0, gain: 0)
        room.noise = 0.1
        let result = try measure(room) { _ in 0 }
        guard case .noise(let excess) = result.failure else {
            Issue.record("\(result)")
            return
        }
        #expect((20...35).contains(excess))
        #expect((10...12).contains(result.second - (try #require(result.begin))))
    }

    /// The third burst is a sixth of a millisecond late, which is little enough to be accepted. What it says of the pace
    /// must not be carried on beyond the sound.
    @Test(arguments: [8, -8])
    func anUnevenSoundIsNotExtrapolated(late: Int) throws {
        let result = try measure(error: { _ in 0 }) { sound, played in
            let pause = sound.end(ofBurst: 1) + 1000
            played.replaceSubrange(pause..<pause + 10, with: [Float](repeating: 0, count: 10 + late))
        }
        let calibration = try #require(result.calibration)
        #expect(calibration.spread > 0.00005)
        #expect(abs(calibration.median - Self.delay) < 0.0001)
    }

    /// At such a rate the sound takes a quarter of a minute.
    @Test func aSlowLoudspeakerIsMeasuredToo() throws {
        let room = MadeRoom(delay: Self.delay, playbackRate: 8000, captureRate: 8000)
        let calibration = try #require(try measure(room) { _ in 0 }.calibration)
        #expect(abs(calibration.median - Self.delay) < 0.0001)
    }

    /// Each burst is counted when it is over, the last one when all have been found.
    @Test func theBurstsAreCounted() throws {
        let result = try measure { _ in 0 }
        #expect(result.counts.map { $0.count } == [1, 2, 3])
        for (count, second) in zip(result.counts, [0.6, 1.7, 3.2]) {
            #expect((second...second + 0.8).contains(count.second - (try #require(result.begin))))
        }
    }

    private struct Result {
        var calibration: LatencyCalibration?
        var failure: RhythmFailure?
        var counts: [(count: Int, second: Double)] = []
        /// When the sound began.
        var begin: Double?
        /// When it was told.
        var second = 0.0
    }

    /// - Parameters:
    ///   - last: second after which no line is told.
    ///   - error: of the loudspeaker's line so many seconds after the beginning.
    ///   - change: what becomes of the sound on its way.
    private func measure(
        _ room: MadeRoom = MadeRoom(delay: LatencyEarTests.delay), linesUntil last: Double = .infinity,
        error: (Double) -> Double, change: (CalibrationSound, inout [Float]) -> Void = { _, _ in }
    ) throws -> Result {
        let (rate, block) = (room.playbackRate, room.playbackRate / 100)
        let sound = CalibrationSound(rate: rate)
        let voice = CalibrationVoice(sound)
        var ear = LatencyEar(voice, playbackRate: rate, captureRate: rate)
        var result = Result()
        var clocks = MadeClocks(rate: rate)
        var rendered = [Float](repeating: 0, count: block)
        var heard: [Float] = []
        for frame in stride(from: 0, to: 60 * rate, by: block) {
            rendered.withUnsafeMutableBufferPointer { voice.render(into: $0, at: frame) }
            result.second = Double(frame) / Double(rate)
            if result.begin == nil, let begin = ear.begin {
                let second = Double(begin) / Double(rate)
                result.begin = second
                var played = sound.samples
                change(sound, &played)
                let needed = Double(played.count) / Double(rate) + 2
                heard = room.captured(played, lead: second, seconds: second + (room.noise > 0 ? 13 : needed))
            }
            let lines =
                result.second < last ? clocks.events(at: frame, trueRate: room.trueRate, error: error) : []
            let samples = (frame..<frame + block).map { $0 < heard.count ? heard[$0] : 0 }
            for news in (lines + [.block(CapturedBlock(samples: samples, frame: frame))]).flatMap({ ear.hear($0) }) {
                switch news {
                case .event(.calibration(let calibration)): result.calibration = calibration
                case .event(.failure(let failure)): result.failure = failure
                case .event(.count(let count, _)): result.counts.append((count, result.second))
                default: break
                }
            }
            if result.calibration != nil || result.failure != nil {
                break
            }
        }
        return result
    }
}
