/// Limits the rate at which program output is fed to a terminal, so that the window stays responsive during a flood.
///
/// A terminal parses, scrolls and draws on the main thread, and processes everything it is fed in one go. It is
/// therefore fed one portion at a time, followed by a rest in which the thread has at least as much time for everything
/// else. Output that does not fit waits in the kernel, which blocks the program. A program that writes less than a
/// portion at a time is never blocked.
public struct OutputPace: Sendable {
    /// Bytes between two rests. VTE takes a few milliseconds to process this many.
    public static let portion = 64 << 10
    /// Minimum rest in seconds: the delay after which VTE processes what it was fed.
    public static let leastRest = 0.01
    /// Maximum rest in seconds. Longer rests would make a flood look like a standstill.
    public static let longestRest = 0.25
    /// Duration without output after which the whole portion is available again, in seconds.
    private static let pause = 0.02
    /// Maximum number of bytes without a pause that do not count as a flood: enough for every character of a large
    /// screen, with colours.
    public static let calm = 16 << 10

    private var spent = 0
    private var sincePause = 0
    private var lastOutput = -Double.infinity
    /// End of the last rest, and the thread's processor time at the start of that rest. Drawing during the rest
    /// therefore counts too.
    private var lastRest: (end: Double, processor: Double)?

    public init() {}

    /// Returns the number of bytes that may be fed now. If it is 0, `rest` has to be called first.
    ///
    /// - Parameter time: seconds of a monotonic clock.
    public mutating func allowance(at time: Double) -> Int {
        if time - lastOutput >= Self.pause {
            spent = 0
            sincePause = 0
        }
        return max(0, Self.portion - spent)
    }

    /// Records that this many bytes were fed.
    public mutating func give(_ bytes: Int, at time: Double) {
        spent += bytes
        sincePause += bytes
        lastOutput = time
    }

    /// Whether so little was written since the last pause that it should be drawn at once. During a flood that would
    /// draw more frames than can be seen.
    public var isCalm: Bool {
        sincePause <= Self.calm
    }

    /// Begins a rest and returns its duration in seconds. The rest is as long as the terminal's processing took, minus
    /// the time that the thread was idle anyway.
    ///
    /// - Parameter processor: processor time in seconds that the thread has used since it started.
    public mutating func rest(at time: Double, processor: Double) -> Double {
        spent = 0
        let needed = lastRest.map { 2 * (processor - $0.processor) - (time - $0.end) } ?? 0
        let rest = min(max(Self.leastRest, needed), Self.longestRest)
        lastRest = (time + rest, processor)
        // No output is possible during the rest, so it does not count as a pause.
        lastOutput = time + rest
        return rest
    }
}
