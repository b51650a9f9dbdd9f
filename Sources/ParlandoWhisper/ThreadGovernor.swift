import Foundation

/// Chooses the number of threads for a decoding.
///
/// The threads of whisper.cpp wait for each other by spinning. If other programs occupy the cores, two threads can
/// therefore be fifty times slower than one. Threads are used only on cores that are idle at the moment. After a
/// decoding that took much longer than its processor time explains, a single thread is used for a while.
struct ThreadGovernor {
    private let most: Int32
    private let cores: Int32
    private var singleLeft = 0

    /// - Parameters:
    ///   - most: number of threads on an idle machine.
    ///   - cores: number of processor cores.
    init(most: Int32, cores: Int32) {
        self.most = most
        self.cores = cores
    }

    /// Returns the number of threads to use now. `running` is the number of tasks running or ready to run, including
    /// this one; nil if unknown.
    func threads(running: Int?) -> Int32 {
        guard singleLeft == 0 else {
            return 1
        }
        let others = Int32(clamping: max(0, (running ?? 1) - 1))
        return max(1, min(most, cores - others))
    }

    /// Records the wall-clock time and processor time of a decoding, in seconds. If other programs slowed it down, the
    /// next 20 decodings use a single thread.
    mutating func record(wall: Double, processor: Double, threads: Int32) {
        if singleLeft > 0 {
            singleLeft -= 1
        } else if threads > 1, wall > 1.5 * processor / Double(threads) {
            singleLeft = 20
        }
    }
}

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
