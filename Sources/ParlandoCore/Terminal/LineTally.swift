/// Counts the bytes of the line that is being typed into a terminal.
///
/// The kernel buffers this line until it is complete, but does not report its length.
public struct LineTally: Sendable {
    /// Number of bytes typed since the last end of a line.
    public private(set) var bytes = 0

    public init() {}

    /// Counts typed bytes. Control keys are assumed to have their default meanings (termios(3)).
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

    /// Sets the count to 0. Has to be called if the program in the terminal edits its line itself, because the kernel
    /// then buffers nothing.
    public mutating func reset() {
        bytes = 0
    }
}
