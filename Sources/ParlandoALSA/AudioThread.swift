import Dispatch
import Glibc
import ParlandoCore
import Synchronization

/// Starts and configures threads for audio, which may block and need real-time priority.
enum AudioThread {
    /// Above ordinary computation, below the threads of the kernel and of sound servers (which use up to 88).
    private static let priority: Int32 = 20

    /// Returns false if the system cannot create a thread.
    ///
    /// - Parameter name: for tools such as `top`; at most 15 characters.
    static func run(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let task = Unmanaged.passRetained(Task(name: name, body: body)).toOpaque()
        var thread = pthread_t()
        guard pthread_create(&thread, nil, entry, task) == 0 else {
            Unmanaged<Task>.fromOpaque(task).release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// For the calling thread. Returns whether the system allows it.
    static func enterRealTime() -> Bool {
        var parameter = sched_param(sched_priority: priority)
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter) == 0
    }

    /// Needed before a device is opened again, because sound systems then start threads that would inherit the
    /// priority.
    static func leaveRealTime() {
        var parameter = sched_param(sched_priority: 0)
        pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameter)
    }

    /// (`pthread_setname_np` is not visible from Swift.)
    private static func show(name: String) {
        guard let file = fopen("/proc/thread-self/comm", "w") else {
            return
        }
        fputs(name, file)
        fclose(file)
    }

    private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        if let argument {
            let task = Unmanaged<Task>.fromOpaque(argument).takeRetainedValue()
            show(name: task.name)
            task.body()
        }
        return nil
    }

    private final class Task: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}

/// The monotonic clock, for the audio threads. Realtime-safe.
enum AudioClock {
    static func nanoseconds() -> Int64 {
        read(CLOCK_MONOTONIC)
    }

    static func seconds() -> Double {
        Double(nanoseconds()) * 1e-9
    }

    /// Time for which the computer has been suspended since its start: `CLOCK_BOOTTIME` minus the monotonic clock.
    static func nanosecondsAsleep() -> Int64 {
        read(CLOCK_BOOTTIME) - nanoseconds()
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension Mutex where Value: Sendable {
    /// Returns the value before.
    func replace(with next: Value) -> Value {
        withLock { value in
            defer { value = next }
            return value
        }
    }
}

/// Opens a session's device on a thread of its own, after an earlier session has released it.
final class Opening: Sendable {
    /// In case a sound server hangs.
    private static let seconds = 5.0
    /// For an earlier session to release the device.
    private static let releaseSeconds = 2.0

    private let side: AudioError.Side
    private let caller = Mutex<CheckedContinuation<Result<Void, AudioError>, Never>?>(nil)
    /// Left when the device is free again.
    private let use = DispatchGroup()

    init(of side: AudioError.Side) {
        self.side = side
    }

    /// Returns once the device is open.
    ///
    /// - Parameters:
    ///   - earlier: opening of a closed session that may still hold the device.
    ///   - live: opens the device, calls `answer`, and returns when the device is free again.
    ///   - giveUp: called after the timeout.
    func wait(
        _ name: String, after earlier: Opening?, live: @escaping @Sendable () -> Void,
        giveUp: @escaping @Sendable () -> Void
    ) async throws(AudioError) {
        let result = await withCheckedContinuation { continuation in
            caller.withLock { $0 = continuation }
            begin(name, after: earlier, live)
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.seconds) { [weak self] in
                if let self, answer(.failure(error("the sound system did not answer"))) {
                    giveUp()
                }
            }
        }
        try result.get()
    }

    /// Returns whether the caller of `wait` was still waiting.
    @discardableResult
    func answer(_ result: Result<Void, AudioError>) -> Bool {
        guard let waiting = caller.withLock({ $0.take() }) else {
            return false
        }
        waiting.resume(returning: result)
        return true
    }

    private func begin(_ name: String, after earlier: Opening?, _ live: @escaping @Sendable () -> Void) {
        use.enter()
        let hasThread = AudioThread.run(name) {
            _ = earlier?.use.wait(timeout: .now() + Self.releaseSeconds)
            live()
            self.use.leave()
        }
        if !hasThread {
            use.leave()
            answer(.failure(error("no thread")))
        }
    }

    private func error(_ detail: String) -> AudioError {
        AudioError(.failed, of: side, detail: detail)
    }
}
