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

    /// The reference may have been laid too late, so that each click is heard before it is looked for, or just then.
    @Test(arguments: [-1920, -1918])
    func aClickThatComesTooEarlyCountsAsTheOneBefore(delay: Int) throws {
        var sound = MadePerformance.heard(Self.played, delay: 0, gain: 0.3)
        for (index, click) in (0..<8).map({ 24_000 + $0 * 36_000 }).enumerated() {
            // One loop is not quite as long as the other.
            let start = click + delay + (index.isMultiple(of: 2) ? 4 : -4)
            sound.replaceSubrange(start..<start + 9600, with: Self.played[click..<click + 9600].map { 0.3 * $0 })
        }
        let (median, spread) = try meter(hearing: sound).measure()
        let distance = (median - Double(delay) / Double(Self.rate)) / 0.75
        #expect(abs(distance - distance.rounded()) < 0.001)
        #expect(spread < 0.001)
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
