import Glibc
import ParlandoCore

/// Command-line arguments as exact bytes. Swift's `CommandLine.arguments` replaces invalid UTF-8 with U+FFFD, so that a
/// file with such a name would not be found.
enum RawArguments {
    /// All arguments except the program's name, each encoded as a path text (`PathBytes`).
    static var all: [String] {
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
            CommandLine.unsafeArgv[index].map { argument in
                let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument))
                return PathBytes.text(bytes.map { UInt8(bitPattern: $0) })
            }
        }
    }
}
