import ParlandoCore

/// Patterns that tests play.
extension Pattern {
    /// A pattern of notes (`n`) and rests (`r`) of so many ticks: `["n6", "r6"]`.
    static func of(_ id: String, _ elements: String...) -> Pattern {
        let values: [Int: NoteValue?] = [
            3: NoteValue(.sixteenth), 4: NoteValue(.eighth, isTriplet: true), 6: NoteValue(.eighth),
            8: NoteValue(.quarter, isTriplet: true), 9: NoteValue(.eighth, isDotted: true), 12: NoteValue(.quarter),
            18: NoteValue(.quarter, isDotted: true), 24: NoteValue(.half), 36: NoteValue(.half, isDotted: true),
        ]
        let made = elements.compactMap { element in
            Int(element.dropFirst()).flatMap { values[$0] ?? nil }.map {
                Element($0, isRest: element.first == "r")
            }
        }
        return Pattern(id: id, difficulty: 1, elements: made)
    }

    static let quarter = of("quarter", "n12")
    static let rest = of("rest", "r12")
    static let eighths = of("eighths", "n6", "n6")
    static let triplet = of("triplet", "n4", "n4", "n4")
    static let sixteenths = of("sixteenths", "n3", "n3", "n3", "n3")
    static let half = of("half", "n24")
    static let dottedEighth = of("dotted-eighth", "n9", "n3")
    static let sixteenthDotted = of("sixteenth-dotted", "n3", "n9")
    static let dottedQuarter = of("dotted-quarter", "n18", "n6")
    static let syncopation = of("syncopation", "n6", "n12", "n6")
    static let swing = of("swing", "n8", "n4")
    static let threeBeats = of("three", "n36")

    /// Every length of note there is, beside neighbours of its own and of other lengths.
    static let every: [Pattern] = [
        quarter, eighths, triplet, sixteenths, half, dottedEighth, sixteenthDotted, dottedQuarter, syncopation, swing,
    ]
}

extension Exercise {
    /// These patterns in order, again and again.
    static func of(_ patterns: Pattern..., bars: Int?) -> Exercise {
        Exercise(.sequence(patterns), bars: bars)
    }
}

extension Schedule {
    /// Everything that is expected; for exercises with an end.
    var all: [ScheduledEvent] {
        var schedule = self
        var events: [ScheduledEvent] = []
        while let bar = schedule.nextBar() {
            events += bar
        }
        return events
    }
}
