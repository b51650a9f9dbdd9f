import ParlandoCore

/// A rhythm while it is written with keys: digits, which are the same in every keyboard layout. 1, 2, 4, 8 and 6 (for
/// sixteenths) add a note; a dot, 3 and 5 make the next ones dotted or tuplets, 0 makes them rests.
public struct RhythmDraft: Sendable, Equatable {
    static let values: KeyValuePairs<String, NoteValue.Base> = [
        "1": .whole, "2": .half, "4": .quarter, "8": .eighth, "6": .sixteenth,
    ]
    /// To which notes can be added.
    static let mostBars = 64
    /// Of more bars, the last ones are shown.
    static let mostRows = 200

    /// The text that it was made from.
    let source: String
    var meter: Meter
    private(set) var elements: [Pattern.Element]
    /// Waits until a tuplet is whole.
    private var chosenMark = ""
    public private(set) var isRest = false

    /// - Parameter text: as in `Pattern.init(text:)`.
    init(text: String, meter: Meter) {
        elements = Pattern(text: text)?.elements ?? []
        (source, self.meter) = (text, meter)
    }

    /// - Parameter kept: as in the property of that name.
    init?(kept: [String]) {
        guard kept.count == 3, let meter = Meter(rawValue: kept[0]), let pattern = Pattern(text: kept[2]) else {
            return nil
        }
        (elements, source, self.meter) = (pattern.elements, kept[1], meter)
    }

    /// Time signature, source, and what is written; empty if nothing would be lost with it.
    var kept: [String] {
        let isEdited = !elements.allSatisfy(\.isRest) && elements != Pattern(text: source)?.elements
        let pattern = Pattern(id: Pattern.ownID, beat: .any, elements: elements)
        return isEdited ? [meter.rawValue, source, pattern.text] : []
    }

    /// Backspace removes the last note. Returns whether the key means something.
    mutating func type(_ key: String) -> Bool {
        if let base = Self.values.first(where: { $0.key == key })?.value {
            let tuplet = NoteValue.Tuplet.allCases.first { "\($0.number)" == mark }
            let value = NoteValue(base, isDotted: mark == ".", tuplet: tuplet)
            var longer = self
            longer.elements += value.map { [Pattern.Element($0, isRest: isRest)] } ?? []
            self = longer.lack != nil && longer.ticks <= mostTicks ? longer : self
            return true
        }
        switch key {
        case "", ".", "3", "5": chosenMark = chosenMark == key ? "" : key
        case "0": isRest.toggle()
        case "\u{8}": _ = elements.popLast()
        default: return false
        }
        return true
    }

    /// Key of what distinguishes the next notes; empty if nothing does.
    var mark: String {
        unfinished.last?.tuplet.map { "\($0.number)" } ?? chosenMark
    }

    /// What is written of the last tuplet until it is whole.
    var unfinished: [Pattern.Element] {
        var (group, end) = ([Pattern.Element](), 0)
        for element in elements {
            group = element.tuplet == group.last?.tuplet ? group : []
            group += element.tuplet == nil ? [] : [element]
            end += element.ticks
            // The first note of one that a tie leads into is a plain one.
            let isWhole = WrittenBar.tupletLengths.contains(group.reduce(0) { $0 + $1.ticks }) || end % 15 == 0
            group = isWhole && group.count > 1 ? [] : group
        }
        return group
    }

    /// What the last tuplet lacks, as rests of its shortest value; nil if those cannot fill it.
    var lack: [Pattern.Element]? {
        let written = unfinished
        guard let shortest = written.min(by: { $0.ticks < $1.ticks }) else {
            return []
        }
        let left = WrittenBar.tupletLengths.map { written.reduce($0) { $0 - $1.ticks } }
        let rest = Pattern.Element(ticks: shortest.ticks, tuplet: shortest.tuplet, isRest: true)
        return left.first { $0 > 0 && $0 % rest.ticks == 0 }.map { Array(repeating: rest, count: $0 / rest.ticks) }
    }

    private var ticks: Int {
        (elements + (lack ?? [])).reduce(0) { $0 + $1.ticks }
    }

    private var mostTicks: Int {
        Self.mostBars * meter.ticksPerBar
    }

    var isFull: Bool {
        ticks >= mostTicks
    }

    var bars: Int {
        (ticks + meter.ticksPerBar - 1) / meter.ticksPerBar
    }

    /// Ticks that the last bar lacks.
    var missing: Int {
        bars * meter.ticksPerBar - ticks
    }

    /// Whole tuplets and bars: what the last ones lack are rests.
    var rhythm: ImportedRhythm {
        let end = missing == 0 ? [] : [Pattern.Element(ticks: missing, isRest: true)]
        let pattern = Pattern(id: Pattern.ownID, beat: .any, elements: elements + (lack ?? []) + end)
        return ImportedRhythm(pattern: pattern, meter: meter)
    }

    func exercise(_ swing: Swing = .straight) -> Exercise {
        Exercise(.sequence([rhythm.pattern]), bars: bars, meter: meter, swing: swing)
    }

    /// What is written so far, at least one bar.
    public var rows: [RhythmViewState.Row] {
        let (exercise, bars, isOpen) = (exercise(), bars, missing > 0)
        return (max(bars - Self.mostRows, 0)..<max(bars, 1)).map { bar in
            var row = RhythmViewState.Row(
                bar: bar, music: exercise.bar(bar), meter: meter, showsMeter: bar == 0)
            if isOpen, bar == bars - 1 {
                row.music.played.removeLast()
            }
            row.spoken = RhythmWording.bar(bar, row.music, in: meter)
            return row
        }
    }

    /// Rests alone are no rhythm, and a tuplet has to be whole.
    public var canUse: Bool {
        unfinished.isEmpty && !elements.allSatisfy(\.isRest)
    }

    public var meters: RhythmChoices.Selection {
        .init(options: RhythmWording.meters, chosen: meter.rawValue)
    }

    public var marks: RhythmChoices.Selection {
        .init(options: PracticeWording.marks, chosen: mark)
    }

    public var status: String {
        PracticeWording.status(self)
    }
}
