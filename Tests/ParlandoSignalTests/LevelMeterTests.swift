import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoSignal

@Suite struct LevelMeterTests {
    @Test(arguments: [(Float(1), 0.0), (0.5, -6.02), (0.1, -20.0), (0.001, -60.0)])
    func aSteadySineReadsItsAmplitude(amplitude: Float, decibels: Double) {
        var meter = LevelMeter(rate: 16_000)
        for block in ToneMaker.blocks(of: ToneMaker.tone(frequency: 500, seconds: 2, amplitude: amplitude)) {
            meter.add(block.samples)
        }
        #expect(abs(meter.level - decibels) < 0.2)
    }

    @Test func silenceReadsTheFloor() {
        var meter = LevelMeter(rate: 16_000)
        #expect(meter.level == LevelMeter.floor)
        meter.add(ToneMaker.silence(seconds: 1))
        #expect(meter.level == LevelMeter.floor)
    }

    @Test func nothingReadsAboveZero() {
        var meter = LevelMeter(rate: 16_000)
        meter.add([Float](repeating: 1, count: 16_000))
        #expect(meter.level == 0)
    }

    @Test func theNeedleRisesAtOnceAndFallsCalmly() {
        var meter = LevelMeter(rate: 16_000)
        meter.add(ToneMaker.tone(frequency: 500, seconds: 0.03, amplitude: 0.5))
        let risen = meter.level
        meter.add(ToneMaker.silence(seconds: 0.03))
        let falling = meter.level
        meter.add(ToneMaker.silence(seconds: 2))
        #expect(risen > -7)
        #expect(falling > risen - 1 && falling < risen)
        #expect(meter.level < risen - 20)
    }
}
