import Foundation

/// Measures the duration of a decoding.
protocol DecodingClock: Sendable {
    /// The monotonic clock and the processor time of this process, in seconds.
    func now() -> (wall: Double, processor: Double)

    /// Wall-clock seconds since `start`. `modelled` is the processor time of the same work on one idle core of the
    /// reference machine (`DecodingCost`).
    func cost(since start: (wall: Double, processor: Double), modelled: Double) -> Double
}

struct RealClock: DecodingClock {
    /// Simulates a slower processor (`scripts/bench dictation --slow`).
    private static let slowdown: Double = {
        let factor = ProcessInfo.processInfo.environment["PARLANDO_DECODING_SLOWDOWN"].flatMap { Double($0) } ?? 1
        return factor.isFinite ? min(16, max(1, factor)) : 1
    }()

    func now() -> (wall: Double, processor: Double) {
        (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
    }

    func cost(since start: (wall: Double, processor: Double), modelled: Double) -> Double {
        if Self.slowdown > 1 {
            Thread.sleep(forTimeInterval: (Self.slowdown - 1) * (now().wall - start.wall))
        }
        return now().wall - start.wall
    }

    private func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// What a decoding takes on a simulated machine of constant speed.
struct ModelledClock: DecodingClock {
    /// Relative to two threads of the reference machine.
    let slowdown: Double

    func now() -> (wall: Double, processor: Double) {
        (0, 0)
    }

    func cost(since start: (wall: Double, processor: Double), modelled: Double) -> Double {
        slowdown * modelled / WhisperEngine.simulatedSpeedUp
    }
}

/// Processor time of the model tiny.en, in seconds on one core, for simulations. Measured with one thread on an idle
/// AMD EPYC with AVX-512 BF16: encoder 83 ms for 300 frames, 177 for 600, 543 for 1,500, times 0.75 for bfloat16;
/// decoder 2.7 ms for one token, 41 for 40.
enum DecodingCost {
    static func encoding(frames: Int) -> Double {
        let frames = Double(frames)
        return 0.75 * (2.45e-4 * frames + 7.7e-8 * frames * frames)
    }

    static func decoding(tokens: Int) -> Double {
        0.0018 + 0.001 * Double(tokens)
    }
}

/// Chooses the number of threads for a decoding.
///
/// The threads of whisper.cpp wait by spinning: where other programs occupy the cores, two can be fifty times slower
/// than one. So only idle cores are used, and after a decoding that took much longer than its processor time explains,
/// a single one for a while.
struct ThreadGovernor {
    private let most: Int32
    private let cores: Int32
    private var singleLeft = 0

    /// - Parameter most: number of threads on an idle machine.
    init(most: Int32, cores: Int32) {
        self.most = most
        self.cores = cores
    }

    /// - Parameter running: tasks running or ready to run, including this one; nil if unknown.
    func threads(running: Int?) -> Int32 {
        guard singleLeft == 0 else {
            return 1
        }
        let others = Int32(clamping: max(0, (running ?? 1) - 1))
        return max(1, min(most, cores - others))
    }

    /// In seconds. If other programs slowed the decoding down, the next 20 use a single thread.
    mutating func record(wall: Double, processor: Double, threads: Int32) {
        if singleLeft > 0 {
            singleLeft -= 1
        } else if threads > 1, wall > 1.5 * processor / Double(threads) {
            singleLeft = 20
        }
    }
}

enum RunningTasks {
    /// Tasks that are running or ready to run, including the caller (`procs_running` of proc(5)); nil if unknown.
    static func count() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else {
            return nil
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("procs_running ") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }
}
