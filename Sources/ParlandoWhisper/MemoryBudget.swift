import Foundation

/// How much memory a model may still take.
enum MemoryBudget {
    /// Bytes that can be allocated without swapping, within this process's own limit; nil when nobody can tell.
    static func available() -> Int64? {
        [systemAvailable(), withinLimit()].compactMap { $0 }.min()
    }

    private static func systemAvailable() -> Int64? {
        kilobytes("MemAvailable:", in: "/proc/meminfo")
    }

    private static func withinLimit() -> Int64? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(9), &limit) == 0, limit.rlim_cur < UInt64(Int64.max) else {
            return nil
        }
        return max(0, Int64(limit.rlim_cur) - (kilobytes("VmSize:", in: "/proc/self/status") ?? 0))
    }

    private static func kilobytes(_ key: String, in path: String) -> Int64? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            return nil
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int64($0) }.map { $0 * 1024 }
    }
}
