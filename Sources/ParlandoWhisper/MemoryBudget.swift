import Foundation

/// Whether a model finds the memory that it takes: whisper.cpp ends the process when there is none, so it is asked for
/// beforehand.
enum MemoryBudget {
    /// Bytes that can be used without swapping: in the system, and in the group of processes that this one belongs to;
    /// nil when nobody can tell.
    static func available(within groups: ControlGroups = ControlGroups()) -> Int64? {
        [systemAvailable(), groups.available()].compactMap { $0 }.min()
    }

    /// Whether the system gives so many bytes of addresses, used or not: within this process's own limit, and where the
    /// system promises no more than it has (vm.overcommit_memory=2).
    static func canReserve(_ bytes: Int64) -> Bool {
        var pieces: [UnsafeMutableRawPointer] = []
        defer { pieces.forEach { munmap($0, piece) } }
        // In pieces as they will be asked for: one that is larger than the whole memory is refused for its size alone.
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
