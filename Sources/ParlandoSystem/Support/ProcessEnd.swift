import Glibc

/// How a program ends.
public enum ProcessEnd {
    /// Writes out what standard output still holds, and ends the process at once.
    ///
    /// Not by `exit`: that takes apart what libraries share (the tables of whisper.cpp, those of OpenSSL) while their
    /// threads may still be at work with it, and the program would end with a signal.
    public static func leave(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }
}
