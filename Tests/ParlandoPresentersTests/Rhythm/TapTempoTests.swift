import ParlandoCore
import Testing

@testable import ParlandoPresenters

@Suite struct TapTempoTests {
    /// Taps at these intervals in seconds, and returns the tempo after each tap.
    private func tempi(_ intervals: [Double]) -> [Double?] {
        var taps = TapTempo()
        var time = HostTime(nanoseconds: 1_000_000)
        return ([0] + intervals).map { interval in
            time = time.advanced(by: interval)
            return taps.tap(at: time)?.beatsPerMinute
        }
    }

    @Test(arguments: [(0.5, 1.0), (1.0, 0.5), (0.6, 0.5), (0.5, 0.6)])
    func theThirdTapAfterAChangeGivesTheNewTempo(old: Double, new: Double) {
        // The first tap after the change ends an interval of neither tempo.
        let all = tempi(Array(repeating: old, count: 8) + [(old + new) / 2 * 1.3] + [new, new])
        #expect(all[8] == (60 / old).rounded())
        #expect(all.last == (60 / new).rounded())
    }

    @Test func oneSlipHasNoEffect() {
        for slip in [0.3, 0.7, 0.9] {
            let all = tempi([0.5, 0.5, 0.5, 0.5, slip, 1 - slip > 0.05 ? 1 - slip : 0.5, 0.5])
            #expect(all.dropFirst(2).allSatisfy { $0 == 120 })
        }
    }

    @Test func unsteadyTapsOfOneTempoAreNoChange() {
        let all = tempi([0.48, 0.52, 0.49, 0.51, 0.47, 0.53, 0.5, 0.5])
        #expect(all.last == 120)
    }

    @Test func theSlowestTempoCanBeTapped() {
        #expect(tempi([3, 3]).last == 20)
        #expect(tempi([4, 4]).last == nil as Double?)
    }
}
