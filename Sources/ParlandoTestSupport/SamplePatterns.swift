public import ParlandoCore

/// A few patterns, the easiest first.
public enum SamplePatterns {
    /// One quarter.
    public static let quarter = pattern("quarter", 1, [(.quarter, "")])
    /// Nothing, for a beat.
    public static let rest = pattern("rest", 1, [(.quarter, "r")])
    /// Two eighths.
    public static let eighths = pattern("eighths", 1, [(.eighth, ""), (.eighth, "")])
    /// Three in a beat.
    public static let triplet = pattern("triplet", 2, [(.eighth, "3"), (.eighth, "3"), (.eighth, "3")])
    /// Four in a beat.
    public static let sixteenths = pattern(
        "sixteenths", 3, [(.sixteenth, ""), (.sixteenth, ""), (.sixteenth, ""), (.sixteenth, "")])
    /// A long one and a short one.
    public static let dotted = pattern("dotted", 3, [(.eighth, "."), (.sixteenth, "")])
    /// Over two beats, against them.
    public static let syncopation = pattern("syncopation", 4, [(.eighth, ""), (.quarter, ""), (.eighth, "")])
    /// All of them.
    public static let all = [quarter, rest, eighths, triplet, sixteenths, dotted, syncopation]

    /// A pattern of lengths with what is special about them: `.` dotted, `3` triplet, `r` rest.
    public static func pattern(
        _ id: String, _ difficulty: Int, _ elements: [(NoteValue.Base, String)]
    ) -> Pattern {
        let made = elements.compactMap { base, special in
            NoteValue(base, isDotted: special.contains("."), isTriplet: special.contains("3")).map {
                Pattern.Element($0, isRest: special.contains("r"))
            }
        }
        return Pattern(id: id, difficulty: difficulty, elements: made)
    }
}
