extension FixedWidthInteger {
    /// Truncates any number and clamps it; NaN becomes the lower bound. `Int(value)` would crash for what an `Int`
    /// cannot hold.
    public init(_ value: Double, within range: ClosedRange<Self>) {
        if value >= Double(range.upperBound) {
            self = range.upperBound
        } else {
            self = value > Double(range.lowerBound) ? Self(value) : range.lowerBound
        }
    }
}

/// A hash that is the same in every run and on every machine: 128-bit FNV-1a (draft-eastlake-fnv). Not for
/// cryptography: collisions can be made.
public struct StableDigest: Sendable {
    private static let offset: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

    private var value = Self.offset

    public init() {}

    /// Order and boundaries of the texts count.
    public init(_ texts: String...) {
        for text in texts {
            append(text)
        }
    }

    /// Adds the text and its length.
    public mutating func append(_ text: String) {
        append(Array(text.utf8))
        withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { append(Array($0)) }
    }

    public mutating func append(_ bytes: [UInt8]) {
        for byte in bytes {
            value = (value ^ UInt128(byte)) &* Self.prime
        }
    }

    /// 32 digits.
    public var hexadecimal: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}

/// Gives the same random numbers for the same seed on every machine: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
/// Not for cryptography.
public struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    /// Each 64-bit number occurs once in 2⁶⁴.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension Collection<Double> {
    /// The mean of the middle two for an even number of values; nil for none.
    public var median: Double? {
        let sorted = sorted()
        let middle = sorted.count / 2
        guard !sorted.isEmpty else {
            return nil
        }
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
