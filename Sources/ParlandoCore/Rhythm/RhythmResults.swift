/// How an exercise went.
public struct RhythmResults: Sendable, Equatable {
    /// Final verdicts in the order of time.
    public let verdicts: [Verdict]
    /// From the first beat to the end or the stop, in seconds.
    public let seconds: Double

    public init(verdicts: [Verdict], seconds: Double) {
        self.verdicts = verdicts
        self.seconds = seconds
    }

    /// How many verdicts have this grade.
    public func count(_ grade: Grade) -> Int {
        verdicts.count { $0.grade == grade }
    }
}
