import ParlandoCore

/// Detects that an open device is no longer usable. Free of side effects: times and counts are parameters.
/// Realtime-safe.
struct DeviceWatch {
    /// Seconds without frames after which a device counts as lost. A sound server that is merely slow delivers its
    /// backlog earlier.
    static let stallSeconds = 3.0
    /// Maximum number of xruns (underruns or overruns) within one second that count as accidental. A dead PipeWire
    /// reports xruns without end.
    static let recoveriesPerSecond = 3
    /// Seconds of digital silence after sound at which a device counts as lost. No working microphone is that quiet.
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
    ///   - now: current time in seconds of the monotonic clock, in this and all other methods.
    init(rate: Int, isZeroSuspicious: Bool, now: Double) {
        self.rate = Double(rate)
        self.isZeroSuspicious = isZeroSuspicious
        lastProgress = now
    }

    /// Records that frames were written.
    mutating func sawProgress(now: Double) {
        lastProgress = now
    }

    /// Records frames that were read. Returns false if they have been zero for too long.
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

    /// Returns whether the device is still considered usable when no frames can be read or written at the moment.
    /// Returns false once this has lasted for `stallSeconds`.
    func sawNothing(now: Double) -> Bool {
        now - lastProgress < Self.stallSeconds
    }

    /// Records an xrun: the buffer ran empty during playback, or full during capture. Returns false if xruns are too
    /// frequent.
    mutating func sawXrun(now: Double) -> Bool {
        if now - firstRecovery > 1 {
            firstRecovery = now
            recoveries = 0
        }
        recoveries += 1
        return recoveries <= Self.recoveriesPerSecond
    }
}

/// The reason that a stream ended.
enum StreamEnd: Sendable, Equatable {
    case closed
    /// An error of the device, with its error number.
    case failed(Int32)
    /// Too many xruns (underruns or overruns) within a short time.
    case keepsRunningOut
    /// The device is open but delivers or accepts no frames.
    case stalled
    /// The device delivers only zeros, as PipeWire does if the hardware device is gone.
    case fellSilent
    /// The computer or the program was suspended.
    case suspended

    /// Text for the log.
    var description: String {
        switch self {
        case .closed: "closed"
        case .failed(let number): "\(AudioError.text(of: number))"
        case .keepsRunningOut: "xruns without end"
        case .stalled: "no frames"
        case .fellSilent: "digital silence"
        case .suspended: "asleep"
        }
    }
}
