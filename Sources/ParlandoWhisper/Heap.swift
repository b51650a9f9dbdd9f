internal import CMalloc

/// Controls the C library's heap, which holds whisper.cpp's working memory.
public enum Heap {
    /// Makes the whole process return large blocks of memory to the system as soon as they are freed.
    ///
    /// The C library raises its threshold for this by itself, up to 32 MB, as large blocks are allocated and freed. The
    /// working memory of a decoding then stays resident until the next decoding, in the heap of each thread. With a
    /// fixed threshold, the window takes 11 MB less during dictation, but a decoding takes 1 to 4 % more processor time
    /// for page faults. See mallopt(3), "M_MMAP_THRESHOLD". Must be called at the start of the program. C libraries
    /// other than GNU's may ignore it.
    public static func giveBackLargeBlocks() {
        // Setting the thresholds also disables their automatic adjustment.
        _ = mallopt(M_MMAP_THRESHOLD, largeBlock)
        _ = mallopt(M_TRIM_THRESHOLD, mostKept)
    }

    /// Gives freed memory back to the system. Without this call, the C library keeps pages on which the small blocks of
    /// a freed model lie between other blocks: 11 MB with one of the size of tiny.en. Takes some milliseconds.
    /// Thread-safe. See malloc_trim(3).
    static func giveBackFreedMemory() {
        _ = malloc_trim(0)
    }

    /// Minimum size of a block that gets its own memory mapping, in bytes: glibc's initial threshold.
    private static let largeBlock: Int32 = 128 << 10
    /// Maximum free memory kept at the top of a heap, in bytes.
    private static let mostKept: Int32 = 1 << 20
}
