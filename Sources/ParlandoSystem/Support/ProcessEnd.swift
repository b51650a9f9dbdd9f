import Glibc

/// Ends the process without running the exit handlers of libraries.
public enum ProcessEnd {
    /// Flushes all output streams and ends the process at once.
    ///
    /// `exit` is not used: it would destroy data that libraries share (the tables of whisper.cpp and OpenSSL) while
    /// their threads may still use it, and the program would crash.
    public static func leave(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }
}
