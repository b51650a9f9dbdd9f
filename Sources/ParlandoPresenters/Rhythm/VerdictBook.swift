import ParlandoCore

/// The verdicts of an exercise that can be shown: those of the last bars, and the last strokes.
struct VerdictBook {
    /// Maximum number of strokes on the strip.
    private static let strip = 16
    /// Maximum number of verdicts that are kept in a long exercise.
    private static let most = 400

    /// The verdicts, in the order in which they arrived.
    private(set) var verdicts: [Verdict] = []

    /// Adds verdicts. A verdict on a note or stroke that was judged before replaces the earlier one.
    mutating func add(_ new: [Verdict]) {
        for verdict in new {
            verdicts.removeAll { $0.isReplaced(by: verdict) }
            verdicts.append(verdict)
        }
        verdicts.removeFirst(max(0, verdicts.count - Self.most))
    }

    /// Removes the verdicts from this tick on, because the exercise is played again from there.
    mutating func rewind(to tick: Int) {
        verdicts.removeAll { $0.tick >= tick }
    }

    /// Returns the marks of the notes of a bar.
    func marks(inBar bar: Int) -> [RhythmViewState.Row.Mark] {
        let ticksPerBar = Exercise.beatsPerBar * NoteValue.ticksPerBeat
        let ticks = bar * ticksPerBar..<(bar + 1) * ticksPerBar
        return verdicts.filter { ticks.contains($0.tick) }.map {
            .init(tick: $0.tick - ticks.lowerBound, grade: $0.grade, isEarly: $0.isEarly)
        }
    }

    /// The verdicts on the latest strokes, oldest first, as shown on the strip of deviations.
    var lastStrokes: [Verdict] {
        Array(verdicts.filter { $0.deviation != nil }.suffix(Self.strip))
    }
}

extension Verdict {
    /// Whether the stroke came before its note.
    var isEarly: Bool {
        (deviation ?? 0) < 0
    }

    fileprivate func isReplaced(by other: Verdict) -> Bool {
        (note != nil && note == other.note) || (stroke != nil && stroke == other.stroke)
    }
}
