/// Tracks from a program's output whether the program has enabled bracketed paste (`ESC [ ? 2004 h`).
///
/// The terminal widget knows this only after drawing, which may be too late for a text that is sent at once.
public struct PasteBrackets: Sendable {
    /// Whether bracketed paste is enabled.
    public private(set) var isOn = false
    /// The current control sequence without its ESC; nil outside a sequence.
    private var sequence: [UInt8]?

    private static let escape: UInt8 = 0x1B
    private static let mode = Array("2004".utf8)
    /// Maximum length in bytes of a control sequence. A longer one is abandoned; those that set modes are shorter.
    private static let longestSequence = 64

    public init() {}

    /// Parses output, which may begin and end anywhere. Returns whether bracketed paste was enabled in it.
    public mutating func read<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool {
        var wasTurnedOn = false
        var rest = bytes[...]
        while !rest.isEmpty {
            if sequence == nil {
                guard let start = rest.firstIndex(of: Self.escape) else {
                    break
                }
                rest = rest[start...].dropFirst()
                sequence = []
            } else if let byte = rest.popFirst() {
                wasTurnedOn = take(byte) || wasTurnedOn
            }
        }
        return wasTurnedOn
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard byte != Self.escape else {
            sequence = []
            return false
        }
        let begun = sequence ?? []
        if begun.isEmpty {
            // The sequence ESC c resets the terminal.
            isOn = isOn && byte != UInt8(ascii: "c")
            sequence = byte == UInt8(ascii: "[") ? [byte] : nil
            return false
        }
        guard (0x40...0x7E).contains(byte) || begun.count == Self.longestSequence else {
            sequence = begun + [byte]
            return false
        }
        sequence = nil
        return end(begun, byte)
    }

    /// - Parameter begun: `[` and the bytes after it, without the final byte, which determines the command.
    private mutating func end(_ begun: [UInt8], _ last: UInt8) -> Bool {
        if begun == Array("[!".utf8), last == UInt8(ascii: "p") {
            isOn = false
        }
        guard begun.starts(with: "[?".utf8), [UInt8(ascii: "h"), UInt8(ascii: "l")].contains(last),
            begun.dropFirst(2).split(separator: UInt8(ascii: ";")).contains(where: { Array($0) == Self.mode })
        else {
            return false
        }
        isOn = last == UInt8(ascii: "h")
        return isOn
    }
}
