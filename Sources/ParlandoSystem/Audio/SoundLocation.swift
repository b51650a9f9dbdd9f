import ParlandoCore

/// Where a recording lies: a file name, byte for byte as the system knows it, or standard input.
///
/// A name on Linux is bytes without an encoding. Names that are not UTF-8 reach a program as bytes only.
public struct SoundLocation: Sendable, Equatable {
    /// The bytes of standard input, read from where it stands.
    public static let standardInput = SoundLocation(bytes: Array("-".utf8))

    /// Other names of standard input. Opening these would fail for a socket, and for a pipe of another user.
    private static let standardInputs: Set = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]

    /// The name; no byte of it is 0.
    public let bytes: [UInt8]

    /// - Parameter bytes: of the name. What follows a 0 is no part of it.
    public init(bytes: [UInt8]) {
        self.bytes = Array(bytes.prefix { $0 != 0 })
    }

    /// - Parameter path: `-` and `/dev/stdin` are standard input; a file of that name is `./-`.
    public init(path: String) {
        self.init(bytes: PathBytes.bytes(path))
    }

    /// Whether what was read once does not come again.
    public var isPipe: Bool {
        SoundDescriptor.isPipe(self)
    }

    /// Whether it is standard input.
    public var isStandardInput: Bool {
        Self.standardInputs.contains(String(decoding: bytes, as: UTF8.self))
    }
}
