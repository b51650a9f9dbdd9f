/// A subtitle of one or two lines, shown from `start` to `end`.
public struct Cue: Sendable, Equatable {
    /// Seconds since the recording began.
    public var start: Double
    /// Seconds since the recording began.
    public var end: Double
    /// One line or two.
    public var lines: [String]

    public init(start: Double, end: Double, lines: [String]) {
        self.start = start
        self.end = end
        self.lines = lines
    }
}
