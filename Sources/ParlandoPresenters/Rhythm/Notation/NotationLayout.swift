public import ParlandoCore

/// The positions of all notation signs of one bar on a single-line staff.
///
/// All lengths are in staff spaces; a note head is one staff space high. x runs from the left edge of the bar, y from
/// the staff line downwards. x is proportional to time, so that a mark which moves at constant speed is always at the
/// note that sounds.
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

    /// The left and right edges of the frame that is drawn around a pattern.
    public struct Frame: Sendable, Equatable {
        /// x of the left edge, in staff spaces.
        public let left: Double
        /// x of the right edge, in staff spaces.
        public let right: Double
    }

    /// y of the upper end of every stem, in staff spaces.
    public static let stemTop = -3.5
    /// Half the width of a note head, in staff spaces.
    public static let headRadius = 0.6
    /// Thickness of a beam, in staff spaces.
    public static let beamThickness = 0.5
    /// Vertical distance from one beam to the next, in staff spaces.
    public static let beamDistance = 0.8
    /// y of the horizontal line of a triplet's bracket, in staff spaces.
    public static let bracketTop = -4.7
    /// y of the upper edge of the drawing, in staff spaces. Frames and triplet brackets lie below this edge.
    public static let top = -6.0
    /// y of the lower edge of the drawing, in staff spaces. The marks below the notes lie above this edge.
    public static let bottom = 3.0
    /// Minimum width of a bar, in staff spaces, at which sixteenths do not touch each other.
    public static let leastWidth = 31.0
    /// All notation signs of the bar, in no particular order.
    public let signs: [Sign]
    /// The frame of each pattern of the bar, in order.
    public let frames: [Frame]
    /// The mapping from time in ticks (twelfths of a quarter note) to x positions.
    public let scale: NotationScale

    /// - Parameters:
    ///   - patterns: the patterns of a bar or of a part of a bar, in order.
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

    /// Returns the signs of a note or rest at `x`: head, stem, dot or rest sign. Beams and flags are not included.
    private static func signs(of element: Pattern.Element, at x: Double) -> [Sign] {
        let dots: [Sign] = element.value.isDotted ? [.dot(x: x + headRadius + 0.55)] : []
        guard !element.isRest else {
            return [.rest(element.value.base, x: x)] + dots
        }
        return [.head(x: x, isHollow: element.value.base == .half), .stem(x: stem(of: x))] + dots
    }

    /// Returns the x position of the stem of a note whose head is at `x`. The stem is on the right side of the head.
    static func stem(of x: Double) -> Double {
        x + headRadius - 0.07
    }
}

extension Pattern {
    /// Returns the position, in ticks (twelfths of a quarter note), of each note or rest of the pattern if the pattern
    /// begins at `origin`.
    public func starts(from origin: Int) -> [Int] {
        var tick = origin
        return elements.map { element in
            defer { tick += element.value.ticks }
            return tick
        }
    }
}

/// Maps time in ticks (twelfths of a quarter note) linearly to x positions in staff spaces.
public struct NotationScale: Sendable, Equatable {
    /// Distance from the left edge to the centre of a note on the first beat, in staff spaces.
    private static let leftPadding = 2.0
    /// Distance from the end of the bar's last beat to the right edge, in staff spaces.
    private static let rightPadding = 0.6
    /// Distance from the left border of a pattern to the centre of the pattern's first note, in staff spaces.
    private static let frameMargin = 0.9

    /// Total width in staff spaces.
    public let width: Double
    /// Duration that the width represents, in ticks (twelfths of a quarter note).
    public let ticks: Int

    public init(width: Double, ticks: Int) {
        self.width = width
        self.ticks = max(1, ticks)
    }

    /// Returns the x position, in staff spaces, of the centre of a note at a tick (twelfths of a quarter note). The
    /// tick may be fractional, and may lie outside the bar.
    public func x(ofTick tick: Double) -> Double {
        Self.leftPadding + tick / Double(ticks) * (width - Self.leftPadding - Self.rightPadding)
    }

    func x(ofTick tick: Int) -> Double {
        x(ofTick: Double(tick))
    }

    /// Returns the x position, in staff spaces, of the border between two patterns that meet at a tick (twelfths of a
    /// quarter note).
    func edge(ofTick tick: Int) -> Double {
        x(ofTick: tick) - Self.frameMargin
    }
}
