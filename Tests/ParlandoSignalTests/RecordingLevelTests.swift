import Foundation
import ParlandoSignal
import ParlandoTestSupport
import Testing

@Suite struct RecordingLevelTests {
    private func speech(seconds: Double, peak decibels: Double, seed: UInt64 = 1) -> [Float] {
        let sound = ChannelMixerTests.speech(seconds: seconds, seed: seed, amplitude: 1, rate: 16_000)
        return sound.map { $0 * Float(pow(10, decibels / 20)) }
    }

    private func level(_ samples: [Float], lookAhead: Double = 20) -> (samples: [Float], loudest: Double?) {
        var level = RecordingLevel(lookAhead: lookAhead)
        var result: [Float] = []
        for start in stride(from: 0, to: samples.count, by: 1237) {
            result += level.process(Array(samples[start..<min(start + 1237, samples.count)]))
        }
        return (result + level.finish(), level.loudest)
    }

    private func peak(_ samples: some Sequence<Float>) -> Float {
        samples.reduce(0) { max($0, abs($1)) }
    }

    @Test(arguments: [-19.0, -12, -3, 0, 2])
    func ordinaryRecordingsPassBitByBit(decibels: Double) {
        let quietFirst = ToneMaker.noise(seconds: 15, amplitude: 0.001, seed: 3) + speech(seconds: 9, peak: decibels)
        #expect(level(quietFirst).samples.elementsEqual(quietFirst))
    }

    @Test func ordinarySoundIsNotHeldBack() {
        var level = RecordingLevel(lookAhead: 20)
        let sound = ToneMaker.tone(frequency: 300, seconds: 1, amplitude: 0.3)
        #expect(level.process(sound).count == sound.count)
    }

    @Test(arguments: [-25.0, -40, -50, -60, -70])
    func quietSpeechIsRaisedWhole(decibels: Double) {
        let quiet = speech(seconds: 11, peak: decibels)
        let loud = level(quiet).samples
        #expect(loud.count == quiet.count)
        #expect(peak(loud) > 0.15 && peak(loud) <= 0.71)
        // One gain for all of it.
        let gain = peak(loud) / peak(quiet)
        let isStraight = zip(quiet, loud).allSatisfy { abs($0 * gain - $1) < 0.02 }
        #expect(isStraight)
    }

    @Test func quietSpeechAfterALongPauseIsRaisedFromItsBeginning() {
        let pause = ToneMaker.noise(seconds: 60, amplitude: 0.00002, seed: 9)
        let loud = level(pause + speech(seconds: 11, peak: -50)).samples
        #expect(peak(loud[(61 * 16_000)...(63 * 16_000)]) > 0.1)
        #expect(peak(loud[..<(30 * 16_000)]) < 0.0001)
    }

    @Test func itIsHeldBackNoLongerThanTheLookAhead() {
        var level = RecordingLevel(lookAhead: 3)
        let given = level.process(speech(seconds: 20, peak: -50)).count
        #expect(given >= 16_000 * 17 - 640)
    }

    @Test(arguments: [-20.0, -40, -60])
    func hissIsNotRaised(decibels: Double) {
        let hiss = ToneMaker.noise(seconds: 25, amplitude: 0.09, seed: 2).map { $0 * Float(pow(10, decibels / 20)) }
        #expect(level(hiss).samples.elementsEqual(hiss))
    }

    @Test func silenceStaysSilence() {
        let silence = ToneMaker.silence(seconds: 30)
        #expect(level(silence).samples.elementsEqual(silence))
        #expect(level(silence).loudest == nil)
    }

    @Test(arguments: [Float(32_768), 8_388_608, 2_147_483_648, 10])
    func floatsBeyondFullScaleAreScaled(scale: Float) {
        let sound = speech(seconds: 8, peak: -3)
        let scaled = level(sound.map { $0 * scale }).samples
        #expect(peak(scaled) > 0.9 && peak(scaled) <= 1)
        let gain = peak(scaled) / peak(sound)
        #expect(zip(sound, scaled).count { abs($0 * gain - $1) > 0.02 } < 100)
    }

    @Test func aFewSpikesChangeNothing() {
        var sound = speech(seconds: 8, peak: -3)
        (sound[20_000], sound[60_000]) = (.greatestFiniteMagnitude, -1e20)
        let result = level(sound).samples
        #expect(result[20_000] == 8 && result[60_000] == -8)
        let others = sound.indices.filter { $0 != 20_000 && $0 != 60_000 }
        #expect(others.allSatisfy { result[$0] == sound[$0] })
    }

    /// Somebody knocks on the table now and then.
    @Test(arguments: [Float(0.5), 40, .greatestFiniteMagnitude])
    func spikesFarApartDoNotAddUp(height: Float) {
        var quiet: [Float] = []
        for minute in 0..<5 {
            quiet += speech(seconds: 9, peak: -50, seed: UInt64(minute + 1))
            quiet[quiet.count - 16_000 * 3] = height
        }
        let loud = level(quiet, lookAhead: 3).samples
        #expect(loud.count == quiet.count)
        #expect(peak(loud[(loud.count - 16_000)...]) > 0.1)
    }

    @Test func spikesFarApartDoNotSilenceAnOrdinaryRecording() {
        var sound = speech(seconds: 9, peak: -3) + speech(seconds: 9, peak: -3) + speech(seconds: 9, peak: -3)
        let spikes = [40_000, 180_000, 320_000]
        for place in spikes {
            sound[place] = 1e20
        }
        let result = level(sound, lookAhead: 3).samples
        #expect(sound.indices.allSatisfy { spikes.contains($0) || result[$0] == sound[$0] })
    }
}
