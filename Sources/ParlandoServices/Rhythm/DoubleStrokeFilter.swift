import ParlandoCore

/// Merges strokes that are almost simultaneous into one. A player who strikes with two keys or fingers at once does not
/// strike with both at exactly the same moment. The filter has no side effects.
struct DoubleStrokeFilter: Sendable {
    /// Minimum interval between two strokes, in seconds. Sixteenths are 94 ms apart at 160 BPM, and 50 ms at 300 BPM.
    private static let seconds = 0.030

    private var last: HostTime?

    /// Returns whether a stroke at this time counts; false if it belongs to the previous stroke.
    mutating func passes(_ time: HostTime) -> Bool {
        if let last, abs(time.seconds(since: last)) < Self.seconds {
            return false
        }
        last = time
        return true
    }
}
