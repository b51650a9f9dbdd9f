import ParlandoCore

/// A note or rest as it is written: with one note value.
struct WrittenNote: Equatable {
    /// Ticks from the start of the bar.
    let start: Int
    let value: NoteValue
    let isRest: Bool
    /// The tuplet that it belongs to, in ticks.
    let tuplet: Range<Int>?
    /// Whether a tie leads here from the bar before.
    let isTiedOver: Bool
    /// Whether a tie begins here. It may lead into the next bar.
    let isTied: Bool

    var end: Int {
        start + value.ticks
    }

    /// Beams or flags.
    var beams: Int {
        let place = NoteValue.Base.allCases.firstIndex(of: value.base) ?? 0
        return isRest ? 0 : max(0, place - 2)
    }
}

/// One voice of a bar as engravers write it (Gould, *Behind Bars*): what is played is divided so that the beats can be
/// seen, and its parts are tied.
struct WrittenBar: Equatable {
    /// In order. Empty if the voice rests for the whole bar.
    let notes: [WrittenNote]
    /// Indices of notes that are joined by beams, at least two.
    let beams: [Range<Int>]

    init(_ line: [PlacedElement], meter: Meter) {
        var notes: [WrittenNote] = []
        var parts = Self.parts(of: line, in: meter)[...]
        while let first = parts.first {
            guard let tuplet = first.tuplet else {
                let values = meter.values(first.ticks, isRest: first.isRest)
                notes += first.written(values, tuplet: nil)
                parts.removeFirst()
                continue
            }
            let run = parts.prefix { $0.tuplet == tuplet }
            parts.removeFirst(run.count)
            for group in Self.tuplets(Array(run), in: meter) {
                let ticks = group[0].ticks.lowerBound..<group[group.count - 1].ticks.upperBound
                notes += group.flatMap { $0.written(.longest($0.ticks.count, tuplet), tuplet: ticks) }
            }
        }
        let isFull = notes.reduce(0) { $0 + $1.value.ticks } == meter.ticksPerBar
        self.notes = isFull && notes.allSatisfy(\.isRest) ? [] : notes
        beams = Self.beams(self.notes, in: meter)
    }

    /// What a bar has of a note or rest.
    private struct Part {
        var ticks: Range<Int>
        let tuplet: NoteValue.Tuplet?
        let isRest: Bool
        let isTiedOver: Bool
        let isTied: Bool

        func written(_ values: [NoteValue], tuplet: Range<Int>?) -> [WrittenNote] {
            var start = ticks.lowerBound
            return values.enumerated().map { index, value in
                defer { start += value.ticks }
                return WrittenNote(
                    start: start, value: value, isRest: isRest, tuplet: tuplet,
                    isTiedOver: isTiedOver && index == 0, isTied: isTied || !isRest && index < values.count - 1)
            }
        }

        func cut(every length: Int) -> [Part] {
            let edges = ticks.filter { $0 == ticks.lowerBound || $0 % length == 0 } + [ticks.upperBound]
            return zip(edges, edges.dropFirst()).map { from, to in
                Part(
                    ticks: from..<to, tuplet: tuplet, isRest: isRest,
                    isTiedOver: isTiedOver && from == ticks.lowerBound,
                    isTied: isTied || !isRest && to < ticks.upperBound)
            }
        }
    }

    /// Adjacent rests are one.
    private static func parts(of line: [PlacedElement], in meter: Meter) -> [Part] {
        var parts: [Part] = []
        for placed in line where placed.end > 0 && placed.start < meter.ticksPerBar && placed.element.ticks > 0 {
            let (element, isRest) = (placed.element, placed.element.isRest)
            let part = Part(
                ticks: max(placed.start, 0)..<min(placed.end, meter.ticksPerBar), tuplet: element.tuplet,
                isRest: isRest, isTiedOver: !isRest && placed.start < 0,
                isTied: !isRest && placed.end > meter.ticksPerBar)
            if let last = parts.last, last.isRest, isRest, last.tuplet == nil, element.tuplet == nil,
                last.ticks.upperBound == part.ticks.lowerBound
            {
                parts[parts.count - 1].ticks = last.ticks.lowerBound..<part.ticks.upperBound
            } else {
                parts.append(part)
            }
        }
        return parts
    }

    /// Ticks of whole tuplets.
    static let tupletLengths = [30, 60, 120, 240, 480]

    /// Complete tuplets, as short as possible. What is left, as where a bar line has cut a long one, is cut at the beats.
    private static func tuplets(_ run: [Part], in meter: Meter, canCut: Bool = true) -> [[Part]] {
        var groups: [[Part]] = []
        var group: [Part] = []
        for part in run {
            group.append(part)
            let length = part.ticks.upperBound - group[0].ticks.lowerBound
            if group.count > 1 || !canCut, tupletLengths.contains(length) {
                groups.append(group)
                group = []
            }
        }
        guard canCut, !group.isEmpty else {
            return group.isEmpty ? groups : groups + [group]
        }
        let pieces = group.flatMap { $0.cut(every: meter.lower == 4 ? 120 : 60) }
        return groups + tuplets(pieces, in: meter, canCut: false)
    }

    private static func beams(_ notes: [WrittenNote], in meter: Meter) -> [Range<Int>] {
        let groups = notes.indices.filter { notes[$0].beams > 0 }.runs { index in
            let (note, before) = (notes[index], notes[index - 1])
            return before.end == note.start
                && span(of: before, among: notes, in: meter) == span(of: note, among: notes, in: meter)
        }
        return groups.filter { $0.count > 1 }
    }

    /// The ticks that a beam may cover: a beat or group; half of 4/4 and a whole bar of 2/4 or 3/4 if all of it is eighths.
    private static func span(of note: WrittenNote, among notes: [WrittenNote], in meter: Meter) -> Range<Int> {
        let tick = note.tuplet?.lowerBound ?? note.start
        let length = meter == .threeFour ? 360 : 240
        let whole = tick / length * length..<(tick / length + 1) * length
        let eighths = notes.filter {
            whole.contains($0.start) && $0.beams == 1 && $0.value.ticks == 60 && $0.tuplet == nil
        }
        let isJoined = meter.lower == 4 && meter != .fiveFour && eighths.count == length / 60
        return isJoined ? whole : meter.group(at: tick)
    }
}

// MARK: What a metre shows

extension Meter {
    /// The beat or group with a tick of the bar.
    func group(at tick: Int) -> Range<Int> {
        let starts = groups.indices.map { groups[..<$0].reduce(0, +) }
        let index = starts.lastIndex { $0 <= tick } ?? 0
        return starts[index]..<starts[index] + groups[index]
    }

    /// What has to be seen in longer bars before the beats; 5/4 is 3 + 2.
    private var middle: Int? {
        switch self {
        case .fourFour: 240
        case .twelveEight, .twelveEightInEighths, .fiveFour: 360
        default: nil
        }
    }

    /// How clearly a tick is to be seen: 4 for the middle of the bar, 3 for a beat or group, 2 for an eighth, 1 and 0 for
    /// shorter values.
    private func strength(of tick: Int) -> Int {
        let within = tick - group(at: tick).lowerBound
        return tick == middle ? 4 : within == 0 ? 3 : within % 60 == 0 ? 2 : within % 30 == 0 ? 1 : 0
    }

    /// The fewest values that may be written over some ticks of the bar: else they are divided where it is clearest.
    func values(_ ticks: Range<Int>, isRest: Bool) -> [NoteValue] {
        if let value = NoteValue(ticks: ticks.count), isRest ? allowsRest(ticks, value) : allowsNote(ticks) {
            return [value]
        }
        let inside = stride(from: (ticks.lowerBound / 15 + 1) * 15, to: ticks.upperBound, by: 15).reversed()
        let most = inside.map(strength).max()
        let ways = inside.filter { strength(of: $0) == most }.map { cut in
            values(ticks.lowerBound..<cut, isRest: isRest) + values(cut..<ticks.upperBound, isRest: isRest)
        }
        let cost = { (way: [NoteValue]) in 8 * way.count + way.count(where: \.isDotted) }
        return ways.min { cost($0) < cost($1) } ?? .longest(ticks.count, nil)
    }

    private func allowsNote(_ ticks: Range<Int>) -> Bool {
        let (start, length, group) = (ticks.lowerBound, ticks.count, group(at: ticks.lowerBound))
        /// Any one to three quarters of a simple unit may be one note, as in eighth, quarter, eighth.
        func isInside(_ unit: Int, _ size: Int) -> Bool {
            unit <= start && ticks.upperBound <= unit + size && (start - unit) % (size / 4) == 0
                && length % (size / 4) == 0
        }
        if ticks.upperBound <= group.upperBound {
            let eighth = group.lowerBound + (start - group.lowerBound) / 60 * 60
            return ticks == group || isInside(eighth, 60)
                || [eighth - 60, eighth].contains {
                    $0 >= group.lowerBound && $0 + 120 <= group.upperBound && isInside($0, 120)
                }
        }
        guard lower == 4 else {
            return start == group.lowerBound
                && (ticks.upperBound == ticksPerBar || ticks.upperBound == self.group(at: ticks.upperBound).lowerBound)
        }
        if start % 120 == 0, length % 120 == 0 {
            let isAtEdge = start == 0 || self == .fiveFour && ticks.upperBound == ticksPerBar
            let hidesDivision = self == .fiveFour && (start + 1..<ticks.upperBound).contains(360)
            return length <= 240 && !hidesDivision || length == ticksPerBar || length < 480 && isAtEdge
        }
        let pair = group.lowerBound..<group.lowerBound + 240
        // Two dotted quarters would look like 6/8.
        let isDisguised = self == .threeFour && start == 180 && length == 180
        return pair.upperBound <= ticksPerBar && middle != pair.lowerBound + 120 && !isDisguised
            && isInside(pair.lowerBound, 240)
    }

    /// Rests begin where their value would in an even division. Only half a bar may cover more than a beat.
    private func allowsRest(_ ticks: Range<Int>, _ value: NoteValue) -> Bool {
        let group = group(at: ticks.lowerBound)
        guard ticks.upperBound <= group.upperBound else {
            return ticks.count * 2 == ticksPerBar && ticks.count == middle && ticks.lowerBound % ticks.count == 0
        }
        let step = value.isDotted ? ticks.count * 4 / 3 : ticks.count
        return ticks == group || (ticks.lowerBound - group.lowerBound) % step == 0
    }
}

extension [Int] {
    /// Ascending indices, put together where they are adjacent and joined.
    /// - Parameter isJoined: whether an index belongs to the one before it.
    func runs(_ isJoined: (Int) -> Bool) -> [Range<Int>] {
        reduce(into: []) { runs, index in
            if let last = runs.last, last.upperBound == index, isJoined(index) {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
    }
}

extension [NoteValue] {
    /// The longest values that together have a length. Of what is too short, a thirty-second remains.
    fileprivate static func longest(_ ticks: Int, _ tuplet: NoteValue.Tuplet?) -> [NoteValue] {
        let all = NoteValue.Base.allCases.flatMap { base in
            [true, false].compactMap { NoteValue(base, isDotted: $0, tuplet: tuplet) }
        }
        var (values, left) = ([NoteValue](), ticks)
        while let next = all.first(where: { $0.ticks <= left }) {
            values.append(next)
            left -= next.ticks
        }
        return values.isEmpty ? Array(all.suffix(1)) : values
    }
}
