import Foundation

/// Memory limits of the control groups that this process belongs to. Containers, systemd services and scopes create
/// such groups, and the system kills processes that exceed the limit. See the kernel's "Control Group v2", "Memory
/// Interface Files".
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
        // The page cache is reclaimed when memory is needed, so that it counts as available.
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
