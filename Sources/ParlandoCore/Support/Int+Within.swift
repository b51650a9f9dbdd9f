extension FixedWidthInteger {
    /// Creates an integer from a number of any size, such as one from a file: truncates the number and clamps it to a
    /// range. NaN becomes the lower bound. `Int(value)` would crash for numbers that an `Int` cannot represent.
    public init(_ value: Double, within range: ClosedRange<Self>) {
        if value >= Double(range.upperBound) {
            self = range.upperBound
        } else {
            self = value > Double(range.lowerBound) ? Self(value) : range.lowerBound
        }
    }
}
