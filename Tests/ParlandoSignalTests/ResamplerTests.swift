import ParlandoCore
import ParlandoSignal
import ParlandoTestSupport
import Testing

@Suite struct ResamplerTests {
    @Test(arguments: [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000], [1, 2, 6])
    func theCountIsExactHoweverTheSoundIsCut(rate: Int, channels: Int) throws {
        let frames = rate / 3 + 17
        let sound = interleave(ToneMaker.noise(seconds: 0.4, rate: rate).prefix(frames), channels: channels)
        for cut in [1, 480, 1023, 50_000] {
            let resampler = try #require(Resampler(rate: rate, channels: channels))
            let out = convert(sound, with: resampler, framesAtATime: cut == 1 ? 37 : cut, channels: channels)
            #expect(out.count == Resampler.expectedCount(frames, rate: rate))
        }
    }

    @Test func theCountIsTheDurationToTheNearestSample() {
        #expect(Resampler.expectedCount(48_000, rate: 48_000) == 16_000)
        #expect(Resampler.expectedCount(44_100 * 3600, rate: 44_100) == 16_000 * 3600)
        #expect(Resampler.expectedCount(1, rate: 48_000) == 0)
        #expect(Resampler.expectedCount(2, rate: 48_000) == 1)
        #expect(Resampler.expectedCount(0, rate: 48_000) == 0)
    }

    @Test(arguments: [8_000, 44_100, 48_000, 96_000])
    func aToneKeepsItsPitchItsLoudnessAndItsPlaceInTime(rate: Int) throws {
        let resampler = try #require(Resampler(rate: rate, channels: 1))
        let tone = ToneMaker.tone(frequency: 1000, seconds: 1, amplitude: 0.5, rate: rate)
        let out = convert(tone, with: resampler, framesAtATime: 480, channels: 1)
        let ideal = ToneMaker.tone(frequency: 1000, seconds: 1, amplitude: 0.5)
        // The filter needs a few milliseconds of both sides.
        let worst = zip(out, ideal).dropFirst(400).dropLast(400).map { abs($0 - $1) }.max() ?? 1
        #expect(worst < 0.001)
    }

    @Test func whatIsTooHighToBeHeardDoesNotFoldBack() throws {
        let resampler = try #require(Resampler(rate: 48_000, channels: 1))
        let tone = ToneMaker.tone(frequency: 11_000, seconds: 0.5, amplitude: 0.5, rate: 48_000)
        let out = convert(tone, with: resampler, framesAtATime: 960, channels: 1)
        #expect(ToneMaker.amplitude(of: 5_000, in: Array(out.dropFirst(400).dropLast(400))) < 0.0001)
    }

    @Test func soundOfTheRightRatePassesUnchanged() throws {
        let resampler = try #require(Resampler(rate: 16_000, channels: 1))
        let noise = ToneMaker.noise(seconds: 0.1)
        #expect(convert(noise, with: resampler, framesAtATime: 333, channels: 1) == noise)
    }

    @Test func theFirstTwoChannelsAreMixed() {
        let frames: [Float] = [0.5, 0.1, 1, 1, -0.25, 0.75, 1, 1]
        #expect(mono(frames, channels: 4) == [0.3, 0.25])
        #expect(mono([0.5, 0.25], channels: 1) == [0.5, 0.25])
    }

    @Test func aSampleThatIsNoNumberIsSilence() {
        #expect(mono([.nan, 0.5, .infinity, -0.5], channels: 1) == [0, 0.5, 0, -0.5])
    }

    @Test(arguments: [(0, 1), (-1, 1), (5_000_000, 1), (48_000, 0)])
    func anAbsurdRateOrChannelCountIsRefused(rate: Int, channels: Int) {
        #expect(Resampler(rate: rate, channels: channels) == nil)
    }

    private func convert(
        _ sound: [Float], with resampler: Resampler, framesAtATime frames: Int, channels: Int
    ) -> [Float] {
        var out: [Float] = []
        for start in stride(from: 0, to: sound.count, by: frames * channels) {
            sound[start..<min(start + frames * channels, sound.count)].withUnsafeBufferPointer {
                out += resampler.process($0)
            }
        }
        return out + resampler.finish()
    }

    private func interleave(_ mono: ArraySlice<Float>, channels: Int) -> [Float] {
        mono.flatMap { [Float](repeating: $0, count: channels) }
    }

    private func mono(_ interleaved: [Float], channels: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: interleaved.count) { room, filled in
            room.initialize(repeating: 0)
            filled = interleaved.withUnsafeBufferPointer { Downmix.mono($0, channels: channels, into: room) }
        }
    }
}
