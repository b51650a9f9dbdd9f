/// Notices a device that is open and yet gone. Pure: time and counts are passed in. Realtime-safe: yes.
struct DeviceWatch {
    /// A sound server that is only slow delivers the backlog later; after this many seconds nobody believes it.
    static let stallSeconds = 3.0
    /// Xruns within one second that are still an accident. A dead PipeWire gives nothing else, without end.
    static let recoveriesPerSecond = 3
    /// Seconds of exact zeros after sound: no live microphone is that quiet.
    static let silenceSeconds = 5.0

    private let rate: Double
    private let isZeroSuspicious: Bool
    private var lastProgress: Double
    private var recoveries = 0
    private var firstRecovery = 0.0
    private var zeros = 0
    private var hasHeard = false

    /// - Parameters:
    ///   - isZeroSuspicious: whether digital silence means that the device is gone.
    ///   - now: seconds on the monotonic clock, here and below.
    init(rate: Int, isZeroSuspicious: Bool, now: Double) {
        self.rate = Double(rate)
        self.isZeroSuspicious = isZeroSuspicious
        lastProgress = now
    }

    /// Frames went out.
    mutating func sawProgress(now: Double) {
        lastProgress = now
    }

    /// Frames came. Returns false when they have been zero for too long.
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

    /// Nothing came, or nothing could go out. Returns false when that has lasted too long.
    func sawNothing(now: Double) -> Bool {
        now - lastProgress < Self.stallSeconds
    }

    /// The device ran full or empty. Returns false when it does so all the time.
    mutating func sawXrun(now: Double) -> Bool {
        if now - firstRecovery > 1 {
            firstRecovery = now
            recoveries = 0
        }
        recoveries += 1
        return recoveries <= Self.recoveriesPerSecond
    }
}
