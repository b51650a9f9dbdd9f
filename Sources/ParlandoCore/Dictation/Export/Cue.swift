/// A subtitle of one or two lines, shown from `start` to `end`.
public struct Cue: Sendable, Equatable {
    /// Time at which the subtitle appears, in seconds since the recording began.
    public var start: Double
    /// Time at which the subtitle disappears, in seconds since the recording began.
    public var end: Double
    /// Text of the subtitle, in one or two lines.
    public var lines: [String]

    public init(start: Double, end: Double, lines: [String]) {
        self.start = start
        self.end = end
        self.lines = lines
    }
}
