import Glibc

/// Starts and configures threads for audio. They are separate threads, because all of them may block and the audio
/// thread needs real-time priority.
enum AudioThread {
    /// Real-time priority: above ordinary computation, below the threads of the kernel and of sound servers (which use
    /// up to 88).
    private static let priority: Int32 = 20

    /// Runs `body` on a new thread, which ends when `body` returns. Returns false if the system cannot create a thread.
    ///
    /// - Parameter name: thread name for tools such as `top`; at most 15 characters.
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

    /// Requests real-time scheduling for the calling thread. Returns whether the system allows it.
    static func enterRealTime() -> Bool {
        var parameter = sched_param(sched_priority: priority)
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter) == 0
    }

    /// Returns the calling thread to normal scheduling. Needed before a device is opened again, because sound systems
    /// then start threads that would inherit the priority.
    static func leaveRealTime() {
        var parameter = sched_param(sched_priority: 0)
        pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameter)
    }

    /// Sets the name of the calling thread. (`pthread_setname_np` is not visible from Swift.)
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

    /// Returns the total time for which the computer has been suspended since it was started, in nanoseconds: the
    /// difference between `CLOCK_BOOTTIME` and the monotonic clock.
    static func nanosecondsAsleep() -> Int64 {
        read(CLOCK_BOOTTIME) - nanoseconds()
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
