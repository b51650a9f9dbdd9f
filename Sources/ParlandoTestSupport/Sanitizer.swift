import Glibc

/// The sanitizer that a test process was built for, if any.
public enum Sanitizer {
    /// Whether a sanitizer watches this process. It replaces the C library's heap and keeps freed memory for a while, so
    /// that measurements of memory do not hold.
    public static let isWatching = dlsym(dlopen(nil, RTLD_NOW), "__sanitizer_get_heap_size") != nil
}
