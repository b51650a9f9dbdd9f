public import ParlandoCore

/// The signs of one bar on a single-line staff.
///
/// Lengths are in staff spaces; a note head is one high. x runs from the left edge of the bar, y from the staff line
/// downwards. x is proportional to time, so that a mark which moves at constant speed is always at the note that
/// sounds.
public struct NotationLayout: Sendable, Equatable {
    public enum Sign: Sendable, Equatable {
        /// Its centre is on the staff line. Half notes are hollow.
        case head(x: Double, isHollow: Bool)
        /// A line from the note's head up to `stemTop`.
        case stem(x: Double)
        /// Level 0 is the top beam.
        case beam(from: Double, to: Double, level: Int)
        /// To the right of a stem that no beam joins.
        case flags(x: Double, count: Int)
        case dot(x: Double)
        case rest(NoteValue.Base, x: Double)
        /// A bracket with the number 3.
        case triplet(from: Double, to: Double)
    }

    /// The frame that is drawn around a pattern.
    public struct Frame: Sendable, Equatable {
        public let left: Double
        public let right: Double
    }

    public static let stemTop = -3.5
    public static let headRadius = 0.6
    public static let beamThickness = 0.5
    public static let beamDistance = 0.8
    public static let bracketTop = -4.7
    /// Frames and brackets lie below it.
    public static let top = -6.0
    /// Lower edge, below the notes and their marks.
    public static let bottom = 3.0
    /// With less width, sixteenths touch each other.
    public static let leastWidth = 31.0
    /// Everything to draw, in any order.
    public let signs: [Sign]
    /// One for each pattern, in order.
    public let frames: [Frame]
    public let scale: NotationScale

    /// - Parameter patterns: those of a bar or of a part of a bar.
    public init(_ patterns: [Pattern], width: Double) {
        let scale = NotationScale(width: width, ticks: patterns.reduce(0) { $0 + $1.ticks })
        self.scale = scale
        var signs: [Sign] = []
        var frames: [Frame] = []
        var tick = 0
        for pattern in patterns {
            var beams = BeamGroups(scale: scale)
            for (element, start) in zip(pattern.elements, pattern.starts(from: tick)) {
                signs += Self.signs(of: element, at: scale.x(ofTick: start))
                beams.add(element, at: start)
            }
            signs += beams.signs
            signs += TripletGroups.signs(pattern.elements, from: tick, scale: scale)
            let left = scale.edge(ofTick: tick)
            tick += pattern.ticks
            frames.append(Frame(left: left, right: scale.edge(ofTick: tick)))
        }
        self.signs = signs
        self.frames = frames
    }

    /// Head, stem, dot or rest sign, without beams and flags.
    private static func signs(of element: Pattern.Element, at x: Double) -> [Sign] {
        let dots: [Sign] = element.value.isDotted ? [.dot(x: x + headRadius + 0.55)] : []
        guard !element.isRest else {
            return [.rest(element.value.base, x: x)] + dots
        }
        return [.head(x: x, isHollow: element.value.base == .half), .stem(x: stem(of: x))] + dots
    }

    /// The stem is on the right side of the head.
    static func stem(of x: Double) -> Double {
        x + headRadius - 0.07
    }
}

extension Pattern {
    /// The tick of each note or rest if the pattern begins at `origin`.
    public func starts(from origin: Int) -> [Int] {
        var tick = origin
        return elements.map { element in
            defer { tick += element.value.ticks }
            return tick
        }
    }
}

/// Maps ticks linearly to x.
public struct NotationScale: Sendable, Equatable {
    /// From the left edge to the centre of a note on the first beat.
    private static let leftPadding = 2.0
    /// From the end of the last beat to the right edge.
    private static let rightPadding = 0.6
    /// From the left border of a pattern to the centre of its first note.
    private static let frameMargin = 0.9

    public let width: Double
    public let ticks: Int

    public init(width: Double, ticks: Int) {
        self.width = width
        self.ticks = max(1, ticks)
    }

    /// The centre of a note. The tick may lie outside the bar.
    public func x(ofTick tick: Double) -> Double {
        Self.leftPadding + tick / Double(ticks) * (width - Self.leftPadding - Self.rightPadding)
    }

    func x(ofTick tick: Int) -> Double {
        x(ofTick: Double(tick))
    }

    /// The border between two patterns that meet at a tick.
    func edge(ofTick tick: Int) -> Double {
        x(ofTick: tick) - Self.frameMargin
    }
}

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

    /// Level 0 is for eighths and sixteenths, level 1 for sixteenths only. Adjacent notes that reach the level share a
    /// beam. A note between others that do not gets a stub that points into the group.
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

    private static let stub = 0.9
}

extension NoteValue.Base {
    fileprivate var beams: Int {
        switch self {
        case .half, .quarter: 0
        case .eighth: 1
        case .sixteenth: 2
        }
    }
}

/// Finds complete triplets in a pattern and places a bracket over each.
enum TripletGroups {
    /// Ticks of a complete triplet: half a quarter note, one, or two.
    private static let complete: Set<Int> = [6, 12, 24]

    /// - Parameter tick: of the first note or rest.
    static func signs(_ elements: [Pattern.Element], from tick: Int, scale: NotationScale) -> [NotationLayout.Sign] {
        var result: [NotationLayout.Sign] = []
        var start: Int?
        var now = tick
        for element in elements {
            guard element.value.isTriplet else {
                start = nil
                now += element.value.ticks
                continue
            }
            let first = start ?? now
            start = first
            if complete.contains(now + element.value.ticks - first) {
                let left = scale.x(ofTick: first) - NotationLayout.headRadius
                let right = scale.x(ofTick: now) + NotationLayout.headRadius
                result.append(.triplet(from: left, to: right))
                start = nil
            }
            now += element.value.ticks
        }
        return result
    }
}
