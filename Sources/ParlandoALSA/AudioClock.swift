import Glibc

/// The monotonic clock, for the audio threads. Realtime-safe.
enum AudioClock {
    static func nanoseconds() -> Int64 {
        read(CLOCK_MONOTONIC)
    }

    static func seconds() -> Double {
        Double(nanoseconds()) * 1e-9
    }

    /// Returns the nanoseconds that the computer has been suspended since it started, which only `CLOCK_BOOTTIME`
    /// includes.
    static func nanosecondsAsleep() -> Int64 {
        read(CLOCK_BOOTTIME) - nanoseconds()
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
