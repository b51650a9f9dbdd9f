extension Collection<Double> {
    /// The median of the values; nil if there are no values. For an even number of values, it is the mean of the middle
    /// two.
    public var median: Double? {
        let sorted = sorted()
        let middle = sorted.count / 2
        guard !sorted.isEmpty else {
            return nil
        }
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
