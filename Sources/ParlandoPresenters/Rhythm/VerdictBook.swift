import ParlandoCore

/// The verdicts of an exercise as far as they can be seen: those of the last bars, and the last strokes.
struct VerdictBook {
    /// Strokes that the strip shows.
    private static let strip = 16
    /// A long exercise keeps no more verdicts than these.
    private static let most = 400

    /// In the order in which they came.
    private(set) var verdicts: [Verdict] = []

    /// Takes new verdicts; one for a note or stroke that was judged before replaces the earlier one.
    mutating func add(_ new: [Verdict]) {
        for verdict in new {
            verdicts.removeAll { $0.isReplaced(by: verdict) }
            verdicts.append(verdict)
        }
        verdicts.removeFirst(max(0, verdicts.count - Self.most))
    }

    /// What follows is played again: what was said of it does not count.
    mutating func rewind(to tick: Int) {
        verdicts.removeAll { $0.tick >= tick }
    }

    /// What became of the notes of a bar.
    func marks(inBar bar: Int) -> [RhythmViewState.Row.Mark] {
        let ticksPerBar = Exercise.beatsPerBar * NoteValue.ticksPerBeat
        let ticks = bar * ticksPerBar..<(bar + 1) * ticksPerBar
        return verdicts.filter { ticks.contains($0.tick) }.map {
            .init(tick: $0.tick - ticks.lowerBound, grade: $0.grade, isEarly: $0.isEarly)
        }
    }

    /// The strokes that were heard last.
    var lastStrokes: [Verdict] {
        Array(verdicts.filter { $0.deviation != nil }.suffix(Self.strip))
    }
}

extension Verdict {
    /// Whether it came before its note.
    var isEarly: Bool {
        (deviation ?? 0) < 0
    }

    fileprivate func isReplaced(by other: Verdict) -> Bool {
        (note != nil && note == other.note) || (stroke != nil && stroke == other.stroke)
    }
}
