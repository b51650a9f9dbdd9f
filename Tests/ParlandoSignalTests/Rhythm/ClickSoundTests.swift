import Foundation
import ParlandoSignal
import Testing

@Suite struct ClickSoundTests {
    @Test(arguments: [8000, 44_100, 48_000, 96_000, 192_000])
    func soundsBeginAtTheirCrestAndEndInSilence(rate: Int) {
        for sound in [
            ClickSound.samples(rate: rate, accented: true), ClickSound.samples(rate: rate, accented: false),
            ClickSound.guideSamples(rate: rate),
        ] {
            let crest = sound.map(abs).max() ?? 0
            #expect(abs(sound[0]) == crest)
            #expect(crest > 0.2)
            #expect(abs(sound[sound.count - 1]) < 0.001)
            #expect(sound.allSatisfy { $0 != 0 })
        }
    }

    @Test func clicksEndBeforeTheNextBeatAndGuideTonesBeforeTheNextSixteenth() {
        #expect(ClickSound.samples(rate: 48_000, accented: true).count < 48_000 * 60 / 160)
        #expect(ClickSound.guideSamples(rate: 48_000).count < 48_000 * 15 / 160)
    }

    @Test func togetherTheyStayWithinFullScale() {
        let click = ClickSound.samples(rate: 48_000, accented: true)
        let guide = ClickSound.guideSamples(rate: 48_000)
        #expect(zip(click, guide).allSatisfy { abs($0 + $1) <= 1 })
    }

    @Test func anAccentIsLouder() {
        func energy(_ isAccented: Bool) -> Float {
            ClickSound.samples(rate: 48_000, accented: isAccented).reduce(0) { $0 + $1 * $1 }
        }
        #expect(energy(true) > 1.5 * energy(false))
    }
}
