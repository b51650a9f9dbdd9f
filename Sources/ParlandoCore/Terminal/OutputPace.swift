/// How fast a terminal may be given what a program writes, so that everything else stays usable during a flood.
///
/// A terminal reads, scrolls and draws on the thread that all of the window needs, and works through what it is given in
/// one go. So it gets a portion, and then the thread has at least as much time for everybody else as the terminal took.
/// What no portion has room for waits in the kernel, which makes the program wait. A program that writes less than a
/// portion at a time is never kept waiting.
public struct OutputPace: Sendable {
    /// Bytes between two rests. VTE takes a few milliseconds for as many.
    public static let portion = 64 << 10
    /// The shortest rest: as long as VTE waits before it looks at what it was given.
    public static let leastRest = 0.01
    /// The longest rest, in seconds: a flood is still seen to go on.
    public static let longestRest = 0.25
    /// After this many seconds without output the whole portion may be used again.
    private static let pause = 0.02
    /// Bytes without a pause that are still no flood: every character of a large screen, with its colours.
    public static let calm = 16 << 10

    private var spent = 0
    private var sincePause = 0
    private var lastOutput = -Double.infinity
    /// When the last rest ended, and what the thread had used when it began: what is drawn in a rest counts as well.
    private var lastRest: (end: Double, processor: Double)?

    public init() {}

    /// How many bytes may be given now; 0: `rest` first.
    ///
    /// - Parameter time: seconds of a clock that never goes back.
    public mutating func allowance(at time: Double) -> Int {
        if time - lastOutput >= Self.pause {
            spent = 0
            sincePause = 0
        }
        return max(0, Self.portion - spent)
    }

    /// So many bytes were given.
    public mutating func give(_ bytes: Int, at time: Double) {
        spent += bytes
        sincePause += bytes
        lastOutput = time
    }

    /// Whether so little was written since the last pause that it is worth being shown at once. In a flood that would be
    /// more pictures than anybody sees.
    public var isCalm: Bool {
        sincePause <= Self.calm
    }

    /// Begins a rest, and answers how many seconds it lasts: as long as the terminal took, unless much of
    /// the time was free anyway.
    ///
    /// - Parameter processor: seconds of processor time that the thread has used since it began.
    public mutating func rest(at time: Double, processor: Double) -> Double {
        spent = 0
        let needed = lastRest.map { 2 * (processor - $0.processor) - (time - $0.end) } ?? 0
        let rest = min(max(Self.leastRest, needed), Self.longestRest)
        lastRest = (time + rest, processor)
        // Nothing could be written into a rest: it is no pause.
        lastOutput = time + rest
        return rest
    }
}
