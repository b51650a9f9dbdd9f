/// Maximum-length sequences: noise of two values whose correlation with itself is one sharp peak, so that it is found
/// again in sound that is as loud as it. Free of side effects.
enum MaximumLengthSequence {
    /// Number of values of a sequence, which has order 15.
    static let length = (1 << order) - 1
    /// Feedback taps of sequences that have nothing in common: x¹⁵ + xᵏ + 1 is primitive for these k.
    static let taps = [1, 4, 7]

    private static let order = 15

    /// Returns the values of a sequence, each 1 or −1, shape `[length]`.
    ///
    /// - Parameter tap: one of `taps`.
    static func values(tap: Int) -> [Float] {
        var bits = [Bool](repeating: true, count: order)
        while bits.count < length {
            let next = bits.count - order
            bits.append(bits[next] != bits[next + tap])
        }
        return bits.map { $0 ? 1 : -1 }
    }
}
