/// Determines whether a program in a terminal has enabled bracketed paste, by searching the program's output for the
/// control sequence `ESC [ ? 2004 h`.
///
/// The terminal widget knows this only after it has drawn the output, which may be too late for text that is sent
/// immediately.
public struct PasteBrackets: Sendable {
    /// Whether the program in the terminal has enabled bracketed paste.
    public private(set) var isOn = false
    /// The bytes so far of the current control sequence, without ESC; nil outside a control sequence.
    private var sequence: [UInt8]?

    private static let escape: UInt8 = 0x1B
    /// The bytes of U+009B in UTF-8, which begins a control sequence as ESC [ does (ECMA-48, section 5.3).
    private static let introducer: (UInt8, UInt8) = (0xC2, 0x9B)
    private static let mode = Array("2004".utf8)
    /// Maximum length of a control sequence in bytes. Longer ones are ignored; those that set modes are shorter.
    private static let longestSequence = 64

    public init() {}

    /// Parses a part of a program's output, which may begin and end within a control sequence. Returns whether
    /// bracketed paste was enabled by this part.
    public mutating func read<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool {
        var wasTurnedOn = false
        var rest = bytes[...]
        while !rest.isEmpty {
            if sequence == nil {
                guard let start = rest.firstIndex(where: { $0 == Self.escape || $0 == Self.introducer.0 }) else {
                    break
                }
                sequence = rest[start] == Self.escape ? [] : [rest[start]]
                rest = rest[start...].dropFirst()
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
        if begun.last == Self.introducer.0, byte == Self.introducer.1 {
            sequence = [UInt8(ascii: "[")]
            return false
        }
        if begun == [Self.introducer.0] {
            sequence = byte == Self.introducer.0 ? begun : nil
            return false
        }
        guard (0x40...0x7E).contains(byte) || begun.count == Self.longestSequence else {
            sequence = begun + [byte]
            return false
        }
        sequence = nil
        return end(begun, byte)
    }

    /// Interprets a complete control sequence. Returns whether the sequence enabled bracketed paste.
    ///
    /// - Parameters:
    ///   - begun: the bytes of the sequence from `[` on, without the last.
    ///   - last: the last byte of the sequence, which determines the command.
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
