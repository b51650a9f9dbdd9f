import ParlandoCore

/// Merges strokes that are almost simultaneous into one. If a player strikes with two keys or fingers at once, they do
/// not go down at exactly the same moment. The filter has no side effects.
struct DoubleStrokeFilter: Sendable {
    /// Minimum interval between two strokes, in seconds. Sixteenths at 160 BPM are three times as far apart.
    private static let seconds = 0.030

    private var last: HostTime?

    /// Returns whether the stroke counts.
    mutating func passes(_ time: HostTime) -> Bool {
        if let last, abs(time.seconds(since: last)) < Self.seconds {
            return false
        }
        last = time
        return true
    }
}
