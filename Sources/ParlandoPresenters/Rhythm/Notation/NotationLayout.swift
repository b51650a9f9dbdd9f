public import ParlandoCore

/// The positions of all notation signs of one bar on a single-line staff.
///
/// All lengths are in staff spaces; a note head is one staff space high. x runs from the left edge of the bar, y from
/// the staff line downwards. Time is spaced evenly, so that a mark that moves at constant speed is always at the note
/// that sounds.
public struct NotationLayout: Sendable, Equatable {
    /// A notation sign with its position.
    public enum Sign: Sendable, Equatable {
        /// A note head, with its centre at `x` on the staff line. Half notes are hollow.
        case head(x: Double, isHollow: Bool)
        /// A stem, from the head up to `stemTop`.
        case stem(x: Double)
        /// A beam that joins stems. Level 0 is the top beam, and level 1 is below it.
        case beam(from: Double, to: Double, level: Int)
        /// Flags to the right of a stem that no beam joins.
        case flags(x: Double, count: Int)
        case dot(x: Double)
        case rest(NoteValue.Base, x: Double)
        /// A bracket with the number 3 over a triplet.
        case triplet(from: Double, to: Double)
    }

    /// Left and right edge of a pattern, for the frame drawn around it.
    public struct Frame: Sendable, Equatable {
        /// x of the left edge.
        public let left: Double
        /// x of the right edge.
        public let right: Double
    }

    /// y of the upper end of every stem.
    public static let stemTop = -3.5
    /// Half the width of a note head.
    public static let headRadius = 0.6
    /// Thickness of a beam.
    public static let beamThickness = 0.5
    /// Distance from one beam to the next.
    public static let beamDistance = 0.8
    /// y of the line of a triplet's bracket.
    public static let bracketTop = -4.7
    /// y of the upper end of the drawing, which has room for the frame and the triplet bracket.
    public static let top = -6.0
    /// y of the lower end of the drawing, which has room for the marks below the notes.
    public static let bottom = 3.0
    /// Minimum width of a bar in which sixteenths do not touch.
    public static let leastWidth = 31.0
    /// All signs, in no particular order.
    public let signs: [Sign]
    /// The frame of each pattern, in order.
    public let frames: [Frame]
    /// The mapping from ticks to x positions.
    public let scale: NotationScale

    /// - Parameters:
    ///   - patterns: the patterns of a bar or of a part of it, in order.
    ///   - width: total width in staff spaces.
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

    /// Returns the signs of an element without its beams: head, stem, dot or rest.
    private static func signs(of element: Pattern.Element, at x: Double) -> [Sign] {
        let dots: [Sign] = element.value.isDotted ? [.dot(x: x + headRadius + 0.55)] : []
        guard !element.isRest else {
            return [.rest(element.value.base, x: x)] + dots
        }
        return [.head(x: x, isHollow: element.value.base == .half), .stem(x: stem(of: x))] + dots
    }

    /// Returns the x of the stem for a head at `x`. The stem is on the right side of the head.
    static func stem(of x: Double) -> Double {
        x + headRadius - 0.07
    }
}

extension Pattern {
    /// Returns the tick at which each element begins.
    public func starts(from origin: Int) -> [Int] {
        var tick = origin
        return elements.map { element in
            defer { tick += element.value.ticks }
            return tick
        }
    }
}

/// Maps time in ticks linearly to x positions in staff spaces.
public struct NotationScale: Sendable, Equatable {
    /// Distance from the left edge to the centre of a note on the first beat.
    private static let leftPadding = 2.0
    /// Distance from the position of the next bar's first beat to the right edge.
    private static let rightPadding = 0.6
    /// Distance from the border of a pattern to the centre of its first note.
    private static let frameMargin = 0.9

    /// Total width in staff spaces.
    public let width: Double
    /// Total duration in ticks.
    public let ticks: Int

    public init(width: Double, ticks: Int) {
        self.width = width
        self.ticks = max(1, ticks)
    }

    /// Returns the x of the centre of a note at a tick. The tick may be fractional, or outside the bar.
    public func x(ofTick tick: Double) -> Double {
        Self.leftPadding + tick / Double(ticks) * (width - Self.leftPadding - Self.rightPadding)
    }

    func x(ofTick tick: Int) -> Double {
        x(ofTick: Double(tick))
    }

    /// Returns the x of the border between two patterns that meet at a tick.
    func edge(ofTick tick: Int) -> Double {
        x(ofTick: tick) - Self.frameMargin
    }
}
