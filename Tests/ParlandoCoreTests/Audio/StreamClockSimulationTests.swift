import Testing

@testable import ParlandoCore

/// The estimator against devices whose truth is known: whether its error is small, and whether it knows its error.
@Suite struct StreamClockSimulationTests {
    struct Scenario: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let disturbance: SimulatedStream.Disturbance
        /// Root mean square error in seconds that the estimator's predecessor, which fitted lines to medians over
        /// windows, made on the same reports.
        let former: Double
    }

    @Test(arguments: Scenario.all)
    func theErrorIsNoLargerThanThatOfFittedLinesAndIsKnown(_ scenario: Scenario) {
        var errors = Mean()
        var normalised = Mean()
        for seed in 0..<8 {
            observe(scenario.disturbance, seed: UInt64(seed)) { error, uncertainty in
                errors.add(error * error)
                if uncertainty <= TimeMap.steady {
                    normalised.add(error * error / (uncertainty * uncertainty))
                }
            }
        }
        #expect(errors.value.squareRoot() <= scenario.former)
        #expect(normalised.count > 0)
        #expect(normalised.value <= 1)
    }

    /// In the situation that the filter assumes, the squared error is what it says, neither more nor less. One sample
    /// of each seed is independent of the others: the sum has a χ² distribution with 200 degrees of freedom, whose
    /// 99.9 % range is 0.70 to 1.36 of its mean.
    @Test func theErrorIsAsLargeAsIsSaid() {
        let disturbance = SimulatedStream.Disturbance(
            period: 0.05, jitter: 0.3e-3, isNormal: true, wander: 0.16e-3, walk: 0.05e-3)
        var normalised = Mean()
        for seed in 0..<200 {
            var last = (error: 0.0, uncertainty: 1.0)
            observe(disturbance, seed: UInt64(seed), until: 25) { last = ($0, $1) }
            normalised.add(last.error * last.error / (last.uncertainty * last.uncertainty))
        }
        #expect((0.70...1.36).contains(normalised.value))
    }

    /// The same for single reports: each is as far from the estimate as expected.
    @Test func reportsAreAsFarAwayAsExpected() {
        var normalised = Mean()
        for seed in 0..<200 {
            var stream = SimulatedStream(
                .init(period: 0.05, jitter: 0.3e-3, isNormal: true, wander: 0.16e-3, walk: 0.05e-3),
                seed: UInt64(seed))
            var filter: ClockFilter?
            var last = 0.0
            while stream.seconds < 25, let frame = stream.next() {
                let offset = frame / SimulatedStream.nominalRate - stream.seconds
                guard var current = filter else {
                    filter = ClockFilter(offset: offset, at: stream.seconds)
                    continue
                }
                current.advance(to: stream.seconds)
                last = (offset - current.offset) / current.spread
                current.take(offset)
                filter = current
            }
            normalised.add(last * last)
        }
        #expect((0.70...1.36).contains(normalised.value))
    }

    /// Runs a stream, and tells the error and the standard deviation of the published estimate ten times a second.
    private func observe(
        _ disturbance: SimulatedStream.Disturbance, seed: UInt64, until end: Double = 60,
        tell: (_ error: Double, _ uncertainty: Double) -> Void
    ) {
        var stream = SimulatedStream(disturbance, seed: seed)
        var clock = StreamClock(nominalRate: Int(SimulatedStream.nominalRate))
        var map: TimeMap?
        var nextLook = 3.0
        while stream.seconds < end {
            if let frame = stream.next() {
                clock.take(frame: frame, at: stream.now)
                map = clock.nextMap() ?? map
            }
            guard let map, stream.seconds >= nextLook else {
                continue
            }
            nextLook += 0.1
            if !stream.isJumping {
                tell((map.frame(at: stream.now) - stream.frame) / map.rate, map.uncertainty)
            }
        }
    }

    private struct Mean {
        private(set) var value = 0.0
        private(set) var count = 0.0

        mutating func add(_ number: Double) {
            count += 1
            value += (number - value) / count
        }
    }
}

extension StreamClockSimulationTests.Scenario {
    static let all = [
        Self("exact", former: 0.029e-3) { _ in },
        Self("jitter of 0.1 ms", former: 0.037e-3) { $0.jitter = 0.1e-3 },
        Self("jitter of 1 ms", former: 0.245e-3) { $0.jitter = 1e-3 },
        Self("normal jitter of 1 ms", former: 0.170e-3) { ($0.jitter, $0.isNormal) = (1e-3, true) },
        Self("jitter of 5 ms", former: 3.681e-3) { $0.jitter = 5e-3 },
        Self("five reports a second", former: 0.125e-3) { ($0.period, $0.jitter) = (0.2, 0.2e-3) },
        Self("twelve reports a second", former: 0.457e-3) { ($0.period, $0.jitter) = (0.08, 1e-3) },
        Self("wander", former: 0.175e-3) { ($0.jitter, $0.isNormal, $0.wander) = (0.05e-3, true, 0.16e-3) },
        Self("small wander", former: 0.061e-3) { ($0.jitter, $0.isNormal, $0.wander) = (0.02e-3, true, 0.05e-3) },
        Self("steps of 256 frames", former: 0.324e-3) { ($0.jitter, $0.step) = (0.1e-3, 256 / 48_000) },
        Self("steps of 512 frames", former: 1.409e-3) { ($0.jitter, $0.step) = (0.1e-3, 512 / 48_000) },
        Self("outliers", former: 0.039e-3) { ($0.jitter, $0.outlier) = (0.1e-3, 7) },
        Self("jumps of 20 ms", former: 0.038e-3) { ($0.jitter, $0.jump, $0.jumpInterval) = (0.1e-3, 20e-3, 12) },
        Self("jumps of 2 ms", former: 0.065e-3) { ($0.jitter, $0.jump, $0.jumpInterval) = (0.1e-3, 2e-3, 12) },
        Self("jumps of 0.5 ms", former: 0.042e-3) { ($0.jitter, $0.jump, $0.jumpInterval) = (0.1e-3, 0.5e-3, 12) },
        Self("drift", former: 0.117e-3) { ($0.jitter, $0.drifts) = (0.1e-3, true) },
        Self("missing reports", former: 0.114e-3) { ($0.jitter, $0.hasGaps) = (0.3e-3, true) },
        Self("warming crystal", former: 0.079e-3) { ($0.jitter, $0.warming) = (0.3e-3, 1e-6) },
        Self("bad crystals", former: 0.136e-3) { ($0.jitter, $0.crystal) = (0.3e-3, 200e-6) },
        Self("confused start", former: 0.089e-3) { ($0.jitter, $0.confusion) = (0.3e-3, 0.3) },
    ]

    private init(_ name: String, former: Double, change: (inout SimulatedStream.Disturbance) -> Void) {
        var disturbance = SimulatedStream.Disturbance()
        change(&disturbance)
        self.init(testDescription: name, disturbance: disturbance, former: former)
    }
}
