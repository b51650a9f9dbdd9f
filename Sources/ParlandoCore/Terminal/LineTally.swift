/// Counts the bytes of the unfinished input line.
///
/// The kernel does not report the length of an unfinished line that it buffers for a program.
public struct LineTally: Sendable {
    /// Bytes since the last end of line.
    public private(set) var bytes = 0

    public init() {}

    /// Counts typed bytes. Control keys have their default meanings (termios(3)).
    public mutating func type(_ typed: some Sequence<UInt8>) {
        for byte in typed {
            switch byte {
            // Line feed and Enter end the line. Ctrl+C, Ctrl+D, Ctrl+U, Ctrl+Z and Ctrl+\ leave no line behind either.
            case 0x0A, 0x0D, 0x03, 0x04, 0x15, 0x1A, 0x1C: bytes = 0
            // Backspace deletes one character, which has at least one byte.
            case 0x08, 0x7F: bytes = max(0, bytes - 1)
            default: bytes += 1
            }
        }
    }

    /// Resets the count, because the program edits its line itself and the kernel buffers nothing.
    public mutating func reset() {
        bytes = 0
    }
}
