import ParlandoCore
import Testing

@testable import ParlandoServices

@Suite struct BiasWatchTests {
    @Test func fiftyLateHitsAreABiasAndFortyNineAreNot() {
        var watch = BiasWatch()
        #expect(watch.add(hits(49, deviation: 0.020)) == nil)
        #expect(watch.add(hits(1, deviation: 0.020)) == 0.020)
        // Once is enough.
        #expect(watch.add(hits(50, deviation: 0.020)) == nil)
    }

    @Test func scatterIsNoBias() {
        var watch = BiasWatch()
        #expect(watch.add(hits(28, deviation: 0.020) + hits(22, deviation: -0.020)) == nil)
    }

    @Test func missedNotesAndStraysDoNotCount() {
        var watch = BiasWatch()
        let others = (0..<200).map { index in
            Verdict(grade: .stray, note: nil, stroke: index, tick: 0, deviation: 0.1)
        }
        #expect(watch.add(others) == nil)
        #expect(watch.add(hits(50, deviation: -0.012)) == -0.012)
    }

    private func hits(_ count: Int, deviation: Double) -> [Verdict] {
        (0..<count).map { Verdict(grade: .good, note: $0, stroke: $0, tick: 0, deviation: deviation) }
    }
}
