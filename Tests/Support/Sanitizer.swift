import Glibc

/// The sanitizer that a test process was built for, if any.
public enum Sanitizer {
    /// Whether this process runs with a sanitizer. A sanitizer replaces the C library's heap and keeps freed memory for
    /// a while, so that measurements of memory use are invalid.
    public static let isWatching = dlsym(dlopen(nil, RTLD_NOW), "__sanitizer_get_heap_size") != nil
}
