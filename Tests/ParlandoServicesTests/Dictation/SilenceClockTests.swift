import ParlandoCore
import Testing

@testable import ParlandoServices

@Suite struct SilenceClockTests {
    private func word(end: Double) -> Word {
        Word(text: "a", start: end - 0.2, end: end, probability: 1)
    }

    @Test func silenceIsOverExactlyAtTheLimit() {
        let clock = SilenceClock(limit: 30)
        #expect(!clock.isOver(at: 29.999))
        #expect(clock.isOver(at: 30))
    }

    @Test func aWordBeginsTheCountAnew() {
        var clock = SilenceClock(limit: 15)
        clock.hear([word(end: 10)])
        #expect(!clock.isOver(at: 24.9))
        #expect(clock.isOver(at: 25))
    }

    @Test func anOlderWordDoesNotTurnTheClockBack() {
        var clock = SilenceClock(limit: 15)
        clock.hear([word(end: 10)])
        clock.hear([word(end: 4)])
        #expect(!clock.isOver(at: 24.9))
    }

    @Test func noLimitMeansNever() {
        #expect(!SilenceClock(limit: nil).isOver(at: 1e9))
    }
}
