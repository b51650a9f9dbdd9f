// First: whichever of both is seen first defines the types of GLib for the files that follow.
import CGio
import CGioShim
import Glibc

/// The room that this process has for memory and threads: limited by `ulimit -v`, or where the system promises no more
/// than it has.
public enum AddressSpace {
    /// Bytes that a start takes behind the program's own code: heaps, and threads with stacks of 8 MB (measured: the
    /// command line runs from 110 MB on; with less, GLib ends it or the language's runtime waits for a thread for ever).
    private static let needed = 160 << 20

    /// Whether there is room to start.
    public static var hasRoom: Bool {
        // Never touched: it costs no memory.
        guard let start = mmap(nil, needed, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
            start != MAP_FAILED
        else {
            return false
        }
        munmap(start, needed)
        return true
    }

    /// From now on the program ends with a sentence on standard error when GLib finds no memory, not with a signal.
    /// Again with another sentence, if it was translated meanwhile. Call before there are other threads.
    ///
    /// - Parameter code: the exit code of the program then.
    public static func endWhenShort(saying sentence: String, code: Int32) {
        parlando_end_when_memory_is_short(sentence + "\n", code)
    }
}
