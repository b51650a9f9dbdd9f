import ParlandoCore
import Testing

@Suite struct OutputPaceTests {
    @Test func whoeverWritesLessThanAPortionIsNeverKeptWaiting() {
        var pace = OutputPace()
        for turn in 0..<1000 {
            let time = Double(turn) * 0.03
            #expect(pace.allowance(at: time) == OutputPace.portion)
            pace.give(OutputPace.portion, at: time)
        }
    }

    @Test func aPortionIsNeverExceededWithoutARest() {
        var pace = OutputPace()
        var given = 0
        while pace.allowance(at: 1) > 0 {
            let bytes = min(5_000, pace.allowance(at: 1))
            pace.give(bytes, at: 1)
            given += bytes
        }
        #expect(given == OutputPace.portion)
        _ = pace.rest(at: 1, processor: 0)
        #expect(pace.allowance(at: 1) == OutputPace.portion)
    }

    /// A terminal that takes `cost` seconds of the processor for each portion leaves half of the thread to the others.
    @Test(arguments: [0.001, 0.01, 0.04, 0.1])
    func aFloodTakesHalfOfTheThreadAtMost(cost: Double) {
        var pace = OutputPace()
        var (time, processor) = (0.0, 0.0)
        for _ in 0..<100 {
            _ = pace.allowance(at: time)
            pace.give(OutputPace.portion, at: time)
            time += cost
            processor += cost
            time += pace.rest(at: time, processor: processor)
        }
        #expect(processor / time < 0.52)
    }

    @Test func aScreenfulIsCalmAndAFloodIsNotUntilItPauses() {
        var pace = OutputPace()
        pace.give(OutputPace.calm, at: 0)
        #expect(pace.isCalm)
        pace.give(1, at: 0.001)
        #expect(!pace.isCalm)
        let rest = pace.rest(at: 0.002, processor: 0)
        // What was written during the rest comes with its end.
        _ = pace.allowance(at: 0.002 + rest)
        #expect(!pace.isCalm)
        _ = pace.allowance(at: 0.002 + rest + 0.02)
        #expect(pace.isCalm)
    }

    @Test func theRestIsNeitherTooShortForTheTerminalNorSoLongThatItSeemsToHang() {
        var pace = OutputPace()
        #expect(pace.rest(at: 0, processor: 0) == OutputPace.leastRest)
        #expect(pace.rest(at: 100, processor: 1) == OutputPace.leastRest)
        #expect(pace.rest(at: 110, processor: 11) == OutputPace.longestRest)
    }
}
