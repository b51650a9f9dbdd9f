import Glibc
import ParlandoCore

/// Turns byte counts into progress worth showing: at most ten times a second, with a rate that does not flicker.
struct RateMeter {
    /// Shortest time between two reports, in seconds.
    private static let interval = 0.1
    /// How far back the rate looks: weight of a moment falls to 1/e after this many seconds.
    private static let memory = 3.0

    private let total: Int64
    private var last: (bytes: Int64, seconds: Double)?
    private var rate = 0.0
    private var isFirst = true

    init(total: Int64) {
        self.total = total
    }

    /// The progress to report at a moment, or nil when it is too early for another report.
    ///
    /// What is there at the first report was not fetched now and does not count for the rate.
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
