/// Counts the bytes of a line that was begun and not ended, from what is typed.
///
/// The kernel does not tell how much of an unfinished line it holds for a program.
public struct LineTally: Sendable {
    /// Bytes since the last end of a line.
    public private(set) var bytes = 0

    public init() {}

    /// What was typed. Keys have their usual meanings (termios(3)).
    public mutating func type(_ typed: some Sequence<UInt8>) {
        for byte in typed {
            switch byte {
            // Line feed and Enter; Ctrl+C, Ctrl+D, Ctrl+U, Ctrl+Z and Ctrl+\ leave no line behind either.
            case 0x0A, 0x0D, 0x03, 0x04, 0x15, 0x1A, 0x1C: bytes = 0
            // Backspace takes back one letter, which has one byte at least.
            case 0x08, 0x7F: bytes = max(0, bytes - 1)
            default: bytes += 1
            }
        }
    }

    /// The program edits its line itself: nothing is collected.
    public mutating func reset() {
        bytes = 0
    }
}
