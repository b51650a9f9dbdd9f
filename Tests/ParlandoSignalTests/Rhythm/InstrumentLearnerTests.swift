import ParlandoSignal
import ParlandoTestSupport
import Testing

@Suite struct InstrumentLearnerTests {
    @Test(arguments: [8000, 48_000], [480, Int.max])
    func soundAfterAMinuteIsIgnoredHoweverLongItsBlocksAre(rate: Int, block: Int) throws {
        let learner = try #require(InstrumentLearner(rate: rate))
        let stroke = ToneMaker.tone(frequency: 500, seconds: 0.1, amplitude: 0.4, rate: rate)
        var take = ToneMaker.silence(seconds: 62, rate: rate)
        for second in [1, 59, 61] {
            take.replaceSubrange(second * rate..<second * rate + stroke.count, with: stroke)
        }
        var count = 0
        let pieces = block == .max ? [0..<take.count] : [0..<59 * rate + block, 59 * rate + block..<take.count]
        for piece in pieces {
            count = learner.hear(Array(take[piece]))
        }
        #expect(count == 2)
    }
}
