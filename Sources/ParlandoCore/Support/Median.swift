extension Collection<Double> {
    /// The middle of the values in order, of an even number the mean of the two in the middle; nil of none.
    public var median: Double? {
        let sorted = sorted()
        let middle = sorted.count / 2
        guard !sorted.isEmpty else {
            return nil
        }
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
