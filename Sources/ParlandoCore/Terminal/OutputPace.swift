/// Limits the rate at which a program's output is fed to the terminal widget, so that the window stays responsive even
/// if the program writes without pause.
///
/// The widget parses, scrolls and draws on the main thread, and processes everything that it is given without
/// interruption. It is therefore given one portion of output at a time, followed by a rest in which the thread has at
/// least as much time for everything else. Output that does not fit waits in the kernel, which blocks the program. A
/// program that writes less than a portion at a time is never blocked.
public struct OutputPace: Sendable {
    /// Maximum number of bytes fed to the terminal widget between two rests. VTE takes a few milliseconds to process a
    /// portion.
    public static let portion = 64 << 10
    /// Minimum rest between two portions of output, in seconds: VTE waits for this long before it processes what it was
    /// given.
    public static let leastRest = 0.01
    /// Maximum rest between two portions of output, in seconds. With longer rests, the terminal would seem to have
    /// stopped.
    public static let longestRest = 0.25
    /// Duration in seconds after which a whole portion of output may be fed to the terminal widget at once again, if
    /// the program has written nothing meanwhile.
    private static let pause = 0.02
    /// Maximum number of bytes of output without a pause that are still drawn at once. Enough for every character of a
    /// large screen, with colours.
    public static let calm = 16 << 10

    private var spent = 0
    private var sincePause = 0
    private var lastOutput = -Double.infinity
    /// End of the last rest in seconds, and the main thread's processor time at the start of that rest. Because that
    /// time is taken before the rest, drawing during the rest also counts as processing of output.
    private var lastRest: (end: Double, processor: Double)?

    public init() {}

    /// Returns the number of bytes of output that may be fed to the terminal now. If it is 0, `rest` has to be called
    /// first.
    ///
    /// - Parameter time: the current time in seconds of a monotonic clock.
    public mutating func allowance(at time: Double) -> Int {
        if time - lastOutput >= Self.pause {
            spent = 0
            sincePause = 0
        }
        return max(0, Self.portion - spent)
    }

    /// Records that this many bytes of output were fed to the terminal.
    ///
    /// - Parameter time: the current time in seconds of a monotonic clock.
    public mutating func give(_ bytes: Int, at time: Double) {
        spent += bytes
        sincePause += bytes
        lastOutput = time
    }

    /// Whether the output since the last pause is short enough (`calm`) to be drawn at once. If more is written,
    /// drawing every part of it would show more frames than can be seen.
    public var isCalm: Bool {
        sincePause <= Self.calm
    }

    /// Begins a rest, in which no output is fed to the terminal, and returns its duration in seconds. The rest is as
    /// long as the processing of output took, minus the time that the thread was idle meanwhile.
    ///
    /// - Parameters:
    ///   - time: the current time in seconds of a monotonic clock.
    ///   - processor: processor time in seconds that the main thread has used since it started.
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
