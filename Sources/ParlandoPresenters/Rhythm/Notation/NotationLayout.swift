public import ParlandoCore

/// Where each sign of one bar stands on a single-line staff.
///
/// All lengths are staff spaces: a note head is one of them high. x runs from the left edge of the bar, y from the staff
/// line downwards. Time is spaced evenly, so that a mark that moves evenly always stands at the note that sounds.
public struct NotationLayout: Sendable, Equatable {
    /// One sign.
    public enum Sign: Sendable, Equatable {
        /// The head of a note; its middle is at `x` on the line. Half notes are hollow.
        case head(x: Double, isHollow: Bool)
        /// From the head up to `stemTop`.
        case stem(x: Double)
        /// Joins stems; level 0 lies on top, 1 below it.
        case beam(from: Double, to: Double, level: Int)
        /// Curls to the right of a stem that no beam joins.
        case flags(x: Double, count: Int)
        case dot(x: Double)
        case rest(NoteValue.Base, x: Double)
        /// Three in the time of two: a bracket with the number.
        case triplet(from: Double, to: Double)
    }

    /// Where a pattern begins and ends, for the frame around it.
    public struct Frame: Sendable, Equatable {
        /// Left edge.
        public let left: Double
        /// Right edge.
        public let right: Double
    }

    /// y of the end of every stem.
    public static let stemTop = -3.5
    /// Half the width of a note head.
    public static let headRadius = 0.6
    /// Thickness of a beam.
    public static let beamThickness = 0.5
    /// From one beam to the next.
    public static let beamDistance = 0.8
    /// y of the line of a triplet's bracket.
    public static let bracketTop = -4.7
    /// All that is drawn lies between these: the frame with the bracket above, marks below.
    public static let top = -6.0
    /// The lower end.
    public static let bottom = 3.0
    /// The narrowest bar whose sixteenths do not touch.
    public static let leastWidth = 31.0
    /// The signs, in no order that matters.
    public let signs: [Sign]
    /// One for each pattern, in order.
    public let frames: [Frame]
    /// From time to place.
    public let scale: NotationScale

    /// - Parameters:
    ///   - patterns: of one bar, or of a part of it, in order.
    ///   - width: of the whole, in staff spaces.
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

    /// What an element needs beside its beams: heads, stems, dots and rests.
    private static func signs(of element: Pattern.Element, at x: Double) -> [Sign] {
        let dots: [Sign] = element.value.isDotted ? [.dot(x: x + headRadius + 0.55)] : []
        guard !element.isRest else {
            return [.rest(element.value.base, x: x)] + dots
        }
        return [.head(x: x, isHollow: element.value.base == .half), .stem(x: stem(of: x))] + dots
    }

    /// Stems stand at the right side of their heads.
    static func stem(of x: Double) -> Double {
        x + headRadius - 0.07
    }
}

extension Pattern {
    /// The tick each element begins at.
    public func starts(from origin: Int) -> [Int] {
        var tick = origin
        return elements.map { element in
            defer { tick += element.value.ticks }
            return tick
        }
    }
}
