/// Limits the rate at which output is fed to the terminal widget, so that the window stays responsive if a program
/// writes without pause.
///
/// The widget processes all it is given on the main thread without interruption. So it gets one portion at a time, then
/// a rest in which the thread has at least as much time for everything else. The remaining output waits in the kernel,
/// which blocks the program.
public struct OutputPace: Sendable {
    /// Bytes between two rests. VTE takes a few milliseconds for them.
    public static let portion = 64 << 10
    /// Seconds; VTE waits for this long before it processes what it was given.
    public static let leastRest = 0.01
    /// Seconds. With longer rests, the terminal would seem to have stopped.
    public static let longestRest = 0.25
    /// Seconds without output after which a whole portion may be fed again.
    private static let pause = 0.02
    /// Bytes without a pause that are still drawn at once: a large screen with colours.
    public static let calm = 16 << 10

    private var spent = 0
    private var sincePause = 0
    private var lastOutput = -Double.infinity
    /// End of the last rest in seconds, and the main thread's processor time at its start. So drawing during the rest
    /// counts as processing of output.
    private var lastRest: (end: Double, processor: Double)?

    public init() {}

    /// Bytes of output that may be fed now. If 0, `rest` has to be called first.
    ///
    /// - Parameter time: seconds of a monotonic clock, here and below.
    public mutating func allowance(at time: Double) -> Int {
        if time - lastOutput >= Self.pause {
            spent = 0
            sincePause = 0
        }
        return max(0, Self.portion - spent)
    }

    public mutating func give(_ bytes: Int, at time: Double) {
        spent += bytes
        sincePause += bytes
        lastOutput = time
    }

    /// Whether the output since the last pause is short enough to be drawn at once.
    public var isCalm: Bool {
        sincePause <= Self.calm
    }

    /// Begins a rest and returns its duration in seconds: as long as the processing of output took, minus the time that
    /// the thread was idle meanwhile.
    ///
    /// - Parameter processor: processor time that the main thread has used, in seconds.
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
