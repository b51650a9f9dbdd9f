import Dispatch
public import ParlandoCore

/// The monotonic clock of this computer.
public struct SystemMonotonicClock: MonotonicClock {
    public init() {}

    public var now: HostTime {
        HostTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
    }
}
