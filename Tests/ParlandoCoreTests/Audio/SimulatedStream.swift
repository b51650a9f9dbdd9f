import Foundation
import ParlandoCore

/// A device whose truth is known, and a sound server between it and the program.
struct SimulatedStream {
    static let nominalRate = 48_000.0
    /// So far from the zero of the clock, as on a computer that runs for weeks.
    static let origin = HostTime(nanoseconds: 3_000_000_000_000_000)

    /// What disturbs the reports; everything in seconds.
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

    /// Frame that is truly heard now.
    var frame: Double {
        1000 + (seconds + lead) * Self.nominalRate
    }

    /// Whether the latency has jumped so recently that nothing can be known of it.
    var isJumping: Bool {
        nextJump - seconds > disturbance.jumpInterval - 3
    }

    /// Moves on by a period. Returns what the device reports then; nil if the report is missing.
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

/// Random numbers that are the same for the same seed.
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
