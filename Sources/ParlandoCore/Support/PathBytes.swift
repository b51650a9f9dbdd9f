/// Converts file system paths to text and back. Paths consist of bytes and need not be UTF-8.
///
/// A `String` cannot hold bytes that are not valid UTF-8. In the text of a path, each such byte is represented by one
/// character at the end of Unicode's private use area, U+10FF80 to U+10FFFF. If a path contains these characters
/// themselves, their bytes are represented in the same way. No two paths therefore have the same text. Code that opens
/// a path passes `cString` to the system.
public enum PathBytes {
    private static let escapes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

    /// Returns a path as text. Bytes that are not valid UTF-8 are represented by private use characters.
    ///
    /// - Parameter bytes: the path without a terminating zero.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isEscape) {
            return text
        }
        var result = String.UnicodeScalarView()
        var rest = bytes[...]
        while let byte = rest.first {
            let length = (1...4).first { characters(rest.prefix($0))?.count == 1 } ?? 0
            if let scalar = characters(rest.prefix(length))?.first, !isEscape(scalar) {
                result.append(scalar)
                rest = rest.dropFirst(length)
            } else {
                // A literal escape character is escaped byte by byte too; all its bytes are at least 0x80.
                Unicode.Scalar(escapes.lowerBound - 0x80 + UInt32(byte)).map { result.append($0) }
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    /// Returns the bytes of a path that was converted to text, without a terminating zero.
    public static func bytes(_ path: String) -> [UInt8] {
        path.unicodeScalars.flatMap { scalar in byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8) }
    }

    /// Returns a path that was converted to text as a C string for system calls.
    public static func cString(_ path: String) -> [CChar] {
        bytes(path).map { CChar(bitPattern: $0) } + [0]
    }

    /// Returns the last component of a path in readable form. `�` replaces bytes that are not valid UTF-8, and
    /// characters that would garble the text around the name.
    public static func displayName(of path: String) -> String {
        let name = path.unicodeScalars.split(separator: "/").last ?? []
        return String(
            String.UnicodeScalarView(name.map { isEscape($0) || isDisturbing($0) ? "\u{FFFD}" : $0 }))
    }

    private static func isDisturbing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
        // Joiners belong to the spelling of some languages and to emoji.
        case .format: scalar.value != 0x200C && scalar.value != 0x200D
        default: false
        }
    }

    /// Returns the byte that a private use character in a path represents; nil for any other character.
    public static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        isEscape(scalar) ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }

    private static func characters(_ bytes: ArraySlice<UInt8>) -> String.UnicodeScalarView? {
        String(validating: bytes, as: UTF8.self)?.unicodeScalars
    }

    private static func isEscape(_ scalar: Unicode.Scalar) -> Bool {
        escapes.contains(scalar.value)
    }
}
