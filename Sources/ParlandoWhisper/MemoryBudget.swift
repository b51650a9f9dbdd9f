import Foundation

/// Checks before loading whether there is enough memory for a model, because whisper.cpp crashes if an allocation
/// fails.
enum MemoryBudget {
    /// Returns the number of bytes available without swapping, in the system and in this process's control group; nil
    /// if unknown.
    static func available(within groups: ControlGroups = ControlGroups()) -> Int64? {
        [systemAvailable(), groups.available()].compactMap { $0 }.min()
    }

    /// Returns whether this many bytes of address space can be reserved. Address space is limited by the process's own
    /// limit and, with vm.overcommit_memory=2, by the system's memory.
    static func canReserve(_ bytes: Int64) -> Bool {
        var pieces: [UnsafeMutableRawPointer] = []
        defer { pieces.forEach { munmap($0, piece) } }
        // The space is reserved in chunks, as whisper.cpp will do. A single chunk larger than all memory would be
        // refused because of its size alone.
        while Int64(pieces.count * piece) < bytes {
            guard let start = mmap(nil, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                start != MAP_FAILED
            else {
                return false
            }
            pieces.append(start)
        }
        return true
    }

    private static let piece = 64 << 20

    private static func systemAvailable() -> Int64? {
        let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)
        return text?.kernelFigure("MemAvailable:").map { $0 * 1024 }
    }
}

/// Reads the memory limits of the control groups (cgroups) that this process belongs to. Containers, systemd services
/// and scopes create such groups, and the system kills processes that exceed the limit. See the kernel's "Control Group
/// v2", "Memory Interface Files".
struct ControlGroups {
    /// Mount point of the control groups.
    var root = "/sys/fs/cgroup"
    /// File that names this process's group.
    var membership = "/proc/self/cgroup"

    /// Returns the bytes that may still be allocated; nil if there is no limit.
    func available() -> Int64? {
        guard let text = try? String(contentsOfFile: membership, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
        else {
            return nil
        }
        var path = line.dropFirst("0::/".count).split(separator: "/")
        var least = room(in: path)
        // A group is also subject to the limits of its ancestors.
        while path.popLast() != nil {
            least = [least, room(in: path)].compactMap { $0 }.min()
        }
        return least
    }

    private func room(in path: [Substring]) -> Int64? {
        guard let limit = read("memory.max", of: path).kernelFigure,
            let used = read("memory.current", of: path).kernelFigure
        else {
            return nil
        }
        // The page cache is reclaimed when memory is needed, so it counts as available.
        let statistics = read("memory.stat", of: path)
        let files = ["active_file", "inactive_file"].compactMap { statistics.kernelFigure($0) }
        return max(0, limit - used + files.reduce(0, +))
    }

    private func read(_ file: String, of path: [Substring]) -> String {
        let folder = ([root] + path.map { String($0) }).joined(separator: "/")
        let text = try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }
}

extension String {
    /// Returns the number in the line that begins with a name, in the kernel's text format: name, spaces, number,
    /// optional unit. Nil if there is no such line.
    func kernelFigure(_ name: String) -> Int64? {
        let line = split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line?.split(separator: " ").dropFirst().first?.kernelFigure
    }
}

extension StringProtocol {
    /// The text as a number; nil if it is not a number, such as "max". The value is clamped to a range in which sums do
    /// not overflow.
    var kernelFigure: Int64? {
        Int64(self).map { Swift.min(Swift.max(0, $0), 1 << 50) }
    }
}
