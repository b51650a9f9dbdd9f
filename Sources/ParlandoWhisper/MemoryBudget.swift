import Foundation

/// Checks before loading whether there is enough memory for a model, because whisper.cpp crashes if an allocation
/// fails.
enum MemoryBudget {
    /// Returns the bytes available without swapping, in the system and in this process's control group. Nil if unknown.
    static func available(within groups: ControlGroups = ControlGroups()) -> Int64? {
        [systemAvailable(), groups.available()].compactMap { $0 }.min()
    }

    /// Returns whether this many bytes of address space can be reserved. They are limited by the process's own limit
    /// and, with vm.overcommit_memory=2, by the system's memory.
    static func canReserve(_ bytes: Int64) -> Bool {
        var pieces: [UnsafeMutableRawPointer] = []
        defer { pieces.forEach { munmap($0, piece) } }
        // Reserved in chunks, as whisper.cpp will do. A single chunk larger than all memory would be refused because of
        // its size alone.
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
