import Foundation

/// How busy the machine is at this moment.
enum RunningTasks {
    /// Tasks that run or want to run, the caller included (`procs_running` of proc(5)); nil when the
    /// system does not say.
    static func count() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else {
            return nil
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("procs_running ") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }
}
