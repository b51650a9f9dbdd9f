internal import CMalloc

/// The C library's heap, which holds whisper.cpp's working memory.
public enum Heap {
    /// Makes the whole process return large blocks to the system as soon as they are freed.
    ///
    /// As such blocks are allocated and freed, the C library raises its threshold for this up to 32 MB. The working
    /// memory of one decoding then stays resident until the next, in the heap of each thread. With a fixed threshold
    /// the window takes 11 MB less during dictation, but a decoding takes 1 to 4 % more processor time for page faults.
    /// See mallopt(3), "M_MMAP_THRESHOLD". Call at start. Other C libraries than GNU's may ignore it.
    public static func giveBackLargeBlocks() {
        // Setting the thresholds also disables their automatic adjustment.
        _ = mallopt(M_MMAP_THRESHOLD, largeBlock)
        _ = mallopt(M_TRIM_THRESHOLD, mostKept)
    }

    /// Returns memory that was freed to the system. Small blocks of a model that is freed lie between other blocks, so
    /// that the C library keeps their pages: 11 MB after `WhisperMeter` has measured. Takes some milliseconds.
    /// Thread-safe. See malloc_trim(3).
    static func giveBackFreedMemory() {
        _ = malloc_trim(0)
    }

    /// Minimum size of a block that gets its own mapping, in bytes: glibc's initial threshold.
    private static let largeBlock: Int32 = 128 << 10
    /// Maximum free memory kept at the top of a heap, in bytes.
    private static let mostKept: Int32 = 1 << 20
}
