import ParlandoCore

/// Joins the eighths and sixteenths of each beat with beams. A single note gets flags instead.
struct BeamGroups {
    private struct Note {
        let stem: Double
        let beams: Int
    }

    private let scale: NotationScale
    private var group: [Note] = []
    private var beat = -1
    private var done: [NotationLayout.Sign] = []

    init(scale: NotationScale) {
        self.scale = scale
    }

    /// Adds the next note or rest of the bar. `tick` is its position from the beginning of the bar, in twelfths of a
    /// quarter note.
    mutating func add(_ element: Pattern.Element, at tick: Int) {
        let beams = element.isRest ? 0 : element.value.base.beams
        if beams == 0 || tick / NoteValue.ticksPerBeat != beat {
            close()
        }
        beat = tick / NoteValue.ticksPerBeat
        if beams > 0 {
            let head = scale.x(ofTick: tick)
            group.append(Note(stem: NotationLayout.stem(of: head), beams: beams))
        }
    }

    /// The beams and flags of all notes that were added.
    var signs: [NotationLayout.Sign] {
        var copy = self
        copy.close()
        return copy.done
    }

    private mutating func close() {
        if group.count == 1 {
            done.append(.flags(x: group[0].stem, count: group[0].beams))
        } else if group.count > 1 {
            let most = group.map(\.beams).max() ?? 0
            for level in 0..<most {
                done += beams(at: level)
            }
        }
        group = []
    }

    /// Returns the beams at one level; level 0 is for eighths and sixteenths, level 1 for sixteenths only. Adjacent
    /// notes that reach the level share a beam. A note between others that do not reach it gets a stub that points into
    /// the group.
    private func beams(at level: Int) -> [NotationLayout.Sign] {
        var result: [NotationLayout.Sign] = []
        var index = 0
        while index < group.count {
            guard group[index].beams > level else {
                index += 1
                continue
            }
            let end = group[index...].firstIndex { $0.beams <= level } ?? group.count
            let (first, last) = (group[index].stem, group[end - 1].stem)
            if end - index > 1 {
                result.append(.beam(from: first, to: last, level: level))
            } else if index == 0 {
                result.append(.beam(from: first, to: first + Self.stub, level: level))
            } else {
                result.append(.beam(from: first - Self.stub, to: first, level: level))
            }
            index = end
        }
        return result
    }

    /// Length of the stub beam of a single note, in staff spaces.
    private static let stub = 0.9
}

extension NoteValue.Base {
    /// Number of beams or flags of the note.
    fileprivate var beams: Int {
        switch self {
        case .half, .quarter: 0
        case .eighth: 1
        case .sixteenth: 2
        }
    }
}
