public import ParlandoCore

/// Names of rhythm patterns.
public enum PatternWording {
    /// Returns the name of a rhythm pattern. For a pattern that the user has added, this is the name in the user's
    /// pattern file.
    public static func name(of pattern: Pattern) -> String {
        switch pattern.id {
        case "quarter": tr("Quarter note")
        case "rest": tr("Quarter rest")
        case "eighths": tr("Two eighths")
        case "half": tr("Half note")
        case "triplet": tr("Eighth triplet")
        case "rest-eighth": tr("Eighth rest and eighth")
        case "eighth-rest": tr("Eighth and eighth rest")
        case "dotted-quarter": tr("Dotted quarter and eighth")
        case "sixteenths": tr("Four sixteenths")
        case "eighth-sixteenths": tr("Eighth and two sixteenths")
        case "sixteenths-eighth": tr("Two sixteenths and eighth")
        case "eighth-dotted-quarter": tr("Eighth and dotted quarter")
        case "syncopation": tr("Syncopation")
        case "dotted-eighth": tr("Dotted eighth and sixteenth")
        case "sixteenth-dotted": tr("Sixteenth and dotted eighth")
        case "sixteenth-syncopation": tr("Syncopation in sixteenths")
        case "triplet-rest": tr("Triplet with a rest inside")
        case "swing": tr("Swing: quarter and eighth as a triplet")
        case "rest-sixteenths": tr("Sixteenth rest and three sixteenths")
        default: pattern.id
        }
    }
}
