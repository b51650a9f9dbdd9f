import Glibc

/// Threads for sound: all may block, and one of them must not be kept waiting.
enum AudioThread {
    /// Above everything that only computes, below the kernel's own and a sound server's threads (which use up to 88).
    private static let priority: Int32 = 20

    /// Runs `body` on a thread of its own, which ends with it. Returns false when the system gives no more threads.
    ///
    /// - Parameter name: shown by tools such as `top`; at most 15 characters.
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

    /// Asks that the calling thread runs before all that is not real-time. Returns whether the system allows it.
    static func enterRealTime() -> Bool {
        var parameter = sched_param(sched_priority: priority)
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter) == 0
    }

    /// Gives the calling thread its ordinary place back. Needed before a device is opened again: sound systems start
    /// threads of their own there, which would inherit the priority.
    static func leaveRealTime() {
        var parameter = sched_param(sched_priority: 0)
        pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameter)
    }

    /// Names the calling thread. (`pthread_setname_np` is not visible from Swift.)
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
