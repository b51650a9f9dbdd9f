import Glibc
import ParlandoCore

/// Turns byte counts into progress reports, at most ten a second, with a smoothed rate.
struct RateMeter {
    /// Minimum time between two reports, in seconds.
    private static let interval = 0.1
    /// Time constant of the rate's exponential smoothing, in seconds.
    private static let memory = 3.0

    private let total: Int64
    private var last: (bytes: Int64, seconds: Double)?
    private var rate = 0.0
    private var isFirst = true

    init(total: Int64) {
        self.total = total
    }

    /// Returns the progress to report at a moment, or nil if the previous report was less than a tenth of a second ago.
    ///
    /// Bytes that were present at the first call were downloaded earlier and do not count for the rate.
    mutating func progress(bytes: Int64, at moment: Duration) -> TransferProgress? {
        let seconds = moment / .seconds(1)
        guard let last, bytes >= last.bytes else {
            self.last = (bytes, seconds)
            return TransferProgress(bytes: bytes, total: total, rate: rate)
        }
        let elapsed = seconds - last.seconds
        guard elapsed >= Self.interval else {
            return nil
        }
        let now = Double(bytes - last.bytes) / elapsed
        let weight = isFirst ? 1 : 1 - exp(-elapsed / Self.memory)
        rate += weight * (now - rate)
        isFirst = false
        self.last = (bytes, seconds)
        return TransferProgress(bytes: bytes, total: total, rate: rate)
    }
}
