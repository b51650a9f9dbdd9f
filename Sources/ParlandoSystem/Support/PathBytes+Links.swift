import Glibc
public import ParlandoCore

extension PathBytes {
    /// Returns the path with symbolic links at its end resolved, whether or not the target exists.
    public static func withoutLinks(_ path: String) -> String {
        var path = path
        // Maximum number of links that the kernel follows.
        for _ in 0..<40 {
            guard let link = link(at: path) else {
                break
            }
            path = link.utf8.first == UInt8(ascii: "/") ? link : (parted(path).folder ?? "") + link
        }
        return path
    }

    /// Returns whether a path leads to an open file of a process, as `/dev/stdout` and `/dev/fd/1` do.
    static func isDescriptor(_ path: String) -> Bool {
        var path = path
        for _ in 0..<40 {
            if path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/") {
                return true
            }
            guard let link = link(at: path) else {
                return false
            }
            path = link.utf8.first == UInt8(ascii: "/") ? link : (parted(path).folder ?? "") + link
        }
        return false
    }

    /// Splits a path into its folder with the trailing slash, or nil for the current folder, and the name.
    static func parted(_ path: String) -> (folder: String?, name: String) {
        // Searched by Unicode scalar, because a combining mark may form one character with a slash.
        let scalars = path.unicodeScalars
        guard let slash = scalars.lastIndex(of: "/") else {
            return (nil, path)
        }
        return (String(scalars[...slash]), String(scalars[scalars.index(after: slash)...]))
    }

    private static func link(at path: String) -> String? {
        var room = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(cString(path), &room, room.count)
        return count > 0 ? text(room[..<count].map { UInt8(bitPattern: $0) }) : nil
    }
}
