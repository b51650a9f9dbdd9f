// CGio is imported first: the module that the compiler sees first defines GLib's types for the files that follow.
import CGio
import CGioShim
import Glibc

/// Address space of this process, which may be limited by `ulimit -v` or by the system's overcommit policy.
public enum AddressSpace {
    /// Address space needed at start beyond the program's code, in bytes: heaps, and threads with 8 MB stacks.
    /// Measured: with 224 MB, one start of ten still has GLib abort it or Swift's runtime wait forever for a thread;
    /// with 236 MB, none of thirty.
    private static let needed = 256 << 20

    /// Whether there is enough to start.
    public static var hasRoom: Bool {
        // The mapping is never accessed, so it uses no memory.
        guard let start = mmap(nil, needed, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
            start != MAP_FAILED
        else {
            return false
        }
        munmap(start, needed)
        return true
    }

    /// Makes the program end with a sentence on standard error, instead of a signal, when memory runs out. May be called
    /// again with the translated sentence. Call before starting other threads.
    ///
    /// - Parameter code: exit code of the program in that case.
    public static func endWhenShort(saying sentence: String, code: Int32) {
        parlando_end_when_memory_is_short(sentence + "\n", code)
    }
}

/// Ends the process without running the exit handlers of libraries.
public enum ProcessEnd {
    /// Flushes all output streams and ends the process at once.
    ///
    /// `exit` would destroy data that libraries share (the tables of whisper.cpp and OpenSSL) while their threads may
    /// still use it, and the program would crash.
    public static func leave(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }
}
