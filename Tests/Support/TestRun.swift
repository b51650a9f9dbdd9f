public import Foundation
import Glibc

/// The sanitizer that a test process was built for, if any.
public enum Sanitizer {
    /// Whether this process runs with a sanitizer. A sanitizer replaces the C library's heap and keeps freed memory for
    /// a while, so that measurements of memory use are invalid.
    public static let isWatching = dlsym(dlopen(nil, RTLD_NOW), "__sanitizer_get_heap_size") != nil
    /// Whether it is ThreadSanitizer, under which strokes are found more slowly than they are played.
    public static let isWatchingThreads = dlsym(dlopen(nil, RTLD_NOW), "__tsan_acquire") != nil
}

/// The memory of this process.
public enum Memory {
    /// In bytes, as the kernel counts them.
    public static var resident: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
    }
}

/// `scripts/test nightly`, which has time for hours of speech and for every repetition.
public enum Night {
    public static let isNow = ProcessInfo.processInfo.environment["PARLANDO_NIGHTLY"] == "1"
}

/// Folder of the project, for tests that read its files.
public enum ProjectFolder {
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
