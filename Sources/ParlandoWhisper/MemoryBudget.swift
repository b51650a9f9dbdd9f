import CMalloc
import Foundation

/// Checks whether there is enough memory for a model, because whisper.cpp crashes if an allocation fails.
enum MemoryBudget {
    /// Bytes available without swapping, in the system and in this process's control group; nil if unknown.
    static func available(within groups: ControlGroups = ControlGroups()) -> Int64? {
        [system("MemAvailable:"), groups.available()].compactMap { $0 }.min()
    }

    /// Bytes of memory in all, whatever is in use; nil if unknown.
    static func total(within groups: ControlGroups = ControlGroups()) -> Int64? {
        [system("MemTotal:"), groups.limit()].compactMap { $0 }.min()
    }

    /// Whether this much address space can be reserved. It is limited by the process's own limit and, with
    /// vm.overcommit_memory=2, by the system's memory.
    static func canReserve(_ bytes: Int64) -> Bool {
        var pieces: [UnsafeMutableRawPointer] = []
        defer { pieces.forEach { munmap($0, piece) } }
        // In chunks, as whisper.cpp will do. A single one larger than all memory would be refused because of its size
        // alone.
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

    private static func system(_ figure: String) -> Int64? {
        let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)
        return text?.kernelFigure(figure).map { $0 * 1024 }
    }
}

/// The memory limits of the control groups of this process, as of containers, systemd services and scopes. The system
/// kills processes that exceed them. See the kernel's "Control Group v2", "Memory Interface Files".
struct ControlGroups {
    var root = "/sys/fs/cgroup"
    /// Names this process's group.
    var membership = "/proc/self/cgroup"

    /// Bytes that may still be allocated; nil if there is no limit.
    func available() -> Int64? {
        least(room)
    }

    /// Bytes that may be allocated in all; nil if there is no limit.
    func limit() -> Int64? {
        least { read("memory.max", of: $0).kernelFigure }
    }

    /// Of the figures of this group and its ancestors, whose limits it also has.
    private func least(_ figure: ([Substring]) -> Int64?) -> Int64? {
        guard let text = try? String(contentsOfFile: membership, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
        else {
            return nil
        }
        var path = line.dropFirst("0::/".count).split(separator: "/")
        var least = figure(path)
        while path.popLast() != nil {
            least = [least, figure(path)].compactMap { $0 }.min()
        }
        return least
    }

    private func room(in path: [Substring]) -> Int64? {
        guard let limit = read("memory.max", of: path).kernelFigure,
            let used = read("memory.current", of: path).kernelFigure
        else {
            return nil
        }
        // The page cache is reclaimed when memory is needed.
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
    /// The number in the line that begins with a name, in the kernel's text format: name, spaces, number, optional
    /// unit.
    func kernelFigure(_ name: String) -> Int64? {
        let line = split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line?.split(separator: " ").dropFirst().first?.kernelFigure
    }
}

extension StringProtocol {
    /// Nil if the text is not a number, such as "max". Clamped so that sums do not overflow.
    var kernelFigure: Int64? {
        Int64(self).map { Swift.min(Swift.max(0, $0), 1 << 50) }
    }
}

/// The C library's heap, which holds whisper.cpp's working memory.
public enum Heap {
    /// Makes the whole process return large blocks of memory to the system as soon as they are freed, and gives all
    /// threads one heap. Must be called at the start of the program. C libraries other than GNU's may ignore it.
    ///
    /// With a heap for each thread, a model of the size of tiny.en that another thread loads again leaves 11 MB free in
    /// the first heap. Later blocks are put there, large ones too, and that memory is kept.
    ///
    /// The C library raises its threshold for this up to 32 MB, so that the working memory of a decoding stays
    /// resident. With a fixed threshold, the window takes 11 MB less during dictation, but a decoding takes 1 to 4 %
    /// more processor time for page faults. See mallopt(3), "M_MMAP_THRESHOLD".
    public static func giveBackLargeBlocks() {
        // Setting the thresholds also disables their automatic adjustment.
        _ = mallopt(M_MMAP_THRESHOLD, largeBlock)
        _ = mallopt(M_TRIM_THRESHOLD, mostKept)
        _ = mallopt(M_ARENA_MAX, 1)
    }

    /// Without this call, the C library keeps pages on which the small blocks of a freed model lie between others: 11
    /// MB with one of the size of tiny.en. Takes some milliseconds. Thread-safe. See malloc_trim(3).
    static func giveBackFreedMemory() {
        _ = malloc_trim(0)
    }

    /// Bytes of a block with its own memory mapping: glibc's initial threshold.
    private static let largeBlock: Int32 = 128 << 10
    /// In bytes, at the top of a heap.
    private static let mostKept: Int32 = 1 << 20
}
