import ParlandoSignal
import ParlandoTestSupport
import Testing

@Suite struct LatencyMeterTests {
    private static let rate = MadePerformance.rate
    private static let played = MadePerformance.clicks(at: (0..<8).map { 24_000 + $0 * 36_000 }, seconds: 7)

    private func meter(hearing sound: [Float]) throws -> LatencyMeter {
        let meter = try #require(LatencyMeter(rate: Self.rate))
        let lead = Int(StrokeDetector.referenceLead * Double(Self.rate))
        for start in stride(from: 0, to: sound.count, by: 480) {
            let end = min(start + 480, sound.count)
            let reference = (start + lead..<end + lead).map { $0 < Self.played.count ? Self.played[$0] : 0 }
            _ = meter.hear(Array(sound[start..<end]), reference: reference)
        }
        return meter
    }

    @Test(arguments: [0, 480, 2007, 12_000])
    func aLoopIsMeasuredToATenthOfAMillisecond(delay: Int) throws {
        let sound = MadePerformance.heard(Self.played, delay: delay, gain: 0.3)
        let (median, spread) = try meter(hearing: sound).measure()
        #expect(abs(median - Double(delay) / Double(Self.rate)) < 0.0001)
        #expect(spread < 0.0001)
    }

    @Test func silenceIsRefused() throws {
        let silence = ToneMaker.silence(seconds: 7, rate: Self.rate)
        let meter = try meter(hearing: silence)
        #expect(throws: LatencyMeter.Refusal.silence) { try meter.measure() }
    }

    @Test func noiseIsRefused() throws {
        let noise = ToneMaker.noise(seconds: 7, amplitude: 0.3, rate: Self.rate)
        let meter = try meter(hearing: noise)
        #expect(throws: LatencyMeter.Refusal.noise) { try meter.measure() }
    }

    @Test func tooFewClicksAreRefused() throws {
        let meter = try #require(LatencyMeter(rate: Self.rate))
        #expect(throws: LatencyMeter.Refusal.tooFewClicks) { try meter.measure() }
    }
}
