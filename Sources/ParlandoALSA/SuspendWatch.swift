/// Detects that the computer or this program was suspended. After a suspension, a device's reports about the time
/// before it are useless. Free of side effects. Realtime-safe.
struct SuspendWatch {
    /// Maximum increase of the suspended time that does not count as a suspension, in nanoseconds.
    private static let tolerance: Int64 = 200_000_000
    /// Maximum time between two calls of `saw`, in nanoseconds. After a longer gap the streams have to be reopened.
    private static let longestGap: Int64 = 2_000_000_000

    private var last: Int64
    private var asleep: Int64

    /// - Parameters:
    ///   - now: current time in nanoseconds of the monotonic clock, in this and all other methods.
    ///   - asleep: total time in nanoseconds for which the computer has been suspended, in this and all other methods.
    init(now: Int64, asleep: Int64) {
        last = now
        self.asleep = asleep
    }

    /// Records the current time and the time for which the computer has been suspended so far (`asleep`). Returns false
    /// if there was a suspension, so that the streams have to be reopened.
    mutating func saw(now: Int64, asleep: Int64) -> Bool {
        defer { last = now }
        return now - last < Self.longestGap && asleep - self.asleep < Self.tolerance
    }
}
