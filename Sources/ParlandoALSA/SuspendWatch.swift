/// Notices that the computer, or this program, was asleep: what a device says afterwards about the time before is worth
/// nothing. Pure. Realtime-safe: yes.
struct SuspendWatch {
    /// Nanoseconds that the two clocks may differ by without a sleep.
    private static let tolerance: Int64 = 200_000_000
    /// Nanoseconds without a turn after which no gap is counted any more.
    private static let longestGap: Int64 = 2_000_000_000

    private var last: Int64
    private var asleep: Int64

    /// - Parameters:
    ///   - now: nanoseconds on the monotonic clock, here and below.
    ///   - asleep: nanoseconds the computer has slept in all, here and below.
    init(now: Int64, asleep: Int64) {
        last = now
        self.asleep = asleep
    }

    /// False when the streams have to be opened anew.
    mutating func saw(now: Int64, asleep: Int64) -> Bool {
        defer { last = now }
        return now - last < Self.longestGap && asleep - self.asleep < Self.tolerance
    }
}
