import ParlandoCore

/// Makes one stroke of two that come together: nobody presses two keys at quite the same moment. Pure.
struct DoubleStrokeFilter: Sendable {
    /// Seconds; sixteenths at 160 BPM are three times as far apart.
    private static let seconds = 0.030

    private var last: HostTime?

    /// Whether the stroke counts.
    mutating func passes(_ time: HostTime) -> Bool {
        if let last, abs(time.seconds(since: last)) < Self.seconds {
            return false
        }
        last = time
        return true
    }
}
