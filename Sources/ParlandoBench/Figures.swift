import Foundation

/// Durations in milliseconds, and what is told of them.
struct Figures {
    private var values: [Double] = []

    mutating func add(_ duration: Duration) {
        values.append(duration / .milliseconds(1))
    }

    /// The share of values that are smaller, 0…1, by the nearest rank.
    func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else {
            return .nan
        }
        return sorted[min(sorted.count - 1, Int((share * Double(sorted.count)).rounded(.down)))]
    }

    /// One row: median, 95 of 100, greatest, how many.
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
