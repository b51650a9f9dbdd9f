import Foundation
import Testing

@testable import ParlandoCore

/// The estimator against devices whose truth is known: whether its error is small, and whether it knows its error.
@Suite struct StreamClockSimulationTests {
    struct Scenario: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let disturbance: SimulatedStream.Disturbance
        /// Root mean square error in seconds of the estimator's predecessor on the same reports.
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

    /// Returns the error and the standard deviation of the published estimate, ten times a second.
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

/// A device whose truth is known, and a sound server between it and the program.
struct SimulatedStream {
    static let nominalRate = 48_000.0
    /// So far from the zero of the clock, as on a computer that runs for weeks.
    static let origin = HostTime(nanoseconds: 3_000_000_000_000_000)

    /// Everything in seconds.
    struct Disturbance: Sendable {
        /// Between two reports.
        var period = 0.02
        /// Standard deviation of what each report is wrong by for itself, and whether it is normal or uniform.
        var jitter = 0.0
        var isNormal = false
        /// Standard deviation of an error that lasts for the memory of a server.
        var wander = 0.0
        /// What the latency itself gains, in seconds per square root of a second.
        var walk = 0.0
        /// A server that works in steps of this length, beside the periods of the program.
        var step = 0.0
        /// How much the latency jumps up or down, and how often.
        var jump = 0.0
        var jumpInterval = Double.infinity
        /// Each report of this number is wrong by 20 ms.
        var outlier = Int.max
        /// Reports are missing for three seconds, every ten seconds on average.
        var hasGaps = false
        /// The server's delay drifts off at the twentieth second and is back at the thirtieth.
        var drifts = false
        /// Standard deviation of the crystal, and what it gains in a minute.
        var crystal = 50e-6
        var warming = 0.0
        /// Seconds at the start in which reports are wrong by a tenth of a second.
        var confusion = 0.0
    }

    /// Seconds since the start.
    private(set) var seconds = 0.0
    private(set) var rate: Double

    private let disturbance: Disturbance
    private var random: RandomNumbers
    /// Seconds by which the stream is truly ahead of the nominal rate.
    private var lead = 0.0
    private var wander: Double
    private var nextJump: Double
    private var gapBegin: Double
    private var count = 0

    init(_ disturbance: Disturbance, seed: UInt64) {
        self.disturbance = disturbance
        var random = RandomNumbers(seed: seed)
        rate = disturbance.crystal * random.normal()
        wander = disturbance.wander * random.normal()
        nextJump = disturbance.jumpInterval
        gapBegin = disturbance.hasGaps ? 5 + 10 * random.uniform() : .infinity
        self.random = random
    }

    var now: HostTime {
        Self.origin.advanced(by: seconds)
    }

    var frame: Double {
        1000 + (seconds + lead) * Self.nominalRate
    }

    /// Whether the latency has jumped so recently that nothing can be known of it.
    var isJumping: Bool {
        nextJump - seconds > disturbance.jumpInterval - 3
    }

    /// Moves on by a period. Returns nil if the report is missing.
    mutating func next() -> Double? {
        let step = disturbance.period
        seconds += step
        count += 1
        rate += disturbance.warming * (step / 60).squareRoot() * random.normal()
        lead += rate * step + disturbance.walk * step.squareRoot() * random.normal()
        let kept = exp(-step / 5)
        wander = wander * kept + disturbance.wander * (1 - kept * kept).squareRoot() * random.normal()
        if seconds >= nextJump {
            nextJump += disturbance.jumpInterval
            lead += disturbance.jump * (random.uniform() < 0.5 ? -1 : 1)
        }
        let error = wander + noise + drift
        if seconds > gapBegin + 3 {
            gapBegin = seconds + 5 + 10 * random.uniform()
        }
        return seconds > gapBegin ? nil : (frame + error * Self.nominalRate).rounded()
    }

    private var noise: Double {
        mutating get {
            let deviate = disturbance.isNormal ? random.normal() : 12.0.squareRoot() * (random.uniform() - 0.5)
            var error = disturbance.jitter * deviate
            if disturbance.step > 0 {
                let place = (seconds + 0.003 * random.uniform()) / disturbance.step
                error += (place - place.rounded(.down) - 0.5) * disturbance.step
            }
            error += count.isMultiple(of: disturbance.outlier) ? 0.02 : 0
            return error + (seconds < disturbance.confusion ? 0.1 : 0)
        }
    }

    /// What a client of PulseAudio was seen to report on a busy computer.
    private var drift: Double {
        guard disturbance.drifts else {
            return 0
        }
        switch seconds - 20 {
        case 0..<5: return -0.06 * (seconds - 20)
        case 5..<8.5: return -0.02 - 0.02 * (seconds - 25)
        default: return 0
        }
    }
}

struct RandomNumbers {
    private var source: SplitMix

    init(seed: UInt64) {
        source = SplitMix(seed: seed)
    }

    /// From 0 up to 1.
    mutating func uniform() -> Double {
        Double(source.next() >> 11) / Double(1 << 53)
    }

    /// Of mean 0 and variance 1.
    mutating func normal() -> Double {
        (-2 * log(1 - uniform())).squareRoot() * cos(2 * .pi * uniform())
    }
}
