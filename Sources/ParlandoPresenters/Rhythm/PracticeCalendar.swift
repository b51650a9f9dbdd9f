import Foundation
import ParlandoCore

/// Converts times to calendar days, which are counted from 1970-01-01.
enum PracticeCalendar {
    /// Returns the number of days from 1970-01-01 to the day of `moment` in a time zone.
    static func day(of moment: Date, in zone: TimeZone = .current) -> Int {
        let seconds = moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
        return Int((seconds / 86_400).rounded(.down), within: 0...10_000_000)
    }

    /// Returns the day of the month, such as `25`, for a number of days since 1970-01-01.
    static func dayOfMonth(_ day: Int) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return "\(calendar.component(.day, from: Date(timeIntervalSince1970: Double(day) * 86_400)))"
    }
}
