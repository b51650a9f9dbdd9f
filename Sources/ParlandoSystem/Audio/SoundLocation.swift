import ParlandoCore

/// Location of a recording: a file name as the exact bytes known to the system, or standard input.
///
/// A file name on Linux is a sequence of bytes without an encoding, so it need not be valid UTF-8.
public struct SoundLocation: Sendable, Equatable {
    /// Standard input, read from its current position.
    public static let standardInput = SoundLocation(bytes: Array("-".utf8))

    /// Names of standard input. Opening these paths would fail for a socket, and for a pipe of another user.
    private static let standardInputs: Set = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]

    /// File name. Contains no zero byte.
    public let bytes: [UInt8]

    /// - Parameter bytes: file name; anything after a zero byte is ignored.
    public init(bytes: [UInt8]) {
        self.bytes = Array(bytes.prefix { $0 != 0 })
    }

    /// - Parameter path: file path. `-` and `/dev/stdin` mean standard input; a file named `-` is `./-`.
    public init(path: String) {
        self.init(bytes: PathBytes.bytes(path))
    }

    /// Whether the location is a pipe or socket, whose bytes can be read only once.
    public var isPipe: Bool {
        SoundDescriptor.isPipe(self)
    }

    /// Whether the location is standard input.
    public var isStandardInput: Bool {
        Self.standardInputs.contains(String(decoding: bytes, as: UTF8.self))
    }
}
