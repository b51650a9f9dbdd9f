/// A hash that is the same in every run and on every machine: 128-bit FNV-1a (Fowler, Noll, Vo; draft-eastlake-fnv).
/// Not for cryptography, because deliberate collisions are possible.
public struct StableDigest: Sendable {
    private static let offset: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

    private var value = Self.offset

    /// Creates the digest of empty content.
    public init() {}

    /// Creates the digest of several texts. Their order and the boundaries between them affect the result.
    public init(_ texts: String...) {
        for text in texts {
            append(text)
        }
    }

    /// Adds a text and its length to the digest.
    public mutating func append(_ text: String) {
        append(Array(text.utf8))
        withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { append(Array($0)) }
    }

    /// Adds bytes to the digest.
    public mutating func append(_ bytes: [UInt8]) {
        for byte in bytes {
            value = (value ^ UInt128(byte)) &* Self.prime
        }
    }

    /// The digest as 32 hexadecimal digits.
    public var hexadecimal: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
