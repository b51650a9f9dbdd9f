import ParlandoCore

/// How strokes are graded.
enum JudgingRule: String, CaseIterable {
    /// By the interval between notes alone.
    case relative
    /// By limits in milliseconds as well.
    case strict

    init(_ preferences: RhythmPreferences) {
        self = preferences.usesCaps ? .strict : .relative
    }
}
