import ParlandoCore

/// Detects that an open device is no longer usable. Realtime-safe.
struct DeviceWatch {
    /// Seconds without frames after which a device is lost. A server that is merely slow delivers its backlog earlier.
    static let stallSeconds = 3.0
    /// Accidental xruns in a second. A dead PipeWire reports xruns without end.
    static let recoveriesPerSecond = 3
    /// Seconds of digital silence after sound. No working microphone is that quiet.
    static let silenceSeconds = 5.0

    private let rate: Double
    private let isZeroSuspicious: Bool
    private var lastProgress: Double
    private var recoveries = 0
    private var firstRecovery = 0.0
    private var zeros = 0
    private var hasHeard = false

    /// - Parameters:
    ///   - isZeroSuspicious: whether digital silence means that the device is lost.
    ///   - now: seconds of the monotonic clock, here and below.
    init(rate: Int, isZeroSuspicious: Bool, now: Double) {
        self.rate = Double(rate)
        self.isZeroSuspicious = isZeroSuspicious
        lastProgress = now
    }

    mutating func sawProgress(now: Double) {
        lastProgress = now
    }

    /// Returns false if frames have been zero for too long.
    mutating func sawFrames(_ samples: UnsafeBufferPointer<Float>, now: Double) -> Bool {
        lastProgress = now
        guard isZeroSuspicious else {
            return true
        }
        if samples.contains(where: { $0 != 0 }) {
            hasHeard = true
            zeros = 0
        } else {
            zeros += samples.count
        }
        return !hasHeard || Double(zeros) < Self.silenceSeconds * rate
    }

    /// No frames can be read or written. Returns false once this has lasted for `stallSeconds`.
    func sawNothing(now: Double) -> Bool {
        now - lastProgress < Self.stallSeconds
    }

    /// Returns false if xruns are too frequent.
    mutating func sawXrun(now: Double) -> Bool {
        if now - firstRecovery > 1 {
            firstRecovery = now
            recoveries = 0
        }
        recoveries += 1
        return recoveries <= Self.recoveriesPerSecond
    }
}

/// Why a stream ended.
enum StreamEnd: Sendable, Equatable {
    case closed
    /// With an error number.
    case failed(Int32)
    /// Too many xruns.
    case keepsRunningOut
    /// The device delivers or accepts no frames.
    case stalled
    /// Only zeros, as from PipeWire if the hardware is gone.
    case fellSilent
    case suspended
    /// Another device has been opened in its place.
    case replaced

    /// For the log.
    var description: String {
        switch self {
        case .closed: "closed"
        case .failed(let number): "\(AudioError.text(of: number))"
        case .keepsRunningOut: "xruns without end"
        case .stalled: "no frames"
        case .fellSilent: "digital silence"
        case .suspended: "asleep"
        case .replaced: "replaced"
        }
    }
}

/// Detects that the computer or this program was suspended: a device's reports about the time before are useless then.
/// Realtime-safe.
struct SuspendWatch {
    /// Increase of the suspended time in nanoseconds that is no suspension.
    private static let tolerance: Int64 = 200_000_000
    /// Nanoseconds between two calls of `saw`. After a longer gap the streams have to be reopened.
    private static let longestGap: Int64 = 2_000_000_000

    private var last: Int64
    private var asleep: Int64

    /// - Parameters:
    ///   - now: nanoseconds of the monotonic clock, here and below.
    ///   - asleep: nanoseconds for which the computer has been suspended so far.
    init(now: Int64, asleep: Int64) {
        last = now
        self.asleep = asleep
    }

    /// Returns false if the streams have to be reopened.
    mutating func saw(now: Int64, asleep: Int64) -> Bool {
        defer { last = now }
        return now - last < Self.longestGap && asleep - self.asleep < Self.tolerance
    }
}
