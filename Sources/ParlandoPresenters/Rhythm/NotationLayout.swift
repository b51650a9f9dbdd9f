public import ParlandoCore

/// The signs of one bar on a single-line staff, as `WrittenBar` writes it.
///
/// Lengths are in staff spaces; a note head is one high. x runs from the left edge of the bar, y from the staff line
/// downwards. x is proportional to time, so that a mark which moves at constant speed is always at the note that
/// sounds.
public struct NotationLayout: Sendable, Equatable {
    public enum Sign: Sendable, Equatable {
        /// Its centre. Half and whole notes are hollow.
        case head(NoteValue.Base, x: Double, y: Double)
        case stem(x: Double, from: Double, to: Double)
        /// `y` is its upper edge.
        case beam(from: Double, to: Double, y: Double)
        /// At the end of a stem that no beam joins.
        case flags(x: Double, y: Double, count: Int, isDown: Bool)
        case dot(x: Double, y: Double)
        /// `y` is 0 in the middle of the staff.
        case rest(NoteValue.Base, x: Double, y: Double)
        /// A number at `y`, and a bracket unless a beam joins just these notes.
        case tuplet(Int, from: Double, to: Double, y: Double, hasBracket: Bool, isDown: Bool)
        case tie(from: Double, to: Double, y: Double, isDown: Bool)
        /// Of the time signature. The centre and the width.
        case number(Int, x: Double, y: Double, width: Double)
        case barLine(x: Double, width: Double)
    }

    /// The frame that is drawn around a pattern.
    public struct Frame: Sendable, Equatable {
        public let left: Double
        public let right: Double
    }

    public static let headRadius = 0.6
    public static let beamThickness = 0.5
    /// Frames and brackets lie below it.
    public static let top = -6.0
    /// The lower edge of all signs.
    public let bottom: Double
    /// y of the marks for strokes. Those of extra strokes are lower.
    public let marks: Double
    /// Pixels in a staff space; 1 where the view decides.
    public let space: Double
    /// Everything to draw, in any order.
    public let signs: [Sign]
    /// One for each beat: around the pattern that is played then, or the beat or group where patterns cannot be told
    /// apart.
    public let frames: [Frame]
    public let scale: NotationScale
    private let music: ExerciseBar
    private let swing: Swing

    /// A bar that fits into a rectangle, in pixels.
    /// - Parameters:
    ///   - showsMeter: whether the time signature is written. Its room is kept, so that notes are below notes.
    ///   - isLast: whether the final bar line follows.
    public init(
        _ music: ExerciseBar, meter: Meter, swing: Swing = .straight, showsMeter: Bool = true, isLast: Bool = false,
        width: Double, height: Double
    ) {
        let voices = Voice.all(of: music, in: meter)
        let depth = Self.depth(of: voices)
        let digit = meter.upper < 10 ? 1.5 : 2.7
        let left = 2.3 + digit
        let needed =
            Self.width(of: voices, ticks: meter.ticksPerBar, music, swing, step: 1.9, longest: 30)
            + left + NotationScale.rightPadding
        space = max(1, min(height / (depth + 2.1 - Self.top), width / needed))
        let scale = NotationScale(width: width / space, ticks: meter.ticksPerBar, left: left)
        let numbers = [(meter.upper, -1.0), (meter.lower, 1)].map { number, y in
            Sign.number(number, x: 0.5 + digit / 2, y: y, width: number < 10 ? 1.5 : digit)
        }
        let lines = isLast ? [(1.05, 0.12), (0.55, 0.55)] : [(0.12, 0.12)]
        signs =
            (showsMeter ? numbers : []) + lines.map { .barLine(x: scale.width - $0, width: $1) }
            + voices.flatMap { Engraver(voice: $0, scale: scale, meter: meter, music: music, swing: swing).signs }
        (marks, bottom) = (depth + 0.9, depth + 2.1)
        frames = (0..<meter.beats).map { beat in
            let span = music.span(at: beat * meter.beatTicks, in: meter)
            return Frame(left: scale.x(ofTick: span.lowerBound) - 0.9, right: scale.x(ofTick: span.upperBound) - 0.9)
        }
        (self.scale, self.music, self.swing) = (scale, music, swing)
    }

    /// - Parameter pattern: alone, as in a chooser, and as wide as it has to be.
    public init(_ pattern: Pattern) {
        let meter = [Meter.fourFour, .threeFour].first { $0.offers(pattern) } ?? .twelveEight
        var music = Exercise(.sequence([pattern]), bars: 1, meter: meter).bar(0)
        music.played.removeAll { $0.start >= pattern.ticks }
        music.companion.removeAll { $0.start >= pattern.ticks }
        let voices = Voice.all(of: music, in: meter)
        let (left, ticks) = (1.5, max(pattern.ticks, 1))
        // The time of a single note needs no room.
        let longest = pattern.elements.count == 1 ? Double(ticks) : ticks > 240 ? 40 : 30
        let width = Self.width(of: voices, ticks: ticks, music, .straight, step: 1.6, longest: longest)
        let scale = NotationScale(width: width + left + NotationScale.rightPadding, ticks: ticks, left: left)
        signs = voices.flatMap {
            Engraver(voice: $0, scale: scale, meter: meter, music: music, swing: .straight).signs
        }
        (marks, bottom) = (Self.depth(of: voices), Self.depth(of: voices) + 0.6)
        (self.scale, self.music, swing, space, frames) = (scale, music, .straight, 1, [])
    }

    /// Where the mark for a stroke belongs, by the written tick of the note or rest.
    public func x(ofMarkAt tick: Int) -> Double {
        scale.x(ofTick: music.position(ofTick: tick, swing: swing))
    }

    /// How far voices reach below the staff line.
    private static func depth(of voices: [Voice]) -> Double {
        guard let lower = voices.last, lower.isDown else {
            return 0.9
        }
        return lower.stemEnd + (lower.bar.notes.contains { $0.tuplet != nil } ? 2 : 0.2)
    }

    /// What the notes need.
    /// - Parameters:
    ///   - step: between the heads of the closest notes of a voice.
    ///   - longest: ticks between them, so that bars of longer notes need no less.
    private static func width(
        of voices: [Voice], ticks: Int, _ music: ExerciseBar, _ swing: Swing, step: Double, longest: Double
    ) -> Double {
        let gaps = voices.flatMap { voice in
            let starts = voice.bar.notes.map { music.position(ofTick: $0.start, swing: swing) }
            return zip(starts, starts.dropFirst() + [Double(ticks)]).map { max($1 - $0, 10) }
        }
        return step * Double(ticks) / min(longest, gaps.min() ?? longest)
    }
}

/// Maps ticks linearly to x.
public struct NotationScale: Sendable, Equatable {
    /// From the end of the last beat to the right edge.
    static let rightPadding = 0.9

    public let width: Double
    let ticks: Int
    /// From the left edge to the centre of a note on the first beat.
    let left: Double

    /// The centre of a note. The tick may lie outside the bar.
    public func x(ofTick tick: Double) -> Double {
        left + tick / Double(ticks) * (width - left - Self.rightPadding)
    }

    func x(ofTick tick: Int) -> Double {
        x(ofTick: Double(tick))
    }
}

extension ExerciseBar {
    /// The ticks of the pattern that sounds at a tick. If it is repeated, its notes are the shortest part of the line that
    /// repeats after whole beats.
    fileprivate func span(at tick: Int, in meter: Meter) -> Range<Int> {
        let beat = meter.isCompound ? 180 : 120
        guard meter.lower == 4 || meter.isCompound, let index = played.firstIndex(where: { $0.end > tick }) else {
            return meter.group(at: tick)
        }
        let before = played[..<index].lastIndex { $0.pattern != played[index].pattern } ?? -1
        let run = Array(played[(before + 1)...].prefix { $0.pattern == played[index].pattern })
        for count in 1...run.count where run[0].start >= 0 && run[0].pattern != Pattern.ownID {
            let length = run[count - 1].end - run[0].start
            if length % beat == 0, zip(run, run.dropFirst(count)).allSatisfy({ $0.element == $1.element }) {
                let start = run[0].start + (tick - run[0].start) / length * length
                return start..<start + length
            }
        }
        return meter.group(at: tick)
    }
}

/// One line of notes at its height. With two, the stems point away from each other, and the heads are on both sides of
/// the staff line.
private struct Voice {
    let bar: WrittenBar
    /// y of the heads, of the ends of the stems, and of the rests.
    let head: Double
    let stemEnd: Double
    let rest: Double

    var isDown: Bool {
        stemEnd > 0
    }

    /// The upper one first.
    static func all(of music: ExerciseBar, in meter: Meter) -> [Voice] {
        let played = WrittenBar(music.played, meter: meter)
        guard !music.companion.isEmpty else {
            return [Voice(bar: played, head: 0, stemEnd: -3.5, rest: 0)]
        }
        return [
            Voice(bar: played, head: -0.5, stemEnd: -3.7, rest: -2.2),
            Voice(bar: WrittenBar(music.companion, meter: meter), head: 0.5, stemEnd: 3.4, rest: 2.2),
        ]
    }
}

/// Turns the notes of one voice into signs.
private struct Engraver {
    typealias Sign = NotationLayout.Sign

    let voice: Voice
    let scale: NotationScale
    let meter: Meter
    let music: ExerciseBar
    let swing: Swing

    private var notes: [WrittenNote] {
        voice.bar.notes
    }

    var signs: [Sign] {
        guard !notes.isEmpty else {
            return [.rest(.whole, x: (scale.left - NotationLayout.headRadius + scale.width) / 2, y: voice.rest)]
        }
        return notes.indices.flatMap(signs(of:)) + voice.bar.beams.flatMap(beams(of:)) + tuplets + ties
    }

    private func x(_ note: WrittenNote) -> Double {
        scale.x(ofTick: music.position(ofTick: note.start, swing: swing))
    }

    /// The stem is on the right side of the head if it points up.
    private func stem(_ note: WrittenNote) -> Double {
        x(note) + (voice.isDown ? -1 : 1) * (NotationLayout.headRadius - 0.07)
    }

    /// Without beams.
    private func signs(of index: Int) -> [Sign] {
        let (note, base) = (notes[index], notes[index].value.base)
        let y = note.isRest ? voice.rest : voice.head
        var signs: [Sign] = [note.isRest ? .rest(base, x: x(note), y: y) : .head(base, x: x(note), y: y)]
        if note.value.isDotted {
            // Above the line, unless the head is beside it.
            let space = note.isRest || voice.head == 0 ? y - 0.5 : y
            signs.append(.dot(x: x(note) + NotationLayout.headRadius + 0.55, y: space))
        }
        guard !note.isRest, base != .whole else {
            return signs
        }
        signs.append(.stem(x: stem(note), from: y + (voice.isDown ? 0.12 : -0.12), to: voice.stemEnd))
        if note.beams > 0, !voice.bar.beams.contains(where: { $0.contains(index) }) {
            signs.append(.flags(x: stem(note), y: voice.stemEnd, count: note.beams, isDown: voice.isDown))
        }
        return signs
    }

    /// Adjacent notes that reach a level share a beam of it, the first level nearest to the ends of the stems. A single
    /// one gets a stub that points to the note with which it makes up a longer value.
    private func beams(of group: Range<Int>) -> [Sign] {
        let most = notes[group].map(\.beams).max() ?? 0
        return (0..<most).flatMap { level in
            let offset = Double(level) * 0.8
            let y = voice.isDown ? voice.stemEnd - offset - NotationLayout.beamThickness : voice.stemEnd + offset
            let runs = group.filter { notes[$0].beams > level }.runs {
                level == 0 || !isDivided(before: $0, in: group)
            }
            return runs.map { run -> Sign in
                let (from, to) = (stem(notes[run.lowerBound]), stem(notes[run.upperBound - 1]))
                guard run.count == 1 else {
                    return .beam(from: from, to: to, y: y)
                }
                let isInside = run.lowerBound > group.lowerBound && run.upperBound < group.upperBound
                let pointsRight = isInside ? begins(run.lowerBound, at: level) : run.lowerBound == group.lowerBound
                return .beam(from: pointsRight ? from : from - 0.9, to: pointsRight ? from + 0.9 : from, y: y)
            }
        }
    }

    /// Thirty-seconds are joined by eighths, and tuplets apart, with only one beam between them.
    private func isDivided(before index: Int, in group: Range<Int>) -> Bool {
        let note = notes[index]
        let place = note.start - meter.group(at: note.start).lowerBound
        return note.tuplet != notes[index - 1].tuplet
            || note.tuplet == nil && place % 60 == 0 && notes[group].contains { $0.beams == 3 }
    }

    /// Whether a note is the first half of the value above its level.
    private func begins(_ index: Int, at level: Int) -> Bool {
        let note = notes[index]
        let place = note.start - (note.tuplet ?? meter.group(at: note.start)).lowerBound
        let length = (level == 1 ? 60 : 30) * (note.value.tuplet?.normal ?? 1) / (note.value.tuplet?.number ?? 1)
        return place % length == 0
    }

    private var tuplets: [Sign] {
        let starts = notes.indices.filter { $0 == 0 || notes[$0].tuplet != notes[$0 - 1].tuplet }
        return zip(starts, starts.dropFirst() + [notes.count]).compactMap { start, end in
            notes[start].value.tuplet.map { tuplet in
                let hasBracket = !voice.bar.beams.contains(start..<end)
                let distance = (hasBracket ? 1.2 : 0.85) * (voice.isDown ? 1 : -1)
                return .tuplet(
                    tuplet.number, from: x(notes[start]) - NotationLayout.headRadius,
                    to: x(notes[end - 1]) + NotationLayout.headRadius, y: voice.stemEnd + distance,
                    hasBracket: hasBracket, isDown: voice.isDown)
            }
        }
    }

    /// From head to head, on the side away from the other voice, else from the stems. Those that lead over a bar line end
    /// at the edge.
    private var ties: [Sign] {
        let isUpper = voice.head < 0
        let (right, left) = isUpper ? (0.65, 0.3) : voice.isDown ? (0.3, 0.65) : (0.35, 0.35)
        func tie(_ from: Double, _ to: Double) -> Sign {
            .tie(from: from, to: to, y: voice.head + (isUpper ? -0.6 : 0.6), isDown: !isUpper)
        }
        return notes.indices.flatMap { index in
            let (note, here) = (notes[index], x(notes[index]))
            let next = index + 1 < notes.count ? x(notes[index + 1]) - left : scale.width - 0.2
            return (note.isTiedOver ? [tie(scale.left - 1.6, here - left)] : [])
                + (note.isTied ? [tie(here + right, next)] : [])
        }
    }
}
