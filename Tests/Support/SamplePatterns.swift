public import ParlandoCore

/// Sample rhythm patterns, the easiest first.
public enum SamplePatterns {
    public static let quarter = pattern("quarter", 1, [(.quarter, "")])
    public static let rest = pattern("rest", 1, [(.quarter, "r")])
    public static let eighths = pattern("eighths", 1, [(.eighth, ""), (.eighth, "")])
    public static let triplet = pattern("triplet", 2, [(.eighth, "3"), (.eighth, "3"), (.eighth, "3")])
    public static let sixteenths = pattern(
        "sixteenths", 3, [(.sixteenth, ""), (.sixteenth, ""), (.sixteenth, ""), (.sixteenth, "")])
    public static let dotted = pattern("dotted", 3, [(.eighth, "."), (.sixteenth, "")])
    /// Syncopation over two beats: eighth, quarter, eighth.
    public static let syncopation = pattern("syncopation", 4, [(.eighth, ""), (.quarter, ""), (.eighth, "")])
    /// All sample patterns.
    public static let all = [quarter, rest, eighths, triplet, sixteenths, dotted, syncopation]

    /// Returns a pattern of notes and rests.
    ///
    /// - Parameter elements: for each note or rest, its note value, such as `.eighth`, and a string of modifiers: `.`
    ///   for a dotted note, `3` for a triplet, `r` for a rest. The string is empty for a plain note.
    public static func pattern(
        _ id: String, _ difficulty: Int, _ elements: [(NoteValue.Base, String)]
    ) -> Pattern {
        let made = elements.compactMap { base, special in
            NoteValue(base, isDotted: special.contains("."), tuplet: special.contains("3") ? .triplet : nil).map {
                Pattern.Element($0, isRest: special.contains("r"))
            }
        }
        return Pattern(id: id, difficulty: difficulty, elements: made)
    }
}
