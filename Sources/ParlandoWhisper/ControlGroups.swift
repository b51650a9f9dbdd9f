import Foundation

/// The groups of processes that this one belongs to, as containers and systemd's services and scopes make them: who needs
/// more memory than they may have is ended by the system. See the kernel's "Control Group v2", "Memory Interface Files".
struct ControlGroups {
    /// Where the groups are mounted.
    var root = "/sys/fs/cgroup"
    /// The file that names this process's group.
    var membership = "/proc/self/cgroup"

    /// Bytes that may still be used; nil where nothing limits them.
    func available() -> Int64? {
        guard let text = try? String(contentsOfFile: membership, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
        else {
            return nil
        }
        var path = line.dropFirst("0::/".count).split(separator: "/")
        var least = room(in: path)
        // A group shares in what those above it may have.
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
        // What was read from files stays only as long as nobody needs its place.
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
