import Foundation
import ParlandoSignal
import ParlandoTestSupport
import Testing

@Suite struct ChannelMixerTests {
    private static let rate = 8_000
    private static let alike: [Float] = [0.5, 0.5]

    /// Bursts of noise, differently long for each seed.
    static func speech(seconds: Double, seed: UInt64, amplitude: Float = 0.3, rate: Int = rate) -> [Float] {
        var noise = ToneMaker.noise(seconds: seconds, amplitude: amplitude, seed: seed, rate: rate)
        let step = 2 * Double.pi * (1.7 + 0.9 * Double(seed)) / Double(rate)
        for index in noise.indices {
            noise[index] *= Float(pow(max(0, sin(Double(index) * step + Double(seed))), 2)) + 0.01
        }
        return noise
    }

    private func interleave(_ channels: [[Float]]) -> [Float] {
        channels[0].indices.flatMap { frame in channels.map { $0[frame] } }
    }

    private func mix(
        _ channels: [[Float]], weights: [Float] = alike, piece: Int = 1009
    ) -> (samples: [Float], hasSeparateVoices: Bool) {
        var mixer = ChannelMixer(rate: Self.rate, weights: weights)
        var mono: [Float] = []
        let frames = interleave(channels)
        for start in stride(from: 0, to: frames.count, by: piece * channels.count) {
            mono += mixer.process(Array(frames[start..<min(start + piece * channels.count, frames.count)]))
        }
        return (mono + mixer.finish(), mixer.hasSeparateVoices)
    }

    private func power(_ samples: some Sequence<Float>) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) }
    }

    @Test func oneChannelPassesBitByBit() {
        let sound = ToneMaker.noise(seconds: 1, rate: Self.rate)
        #expect(mix([sound], weights: [1]).samples.elementsEqual(sound))
    }

    @Test func ordinaryStereoIsItsMeanBitByBit() {
        let left = Self.speech(seconds: 7.003, seed: 1)
        let right = ToneMaker.noise(seconds: 7.003, seed: 2, rate: Self.rate)
        let mean = zip(left, right).map { ($0 + $1) / 2 }
        #expect(mix([left, right]).samples.elementsEqual(mean))
    }

    @Test func aSideThatIsInvertedDoesNotSilenceTheOther() {
        let left = Self.speech(seconds: 6, seed: 1)
        let right = left.map { -0.9 * $0 }
        #expect(mix([left, right]).samples.elementsEqual(left))
    }

    @Test func speechIsHeardFromItsFirstSampleWhereverItBegins() {
        let pause = ToneMaker.noise(seconds: 15, amplitude: 0.0005, seed: 4, rate: Self.rate)
        let hum = ToneMaker.noise(seconds: 15, amplitude: 0.0005, seed: 5, rate: Self.rate)
        let speech = Self.speech(seconds: 5, seed: 1)
        let mono = mix([pause + speech, hum + speech.map { -$0 }]).samples
        #expect(mono.suffix(speech.count).elementsEqual(speech) { abs($0) == abs($1) })
    }

    @Test func theMixComesBackWhenItLosesNothingAnyMore() {
        let first = Self.speech(seconds: 20, seed: 1)
        let second = Self.speech(seconds: 30, seed: 2)
        let mono = mix([first + second, first.map { -$0 } + second.map { 0.5 * $0 }]).samples
        let mean = second.suffix(80_000).map { 0.5 * $0 + 0.5 * (0.5 * $0) }
        #expect(mono.suffix(80_000).elementsEqual(mean))
        let steps = zip(mono, mono.dropFirst()).map { abs($0 - $1) }
        #expect((steps.max() ?? 1) < 0.7)
    }

    @Test func theOneMicrophoneOfManyInputsIsHeard() {
        let speech = Self.speech(seconds: 4, seed: 1)
        var channels = [[Float]](repeating: [Float](repeating: 0, count: speech.count), count: 18)
        channels[13] = speech
        let mono = mix(channels, weights: [Float](repeating: 1 / 18, count: 18)).samples
        #expect(mono.elementsEqual(speech))
    }

    @Test func theCentreOfAFilmIsHeard() {
        let speech = Self.speech(seconds: 4, seed: 1)
        let silence = [Float](repeating: 0, count: speech.count)
        // FFmpeg's down-mix of 5.1.
        let weights: [Float] = [0.2071, 0.2071, 0.2929, 0, 0.1464, 0.1464]
        let mono = mix([silence, silence, speech, silence, silence, silence], weights: weights).samples
        #expect(power(mono) > 0.08 * power(speech))
    }

    @Test func twoWhoSpeakAtOnceAreTold() {
        let left = Self.speech(seconds: 10, seed: 1)
        #expect(mix([left, Self.speech(seconds: 10, seed: 2)]).hasSeparateVoices)
        let four = (1...4).map { Self.speech(seconds: 10, seed: UInt64($0)) }
        #expect(mix(four, weights: [0.25, 0.25, 0.25, 0.25]).hasSeparateVoices)
    }

    @Test func whatIsNoTwoVoicesIsNotTold() {
        let left = Self.speech(seconds: 10, seed: 1)
        let silence = [Float](repeating: 0, count: left.count)
        let late = Array(silence.prefix(40) + left.dropLast(40))
        let noise = [UInt64(7), 8].map { ToneMaker.noise(seconds: 10, seed: $0, rate: Self.rate) }
        let right = Self.speech(seconds: 10, seed: 2)
        #expect(!mix([left, left]).hasSeparateVoices, "the same on both sides")
        #expect(!mix([left, late]).hasSeparateVoices, "one voice, two microphones")
        #expect(!mix([left, silence]).hasSeparateVoices, "one side")
        #expect(!mix([left + silence, silence + right]).hasSeparateVoices, "one after the other")
        #expect(!mix(noise).hasSeparateVoices, "hiss")
        #expect(!mix([left, right], weights: [0.6, 0.4]).hasSeparateVoices, "a film's scene")
    }
}
