import Foundation
import ParlandoCore
import ParlandoSignal
import ParlandoTestSupport
import Testing

@Suite struct VoiceCleanUpTests {
    private static let rate = 16_000

    private func cleaned(_ samples: [Float], _ stages: Set<CleanUpStage>, block: Int = 1_237) -> [Float] {
        var cleaner = VoiceCleanUp(stages: stages)
        var result: [Float] = []
        for start in stride(from: 0, to: samples.count, by: block) {
            result += cleaner.process(Array(samples[start..<min(start + block, samples.count)]))
        }
        return result + cleaner.finish()
    }

    /// RMS level in dBFS of the part between two times in seconds.
    private func level(_ samples: [Float], _ start: Double, _ end: Double) -> Double {
        let part = samples[Int(start * Double(Self.rate))..<Int(end * Double(Self.rate))]
        return 10 * log10(part.reduce(1e-20) { $0 + Double($1 * $1) } / Double(part.count))
    }

    private func tone(_ frequency: Double, seconds: Double, amplitude: Float) -> [Float] {
        ToneMaker.tone(frequency: frequency, seconds: seconds, amplitude: amplitude)
    }

    /// Words with pauses: tones of half a second, with as long a silence behind each.
    private func words(amplitude: Float, count: Int) -> [Float] {
        (0..<count).flatMap { _ in
            tone(700, seconds: 0.5, amplitude: amplitude) + [Float](repeating: 0, count: Self.rate / 2)
        }
    }

    @Test(arguments: [[], [.highPass], [.subtraction], Set(CleanUpStage.allCases)], [1, 127, 4_000, 100_000])
    func noSampleIsLostOrAdded(stages: Set<CleanUpStage>, block: Int) {
        for count in [0, 1, 383, 384, 385, 512, 10_001] {
            let sound = Array(tone(440, seconds: 1, amplitude: 0.3).prefix(count))
            #expect(cleaned(sound, stages, block: block).count == count)
        }
    }

    @Test func theSizeOfTheBlocksDoesNotMatter() {
        let sound = words(amplitude: 0.3, count: 3)
        let stages = Set(CleanUpStage.allCases)
        #expect(cleaned(sound, stages, block: 160) == cleaned(sound, stages, block: 16_000))
    }

    /// Word times must stay those of the recording.
    @Test func soundStaysAlignedWithTheInput() {
        let sound = tone(700, seconds: 0.4, amplitude: 0.3)
        let result = cleaned(sound, [.subtraction])
        let furthest = zip(sound, result).map { abs($0 - $1) }.max() ?? 1
        #expect(furthest < 0.001)
    }

    @Test func rumbleIsRemovedAndTheVoiceStays() {
        let rumble = cleaned(tone(30, seconds: 2, amplitude: 0.3), [.highPass])
        let voice = cleaned(tone(300, seconds: 2, amplitude: 0.3), [.highPass])
        #expect(level(rumble, 1, 2) < level(voice, 1, 2) - 15)
        #expect(abs(level(voice, 1, 2) - level(tone(300, seconds: 2, amplitude: 0.3), 1, 2)) < 0.5)
    }

    @Test func theEqualizerRaisesConsonantsAboveRumble() {
        let low = cleaned(tone(60, seconds: 1, amplitude: 0.1), [.equalizer])
        let high = cleaned(tone(3_000, seconds: 1, amplitude: 0.1), [.equalizer])
        #expect(level(high, 0.5, 1) - level(low, 0.5, 1) > 7)
    }

    @Test func steadyNoiseIsSubtractedAndTheVoiceStays() {
        let noise = ToneMaker.noise(seconds: 8, amplitude: 0.1, seed: 5)
        let speech = words(amplitude: 0.3, count: 8)
        let result = cleaned(zip(noise, speech).map(+), [.subtraction])
        // From the third second on: a word, and the pause behind it.
        #expect(level(result, 4.6, 4.95) < level(noise, 4.6, 4.95) - 4)
        #expect(abs(level(result, 4.1, 4.4) - level(speech, 4.1, 4.4)) < 1)
    }

    /// Subtraction costs words where there is hardly any noise.
    @Test func littleNoiseStaysAsItIs() {
        let noise = ToneMaker.noise(seconds: 8, amplitude: 0.002, seed: 5)
        let sound = zip(noise, words(amplitude: 0.3, count: 8)).map(+)
        let furthest = zip(sound, cleaned(sound, [.subtraction])).map { abs($0 - $1) }.max() ?? 1
        #expect(furthest < 0.001)
    }

    /// Speech that begins at the first sample must not be taken for noise.
    @Test func theFirstWordIsNotSubtracted() {
        let sound = tone(700, seconds: 0.45, amplitude: 0.3)
        #expect(level(cleaned(sound, [.subtraction]), 0.1, 0.4) > level(sound, 0.1, 0.4) - 0.1)
    }

    @Test(arguments: [Float(0.5), 0.05, 0.003])
    func theGateTurnsPausesDownForLoudAndSoftVoices(amplitude: Float) {
        let hiss = ToneMaker.noise(seconds: 6, amplitude: amplitude / 500, seed: 6)
        let sound = zip(words(amplitude: amplitude, count: 6), hiss).map(+)
        let result = cleaned(sound, [.gate])
        #expect(level(result, 4.8, 5) < level(sound, 4.8, 5) - 12)
        #expect(abs(level(result, 4.05, 4.45) - level(sound, 4.05, 4.45)) < 0.3)
    }

    @Test func samplesThatAreNoNumbersDoNotStay() {
        var sound = tone(700, seconds: 2, amplitude: 0.3)
        sound[100] = .nan
        sound[200] = .infinity
        let result = cleaned(sound, Set(CleanUpStage.allCases))
        let isFinite = result.allSatisfy(\.isFinite)
        #expect(isFinite)
        #expect(level(result, 1, 2) > -15)
    }
}
