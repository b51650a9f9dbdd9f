import Foundation

/// Measured durations in milliseconds, with their statistics.
struct Figures {
    private var values: [Double] = []

    mutating func add(_ duration: Duration) {
        values.append(duration / .milliseconds(1))
    }

    /// Returns a quantile of the values by the nearest rank, without interpolation; NaN if there are no values.
    ///
    /// - Parameter share: fraction of the values that are smaller, 0…1.
    func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else {
            return .nan
        }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }

    /// Returns whether the 95th percentile is within a goal in milliseconds.
    func meets(_ goal: Double) -> Bool {
        quantile(0.95) <= goal
    }

    /// Returns a table row with the median, the 95th percentile, the maximum and the number of values.
    ///
    /// - Parameter goal: maximum for the 95th percentile in milliseconds, or nil if there is no goal.
    func row(_ name: String, goal: Double? = nil) -> String {
        let numbers = [quantile(0.5), quantile(0.95), quantile(1)].map { Self.text($0) }
        let verdict = goal.map { quantile(0.95) <= $0 ? "≤ \(Self.text($0)): yes" : "≤ \(Self.text($0)): NO" } ?? ""
        return "| \(name) | \(numbers.joined(separator: " | ")) | \(values.count) | \(verdict) |"
    }

    static let head = """
        | ms | median | 95 % | greatest | times | goal |
        | --- | ---: | ---: | ---: | ---: | --- |
        """

    private static func text(_ value: Double) -> String {
        value < 10 ? "\((value * 100).rounded() / 100)" : "\(Int(value.rounded()))"
    }
}
