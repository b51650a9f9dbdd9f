// CGio is imported first: the module that the compiler sees first defines GLib's types for the files that follow.
import CGio
import CGioShim
import Glibc

/// Address space available to this process, which may be limited by `ulimit -v` or by the system's overcommit policy.
public enum AddressSpace {
    /// Address space needed at start beyond the program's code, in bytes: heaps, and threads with 8 MB stacks.
    /// Measured: with 224 MB, one start of ten still has GLib abort it or Swift's runtime wait forever for a thread;
    /// with 236 MB, none of thirty.
    private static let needed = 256 << 20

    /// Whether there is enough address space to start.
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

    /// Makes the program end with a message on standard error instead of a signal when GLib runs out of memory. May be
    /// called again with the translated message. Call before starting other threads.
    ///
    /// - Parameter code: exit code of the program in that case.
    public static func endWhenShort(saying sentence: String, code: Int32) {
        parlando_end_when_memory_is_short(sentence + "\n", code)
    }
}
