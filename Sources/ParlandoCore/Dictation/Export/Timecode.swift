/// Formats times for subtitle files as `hh:mm:ss` and milliseconds. For 100 hours and more, the hours have more digits.
enum Timecode {
    /// Returns a time in seconds as text. Rounds only once, to whole milliseconds, so that no field can round up to 60
    /// or 1000.
    static func text(_ seconds: Double, separator: Character) -> String {
        let total = milliseconds(seconds)
        let parts = [total / 3_600_000, total / 60_000 % 60, total / 1000 % 60].map { padded($0, 2) }
        return parts.joined(separator: ":") + "\(separator)" + padded(total % 1000, 3)
    }

    /// Returns a time in whole milliseconds. Negative, infinite and NaN values become 0; the maximum is 10,000 hours.
    static func milliseconds(_ seconds: Double) -> Int {
        guard seconds.isFinite, seconds > 0 else {
            return 0
        }
        return Int((min(seconds, 36_000_000) * 1000).rounded())
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
