import Glibc
import ParlandoCore

/// The command line byte for byte: Swift's own puts U+FFFD in place of what is not UTF-8, and a file of that name is not
/// there.
enum RawArguments {
    /// Without the program's name, each as the text of a path (`PathBytes`).
    static var all: [String] {
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
            CommandLine.unsafeArgv[index].map { argument in
                let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument))
                return PathBytes.text(bytes.map { UInt8(bitPattern: $0) })
            }
        }
    }
}
