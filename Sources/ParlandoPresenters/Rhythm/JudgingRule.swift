import ParlandoCore

/// A rule by which the player's strokes are graded. A tolerance is the maximum deviation for a grade.
enum JudgingRule: String, CaseIterable {
    /// The tolerances are fractions of the interval between two notes.
    case relative
    /// The tolerances are fractions of the interval between two notes, and also limited in milliseconds.
    case strict

    init(_ preferences: RhythmPreferences) {
        self = preferences.usesCaps ? .strict : .relative
    }
}
