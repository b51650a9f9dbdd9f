import Foundation

/// Reports the current load of the machine.
enum RunningTasks {
    /// Returns the number of tasks that are running or ready to run, including the caller (`procs_running` of proc(5)).
    /// Nil if the system does not report it.
    static func count() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else {
            return nil
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("procs_running ") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }
}
