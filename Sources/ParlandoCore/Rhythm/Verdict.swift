/// The grade of a stroke or a note.
public enum Grade: String, Sendable, Hashable, CaseIterable {
    case perfect
    case good
    case inaccurate
    /// A note that was not played.
    case missed
    /// An extra stroke that matches no note: one too many, or during a rest.
    case stray
}

/// The verdict on one note or one stroke.
public struct Verdict: Sendable, Hashable {
    /// Grade of the note or stroke.
    public let grade: Grade
    /// Index of the note in the exercise, without counting rests; nil for an extra stroke.
    public let note: Int?
    /// Serial number of the stroke; nil for a missed note.
    public let stroke: Int?
    /// Ticks from the first beat of the exercise to the note, or for an extra stroke to the nearest event.
    public let tick: Int
    /// Seconds late (positive) or early (negative). For an extra stroke it is relative to the nearest note. Nil for a
    /// missed note.
    public let deviation: Double?

    public init(grade: Grade, note: Int?, stroke: Int?, tick: Int, deviation: Double?) {
        self.grade = grade
        self.note = note
        self.stroke = stroke
        self.tick = tick
        self.deviation = deviation
    }
}
