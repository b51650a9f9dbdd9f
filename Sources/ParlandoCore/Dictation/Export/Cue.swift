/// One subtitle: up to two lines, shown from `start` to `end` (seconds).
public struct Cue: Sendable, Equatable {
    public var start: Double
    public var end: Double
    public var lines: [String]

    public init(start: Double, end: Double, lines: [String]) {
        self.start = start
        self.end = end
        self.lines = lines
    }
}
