import Glibc
import ParlandoSystem

/// The command line byte for byte. Swift puts U+FFFD in place of what is not UTF-8, and a file of that name is not there.
enum RawArguments {
    /// Where the files of these arguments lie, in the order of the command line.
    static func locations(of paths: [String]) -> [SoundLocation] {
        var raw = arguments.filter { String(validating: $0, as: UTF8.self) == nil }[...]
        return paths.map { path in
            guard path.contains("\u{FFFD}"),
                let index = raw.firstIndex(where: { String(decoding: $0, as: UTF8.self) == path })
            else {
                return SoundLocation(path: path)
            }
            return SoundLocation(bytes: raw.remove(at: index))
        }
    }

    private static var arguments: [[UInt8]] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { argument in
                Array(UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) })
            }
        }
    }
}
