import Dispatch
public import Foundation
public import ParlandoCore

/// The wall clock of this computer.
public struct SystemClock: WallClock {
    public init() {}

    public var now: Date {
        Date()
    }
}

/// The monotonic clock of this computer.
public struct SystemMonotonicClock: MonotonicClock {
    public init() {}

    public var now: HostTime {
        HostTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
    }
}
