import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

@Suite struct LatencyMeterTests {
    /// Seconds of silence before the sound.
    private static let lead = 0.6

    /// What is measured, and the error in seconds.
    private func measure(
        _ room: MadeRoom, change: (inout [Float]) -> Void = { _ in }
    ) throws -> (error: Double, passage: LatencyMeter.Passage) {
        let sound = CalibrationSound(rate: room.playbackRate)
        var played = sound.samples
        change(&played)
        let seconds = Self.lead + Double(sound.frames) / Double(sound.rate) + 0.3
        let captured = room.captured(played, lead: Self.lead, seconds: seconds)
        let passage = try LatencyMeter(sound, captureRate: room.captureRate).measure(captured)
        let middle = Double(sound.frames) / 2
        let arrival = passage.captured(at: middle) / room.trueRate
        return (arrival - Self.lead - middle / Double(sound.rate) - room.paths[0].delay, passage)
    }

    @Test(arguments: [
        (0, 48_000, 48_000), (0.0123456, 48_000, 48_000), (0.2, 44_100, 44_100), (0.0317, 44_100, 48_000),
        (0.1501234, 48_000, 44_100), (0.05, 96_000, 48_000), (0.07, 48_000, 96_000),
    ])
    func aDelayIsMeasuredToAFiftiethOfAMillisecond(delay: Double, playback: Int, capture: Int) throws {
        let (error, passage) = try measure(MadeRoom(delay: delay, playbackRate: playback, captureRate: capture))
        #expect(abs(error) < 0.00002)
        #expect(passage.spread < 0.00001)
        #expect(passage.signalToNoise > 60)
    }

    @Test(arguments: [0.0001, -0.0003, 0.00045])
    func clocksThatDifferSpoilNothing(drift: Double) throws {
        var room = MadeRoom(delay: 0.0456, playbackRate: 44_100, captureRate: 48_000)
        room.drift = drift
        let (error, passage) = try measure(room)
        #expect(abs(error) < 0.00002)
        #expect(abs(passage.pace * room.trueRate / 44_100 - 1) < 0.000002)
        #expect(passage.spread < 0.00001)
    }

    @Test func anInvertedPolarityChangesNothing() throws {
        #expect(abs(try measure(MadeRoom(delay: 0.0234, gain: -0.3)).error) < 0.00002)
    }

    @Test(arguments: [0.0009, 0.0071, 0.0583])
    func theFirstArrivalCountsEvenIfAnEchoIsLouder(detour: Double) throws {
        var room = MadeRoom(delay: 0.0312, gain: 0.1)
        room.paths.append(MadeRoom.Path(delay: 0.0312 + detour, gain: -0.25))
        room.paths.append(MadeRoom.Path(delay: 0.0371, gain: 0.06))
        #expect(abs(try measure(room).error) < 0.00002)
    }

    /// Anything softer is taken for a ripple of the loudspeaker.
    @Test func anArrivalOfATenthOfTheLoudestDoesNotCount() throws {
        var room = MadeRoom(delay: 0.0312, gain: 0.03)
        room.paths.append(MadeRoom.Path(delay: 0.0412, gain: 0.3))
        #expect(abs(try measure(room).error - 0.01) < 0.00002)
    }

    @Test(arguments: [1, 2, 3])
    func noiseAsLoudAsTheSoundDoesNotHideIt(seed: UInt64) throws {
        var room = MadeRoom(delay: 0.0123, gain: 0.3, playbackRate: 44_100)
        room.seed = seed
        // Not all of the sound passes the way: a sampled rectangle has more than the band between two rates.
        room.noise = 0.3 * Double(CalibrationSound.amplitude)
        let (error, passage) = try measure(room)
        #expect(abs(error) < 0.00005)
        #expect(abs(passage.signalToNoise) < 1)
    }

    @Test func silenceIsRefused() {
        #expect(throws: LatencyMeter.Refusal.silence) {
            try LatencyMeter(CalibrationSound(rate: 48_000), captureRate: 48_000)
                .measure([Float](repeating: 0.0001, count: 240_000))
        }
    }

    @Test func noiseAloneIsRefusedAndSaysHowMuchLouderItIs() throws {
        var room = MadeRoom(delay: 0, gain: 0)
        room.noise = 0.1
        do {
            _ = try measure(room)
            Issue.record("Noise was taken for the sound.")
        } catch LatencyMeter.Refusal.noise(let excess) {
            #expect((25...32).contains(excess))
        }
    }

    /// As when sound is lost or the microphone is moved.
    @Test(arguments: [48, -48, 480])
    func burstsThatDisagreeAreRefused(frames: Int) throws {
        let sound = CalibrationSound(rate: 48_000)
        do {
            _ = try measure(MadeRoom(delay: 0.03)) { played in
                let third = Array(played[sound.starts[2]...])
                played.removeSubrange((sound.starts[2] - 600)...)
                played += [Float](repeating: 0, count: 600 + frames) + third
            }
            Issue.record("The disagreement was not noticed.")
        } catch LatencyMeter.Refusal.spread(let seconds) {
            let late = abs(Double(frames)) / 48_000
            #expect(abs(seconds - late / 2) < 0.00005 || abs(seconds - late) < 0.0002)
        }
    }

    @Test func theSoundIsNoLouderThanItSaysAndBeginsAndEndsSoftly() {
        for rate in [8000, 44_100, 48_000, 192_000] {
            let sound = CalibrationSound(rate: rate)
            #expect(sound.samples.allSatisfy { abs($0) <= CalibrationSound.amplitude })
            for waveform in sound.waveforms {
                let edges = [waveform[0], waveform[waveform.count - 1]]
                #expect(edges.allSatisfy { abs($0) < 0.001 })
            }
        }
    }

    @Test func theVoicePlaysTheSoundOnceFromItsFrameOn() {
        let sound = CalibrationSound(rate: 8000)
        let voice = CalibrationVoice(sound)
        var played: [Float] = []
        for frame in stride(from: 0, to: sound.frames + 4000, by: 441) {
            if frame == 441 {
                voice.begin(at: 1000)
            }
            var block = [Float](repeating: 9, count: 441)
            block.withUnsafeMutableBufferPointer { voice.render(into: $0, at: frame) }
            played += block
        }
        #expect(played.prefix(1000).allSatisfy { $0 == 0 })
        #expect(Array(played[1000..<1000 + sound.frames]) == sound.samples)
        #expect(played.dropFirst(1000 + sound.frames).allSatisfy { $0 == 0 })
    }
}
