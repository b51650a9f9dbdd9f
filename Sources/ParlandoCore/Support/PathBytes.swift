/// Paths as the system knows them: bytes, which need not be UTF-8.
///
/// A `String` cannot hold bytes that are no text. In a path each of them is written as one character from the end of
/// Unicode's private use, U+10FF80 to U+10FFFF, and so are the bytes of those characters themselves: every name has one
/// text, and every text one name. Whatever opens a path gives `cString` to the system.
public enum PathBytes {
    private static let escapes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

    /// A path as text.
    ///
    /// - Parameter bytes: without a zero at the end.
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
                // The bytes of an escape that stands for itself are each from 0x80 on, too.
                Unicode.Scalar(escapes.lowerBound - 0x80 + UInt32(byte)).map { result.append($0) }
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    /// The bytes of a path, without a zero at the end.
    public static func bytes(_ path: String) -> [UInt8] {
        path.unicodeScalars.flatMap { scalar in byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8) }
    }

    /// A path for the system's own calls, with a zero at the end.
    public static func cString(_ path: String) -> [CChar] {
        bytes(path).map { CChar(bitPattern: $0) } + [0]
    }

    /// The byte that a character of a path stands for, nil: it stands for itself.
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
