extension FixedWidthInteger {
    /// The whole part of a number from outside, brought into a range; no number becomes the lower end. `Int(value)` ends
    /// the program for what it cannot hold.
    public init(_ value: Double, within range: ClosedRange<Self>) {
        if value >= Double(range.upperBound) {
            self = range.upperBound
        } else {
            self = value > Double(range.lowerBound) ? Self(value) : range.lowerBound
        }
    }
}
