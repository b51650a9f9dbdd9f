/// What a stroke or a note turned out to be.
public enum Grade: String, Sendable, Hashable, CaseIterable {
    case perfect
    case good
    case inaccurate
    /// A note that nobody played.
    case missed
    /// A stroke that no note asked for: one too many, or in a rest.
    case stray
}

/// The judgement of one note or one stroke.
public struct Verdict: Sendable, Hashable {
    /// How well it was.
    public let grade: Grade
    /// Index of the note in the exercise, counted over all bars without rests; nil for a stray.
    public let note: Int?
    /// Running number of the stroke, nil for a missed note.
    public let stroke: Int?
    /// Ticks from the first beat of the exercise to the note, or to the nearest event for a stray.
    public let tick: Int
    /// Seconds late (positive) or early (negative); for a stray to the nearest note; nil for a missed note.
    public let deviation: Double?

    public init(grade: Grade, note: Int?, stroke: Int?, tick: Int, deviation: Double?) {
        self.grade = grade
        self.note = note
        self.stroke = stroke
        self.tick = tick
        self.deviation = deviation
    }
}
