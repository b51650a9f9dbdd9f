import ParlandoCore

/// A rhythm while it is written with keys: digits, which are the same in every keyboard layout. 1, 2, 4, 8 and 6 (for
/// sixteenths) add a note; a dot, 3 and 5 make the next ones dotted or tuplets, 0 makes them rests.
public struct RhythmDraft: Sendable, Equatable {
    static let values: KeyValuePairs<String, NoteValue.Base> = [
        "1": .whole, "2": .half, "4": .quarter, "8": .eighth, "6": .sixteenth,
    ]
    static let mostBars = 64

    var meter: Meter
    private(set) var elements: [Pattern.Element]
    /// Key of what distinguishes the next notes; empty if nothing does.
    public private(set) var mark = ""
    public private(set) var isRest = false

    /// - Parameter text: as in `Pattern.init(text:)`. What is longer than can be written is left out.
    init(text: String, meter: Meter) {
        let pattern = Pattern(text: text)
        elements = pattern?.ticks ?? 0 > Self.mostBars * meter.ticksPerBar ? [] : pattern?.elements ?? []
        self.meter = meter
    }

    /// Backspace removes the last note. Returns whether the key means something.
    mutating func type(_ key: String) -> Bool {
        if let base = Self.values.first(where: { $0.key == key })?.value {
            let tuplet = NoteValue.Tuplet.allCases.first { "\($0.number)" == mark }
            let value = NoteValue(base, isDotted: mark == ".", tuplet: tuplet)
            if let value, ticks + value.ticks <= Self.mostBars * meter.ticksPerBar {
                elements.append(Pattern.Element(value, isRest: isRest))
            }
            return true
        }
        switch key {
        case "", ".", "3", "5": mark = mark == key ? "" : key
        case "0": isRest.toggle()
        case "\u{8}": _ = elements.popLast()
        default: return false
        }
        return true
    }

    private var ticks: Int {
        elements.reduce(0) { $0 + $1.ticks }
    }

    var bars: Int {
        (ticks + meter.ticksPerBar - 1) / meter.ticksPerBar
    }

    /// Ticks that the last bar lacks.
    var missing: Int {
        bars * meter.ticksPerBar - ticks
    }

    /// Whole bars: what the last one lacks is a rest.
    var rhythm: ImportedRhythm {
        let end = missing == 0 ? [] : [Pattern.Element(ticks: missing, isRest: true)]
        let pattern = Pattern(id: Pattern.ownID, beat: .any, elements: elements + end)
        return ImportedRhythm(pattern: pattern, meter: meter)
    }

    func exercise(_ swing: Swing = .straight) -> Exercise {
        Exercise(.sequence([rhythm.pattern]), bars: bars, meter: meter, swing: swing)
    }

    /// What is written so far, at least one bar.
    public var rows: [RhythmViewState.Row] {
        let (exercise, bars, isOpen) = (exercise(), bars, missing > 0)
        return (0..<max(bars, 1)).map { bar in
            var row = RhythmViewState.Row(bar: bar, music: exercise.bar(bar), meter: meter)
            if isOpen, bar == bars - 1 {
                row.music.played.removeLast()
            }
            row.spoken = RhythmWording.bar(bar, row.music)
            return row
        }
    }

    /// Rests alone are no rhythm.
    public var canUse: Bool {
        !elements.allSatisfy(\.isRest)
    }

    public var status: String {
        PracticeWording.status(self)
    }
}
