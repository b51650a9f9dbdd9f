import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

@Suite struct AttackFinderTests {
    private static let start = 24_000

    private static func burst(_ amplitude: Float) -> [Float] {
        MadePerformance.stroke(attack: 0.0005, frequency: nil, seconds: 0.012).map { $0 * amplitude / 0.4 }
    }

    /// In frames since the first burst, some frames after the last one.
    private static func attack(
        _ bursts: [(frame: Int, samples: [Float])], noise: Float, after wait: Int = 672, within latest: Int = 17,
        least: Float = 0
    ) -> Int {
        let sound = ToneMaker.noise(seconds: 0.6, amplitude: noise, seed: 5, rate: MadePerformance.rate)
        return attack(bursts, over: sound, after: wait, within: latest, least: least)
    }

    private static func attack(
        _ bursts: [(frame: Int, samples: [Float])], over sound: [Float], after wait: Int = 672, within latest: Int = 17,
        expected: Float = 0, least: Float = 0
    ) -> Int {
        let last = bursts.last?.frame ?? 0
        let history = SoundHistory(frames: 32_768)
        for frame in 0..<start + last + wait {
            let own = bursts.reduce(sound[frame]) { sum, burst in
                let index = frame - start - burst.frame
                return burst.samples.indices.contains(index) ? sum + burst.samples[index] : sum
            }
            history.append(own)
        }
        let finder = AttackFinder()
        for end in stride(from: HearingSettings.hop, through: history.end, by: HearingSettings.hop) {
            finder.listen(to: history, until: end, least: least)
        }
        let found = finder.attack(
            share: HearingSettings.attackShare, expected: expected, within: latest)
        return Int(found.frame) - start
    }

    @Test(arguments: [Float(0.0005), 0.005, 0.01])
    func aSnapBeginsWithTheSoftSoundBeforeTheLoudOne(noise: Float) {
        let frame = Self.attack([(0, Self.burst(0.15)), (960, Self.burst(0.5))], noise: noise)
        #expect((0...48).contains(frame))
    }

    /// A stroke after a click is not placed at the click.
    @Test func whatMayBeLeftOfAClickIsNoBeginning() {
        let sounds = [(0, Self.burst(0.08)), (960, Self.burst(0.5))]
        #expect((960...1008).contains(Self.attack(sounds, noise: 0.0005, least: 0.1)))
        #expect((0...48).contains(Self.attack(sounds, noise: 0.0005)))
    }

    /// Voices and machines hide a soft sound, but not what of it lies high.
    @Test(arguments: [Float(0.08), 0.1], [0, 40, 76, 86])
    func theSoftSoundIsHeardThroughDullNoise(noise: Float, begins: Int) {
        let dull = MadePerformance.dullNoise(seconds: 0.6, amplitude: noise)
        let bursts = [(begins, Self.burst(0.25)), (begins + 960, Self.burst(0.5))]
        let frame = Self.attack(bursts, over: dull)
        #expect((begins...begins + 48).contains(frame))
    }

    /// From a hundredth of its loudness to all of it in 50 ms, of which 38 are heard. A tenth is reached after 25.
    @Test func aToneThatSwellsBeginsByTheLoudnessThatItWillReach() {
        let hiss = ToneMaker.noise(seconds: 0.6, amplitude: 0.0002, seed: 5, rate: MadePerformance.rate)
        let swell = (0..<2400).map { index -> Float in
            let loudness = 0.5 * pow(10, 2 * (Double(index) / 2400 - 1))
            return Float(loudness * sin(2 * Double.pi * 700 * Double(index) / Double(MadePerformance.rate)))
        }
        let placed = Self.attack([(0, swell)], over: hiss, after: 1824, expected: 0.5)
        #expect((1080...1320).contains(placed))
        #expect(Self.attack([(0, swell)], over: hiss, after: 1824) < 960)
    }

    @Test(arguments: [Float(0.02), 0.1, 0.5])
    func aSuddenAttackIsPlacedTheSameHoweverLoudItIs(amplitude: Float) {
        let hiss = ToneMaker.noise(seconds: 0.6, amplitude: 0.0002, seed: 5, rate: MadePerformance.rate)
        let frame = Self.attack([(0, Self.burst(amplitude))], over: hiss, expected: 0.5)
        #expect((0...48).contains(frame))
    }

    /// Where a stroke begins: at -20 dB of its peak.
    private static func truth(_ stroke: [Float]) -> Int {
        let peak = stroke.reduce(0) { max($0, abs($1)) }
        return stroke.firstIndex { abs($0) >= 0.1 * peak } ?? 0
    }

    /// As a thump on a cajon: a slow, low swing first, and the loud sound 4 ms later.
    @Test(arguments: [40.0, 60])
    func aLowThumpBeginsWithItsFirstSwing(frequency: Double) {
        let hiss = ToneMaker.noise(seconds: 0.6, amplitude: 0.0002, seed: 5, rate: MadePerformance.rate)
        var thump = ToneMaker.tone(
            frequency: frequency, seconds: 0.5 / frequency, amplitude: 0.08, rate: MadePerformance.rate)
        thump += [Float](repeating: 0, count: 4800 - thump.count)
        for (index, sample) in MadePerformance.stroke(attack: 0.003, frequency: 180).enumerated()
        where index + 192 < thump.count {
            thump[index + 192] += sample
        }
        let placed = Self.attack([(0, thump)], over: hiss, after: 960)
        #expect(abs(placed - Self.truth(thump)) <= 48)
    }

    @Test(arguments: [Float(0.02), 0.03], [0.006, 0.010])
    func whatStillSoundsDoesNotDelayTheNextAttack(ringing: Float, rise: Double) {
        let ring = ToneMaker.tone(frequency: 150, seconds: 0.6, amplitude: ringing, rate: MadePerformance.rate)
        let stroke = MadePerformance.stroke(attack: rise, frequency: 700)
        let placed = Self.attack([(0, stroke)], over: ring, after: 960)
        #expect(abs(placed - Self.truth(stroke)) <= 48)
    }

    /// The mains, or a lorry.
    @Test(arguments: [25.0, 35, 50])
    func rumbleDoesNotHideAnAttack(frequency: Double) {
        let rumble = ToneMaker.tone(frequency: frequency, seconds: 0.6, amplitude: 0.1, rate: MadePerformance.rate)
        let frame = Self.attack([(0, Self.burst(0.5))], over: rumble)
        #expect((-24...48).contains(frame))
    }

    @Test(arguments: [Float(0.005), 0.02])
    func aCrackleOfNoiseIsNoBeginning(noise: Float) {
        let frame = Self.attack([(0, Self.burst(2.5 * noise)), (720, Self.burst(0.5))], noise: noise)
        #expect((720...768).contains(frame))
    }

    /// Louder than a tenth of the stroke.
    @Test(arguments: [Float(0.3), 0.2], [300, 400, 500])
    func aCrackleLikeThoseBeforeIsNoBeginning(amplitude: Float, wait: Int) {
        let crackles = [0, 480, 960].map { ($0, Self.burst(0.05)) }
        let begins = 960 + wait
        let frame = Self.attack(crackles + [(begins, Self.burst(amplitude))], noise: 0.02)
        #expect((begins - 24...begins + 48).contains(frame))
    }

    /// What was sudden so long ago is still found by its loudness.
    @Test(arguments: [18, 22, 23, 28, 100])
    func anyReachIsSafe(latest: Int) {
        let frame = Self.attack([(0, Self.burst(0.5))], noise: 0.0005, after: 2400, within: latest)
        #expect((-96...2400).contains(frame))
    }
}
