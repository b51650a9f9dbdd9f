extension FixedWidthInteger {
    /// Truncates a number from an external source and clamps it to a range. NaN becomes the lower bound. `Int(value)`
    /// would crash for values that it cannot represent.
    public init(_ value: Double, within range: ClosedRange<Self>) {
        if value >= Double(range.upperBound) {
            self = range.upperBound
        } else {
            self = value > Double(range.lowerBound) ? Self(value) : range.lowerBound
        }
    }
}
