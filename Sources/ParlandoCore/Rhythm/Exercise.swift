public struct Exercise: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        /// Several patterns, repeated in this order.
        case sequence([Pattern])
        /// Drawn anew for each bar. The same seed gives the same exercise.
        case random(among: [Pattern], seed: UInt64)

        fileprivate var patterns: [Pattern] {
            switch self {
            case .sequence(let patterns), .random(let patterns, _): patterns
            }
        }
    }

    public let content: Content
    /// Nil if the exercise is endless.
    public let bars: Int?
    public let meter: Meter
    /// Straight where nothing can be swung. Tuplets and two voices that are heard against each other never are.
    public let swing: Swing

    /// Patterns that are not offered in this time signature are left out.
    public init(_ content: Content, bars: Int?, meter: Meter = .fourFour, swing: Swing = .straight) {
        let offered = content.patterns.filter(meter.offers)
        switch content {
        case .sequence: self.content = .sequence(offered)
        case .random(_, let seed): self.content = .random(among: offered, seed: seed)
        }
        self.bars = bars
        self.meter = meter
        self.swing = meter.lower == 4 && offered.contains { $0.companion == nil } ? swing : .straight
    }

    public var patterns: [Pattern] {
        content.patterns
    }
}

extension Meter {
    /// Whether a pattern can be written in this time signature as it was meant: quarters in 6/8 or figures of a dotted
    /// quarter in 4/4 cannot. Two voices must fill a bar.
    public func offers(_ pattern: Pattern) -> Bool {
        guard pattern.ticks > 0 else {
            return false
        }
        let fits = pattern.companion == nil || ticksPerBar % pattern.ticks == 0
        return switch pattern.beat {
        case .any: fits || pattern.ticks % ticksPerBar == 0
        case .quarter: fits && !isCompound
        case .dottedQuarter: fits && lower == 8
        }
    }
}

/// A note or rest at its place in a bar.
public struct PlacedElement: Sendable, Hashable {
    public let element: Pattern.Element
    /// Ticks from the start of the bar; negative if it began in a bar before. It may end after the bar.
    public let start: Int
    public let pattern: Pattern.ID

    public var end: Int {
        start + element.ticks
    }
}

/// All that sounds in a bar, also what began before it.
public struct ExerciseBar: Sendable, Hashable {
    public var played: [PlacedElement] = []
    /// The second voice, which is heard and not played; empty without one.
    public var companion: [PlacedElement] = []

    /// The tick at which a note sounds, by its written one, in either voice.
    public func position(ofTick tick: Int, swing: Swing) -> Double {
        let isEven = played.contains { $0.element.isEven && $0.start <= tick && tick < $0.end }
        return isEven ? Double(tick) : swing.position(ofTick: tick)
    }
}

extension Exercise {
    /// As many bars are drawn at random together.
    private static let phrase = 16

    /// Returns what is in a bar, counted from 0; the same for each call.
    ///
    /// Patterns follow each other without gaps, so one may cross a bar line. At random, a pattern that fits into the
    /// bar is preferred. The last note of the exercise ends with its last bar.
    public func bar(_ index: Int) -> ExerciseBar {
        guard index >= 0 else {
            return ExerciseBar()
        }
        let length = meter.ticksPerBar
        switch content {
        case .sequence(let patterns):
            let line = Self.line(patterns, from: index * length, count: length)
            return hasBar(index + 1) ? line : line.cut(at: length)
        case .random(let patterns, let seed):
            let line = randomBar(index, of: patterns, seed: seed)
            return hasBar(index + 1) && !(index + 1).isMultiple(of: Self.phrase) ? line : line.cut(at: length)
        }
    }

    /// The tick at which a note sounds, by its written one.
    public func position(ofTick tick: Int) -> Double {
        let (index, place) = tick.quotientAndRemainder(dividingBy: meter.ticksPerBar)
        return Double(tick - place) + bar(index).position(ofTick: place, swing: swing)
    }

    public func hasBar(_ index: Int) -> Bool {
        index >= 0 && index < bars ?? Int.max
    }

    /// What is in some bars as a rhythm of its own, with a second voice if all patterns have one. What is carried into
    /// the bars is a rest, and the last note ends with them.
    public func pattern(ofBars bars: ClosedRange<Int>) -> Pattern {
        func line(_ voice: KeyPath<ExerciseBar, [PlacedElement]>) -> [Pattern.Element] {
            bars.flatMap { index in
                let end = (bars.upperBound + 1 - index) * meter.ticksPerBar
                return bar(index)[keyPath: voice].filter { $0.start >= 0 || index == bars.lowerBound }.map {
                    $0.element.lasting(min($0.end, end) - max($0.start, 0), isRest: $0.element.isRest || $0.start < 0)
                }
            }
        }
        return Pattern(
            id: Pattern.ownID, beat: .any, elements: line(\.played),
            companion: patterns.contains { $0.companion == nil } ? nil : line(\.companion))
    }

    /// - Parameter start: ticks from the beginning of the first pattern.
    private static func line(_ patterns: [Pattern], from start: Int, count: Int) -> ExerciseBar {
        let cycle = patterns.reduce(0) { $0 + $1.ticks }
        var bar = ExerciseBar()
        guard cycle > 0 else {
            return bar
        }
        var tick = -(start % cycle)
        while tick < count {
            for pattern in patterns {
                bar.add(pattern, at: tick, within: count)
                tick += pattern.ticks
            }
        }
        return bar
    }

    private func randomBar(_ index: Int, of patterns: [Pattern], seed: UInt64) -> ExerciseBar {
        let (phrase, bar) = index.quotientAndRemainder(dividingBy: Self.phrase)
        let length = meter.ticksPerBar
        // Adjacent phrases have consecutive seeds. A generator seeded with the first number drawn from such a seed
        // makes them independent.
        var seeds = SplitMix(seed: seed &+ UInt64(bitPattern: Int64(phrase)))
        var generator = SplitMix(seed: seeds.next())
        var result = ExerciseBar()
        var tick = 0
        while tick < (bar + 1) * length {
            let room = length - tick % length
            let fitting = patterns.filter { $0.ticks <= room }
            guard let pattern = (fitting.isEmpty ? patterns : fitting).randomElement(using: &generator) else {
                break
            }
            result.add(pattern, at: tick - bar * length, within: length)
            tick += pattern.ticks
        }
        return result
    }
}

extension ExerciseBar {
    /// With all that lasts longer ending at a tick.
    fileprivate func cut(at end: Int) -> ExerciseBar {
        let cut = { (placed: PlacedElement) in
            let element = placed.element.lasting(min(placed.end, end) - placed.start, isRest: placed.element.isRest)
            return PlacedElement(element: element, start: placed.start, pattern: placed.pattern)
        }
        return ExerciseBar(played: played.map(cut), companion: companion.map(cut))
    }

    /// Adds what lies within the bar of `count` ticks.
    fileprivate mutating func add(_ pattern: Pattern, at tick: Int, within count: Int) {
        guard tick < count, tick + pattern.ticks > 0 else {
            return
        }
        played += Self.placed(pattern.elements, of: pattern.id, at: tick, within: count)
        companion += Self.placed(pattern.companion ?? [], of: pattern.id, at: tick, within: count)
    }

    private static func placed(
        _ elements: [Pattern.Element], of id: Pattern.ID, at tick: Int, within count: Int
    ) -> [PlacedElement] {
        var start = tick
        return elements.compactMap { element in
            defer { start += element.ticks }
            return start < count && start + element.ticks > 0
                ? PlacedElement(element: element, start: start, pattern: id) : nil
        }
    }
}

/// A rhythmic figure, such as two eighth notes, or a whole rhythm that somebody has written.
public struct Pattern: Sendable, Hashable, Identifiable {
    /// A note or rest. Its written values follow from its place in the bar.
    public struct Element: Sendable, Hashable {
        public private(set) var ticks: Int
        public let tuplet: NoteValue.Tuplet?
        public private(set) var isRest: Bool
        /// Never swung: of a tuplet, or of one of two voices.
        public fileprivate(set) var isEven: Bool

        public init(ticks: Int, tuplet: NoteValue.Tuplet? = nil, isRest: Bool = false) {
            self.ticks = ticks
            self.tuplet = tuplet
            self.isRest = isRest
            isEven = tuplet != nil
        }

        public init(_ value: NoteValue, isRest: Bool = false) {
            self.init(ticks: value.ticks, tuplet: value.tuplet, isRest: isRest)
        }

        fileprivate func lasting(_ ticks: Int, isRest: Bool) -> Element {
            var element = self
            (element.ticks, element.isRest) = (ticks, isRest)
            return element
        }
    }

    /// The beat for which a pattern is written.
    public enum Beat: String, Sendable, Hashable, CaseIterable {
        case quarter
        case dottedQuarter = "dotted-quarter"
        /// A whole rhythm, written for its time signature.
        case any
    }

    /// Such as `eighths`: lower-case letters, digits and hyphens.
    public let id: String
    /// 1 (easiest) to 5.
    public let difficulty: Int
    public let beat: Beat
    /// Those of the library are together a whole number of beats.
    public let elements: [Element]
    /// A second voice of the same length, which is heard while the first is played; nil without one.
    public let companion: [Element]?

    public init(
        id: String, difficulty: Int = 1, beat: Beat = .quarter, elements: [Element], companion: [Element]? = nil
    ) {
        self.id = id
        self.difficulty = difficulty
        self.beat = beat
        let even = { (element: Element) in
            var even = element
            even.isEven = true
            return even
        }
        self.elements = companion == nil ? elements : elements.map(even)
        self.companion = companion?.map(even)
    }

    public var ticks: Int {
        elements.reduce(0) { $0 + $1.ticks }
    }
}

/// The written length of a note or rest.
public struct NoteValue: Sendable, Hashable {
    /// Divisible by 2, 3, 4, 5 and 8, so that every supported note is a whole number of ticks.
    public static let ticksPerQuarter = 120

    public enum Base: String, Sendable, Hashable, CaseIterable {
        case whole
        case half
        case quarter
        case eighth
        case sixteenth
        case thirtySecond = "thirty-second"

        /// Each is half of the one before.
        public var ticks: Int {
            (4 * ticksPerQuarter) >> (Self.allCases.firstIndex(of: self) ?? 0)
        }
    }

    public enum Tuplet: String, Sendable, Hashable, CaseIterable {
        /// Three in the time of two.
        case triplet
        /// Five in the time of four.
        case quintuplet

        public var number: Int {
            self == .triplet ? 3 : 5
        }

        public var normal: Int {
            self == .triplet ? 2 : 4
        }
    }

    public let base: Base
    public let isDotted: Bool
    public let tuplet: Tuplet?
    public let ticks: Int

    /// Nil if the length is not a whole number of ticks, as for a dotted thirty-second.
    public init?(_ base: Base, isDotted: Bool = false, tuplet: Tuplet? = nil) {
        let numerator = base.ticks * (isDotted ? 3 : 1) * (tuplet?.normal ?? 1)
        let denominator = (isDotted ? 2 : 1) * (tuplet?.number ?? 1)
        guard numerator.isMultiple(of: denominator) else {
            return nil
        }
        self.base = base
        self.isDotted = isDotted
        self.tuplet = tuplet
        ticks = numerator / denominator
    }

    /// The value of exactly this length; nil if none is.
    public init?(ticks: Int, tuplet: Tuplet? = nil) {
        for base in Base.allCases {
            for isDotted in [false, true] {
                if let value = NoteValue(base, isDotted: isDotted, tuplet: tuplet), value.ticks == ticks {
                    self = value
                    return
                }
            }
        }
        return nil
    }
}

public enum RhythmInput: String, PreferenceValue, CaseIterable {
    /// Nothing is graded: only the metronome plays.
    case none
    case tap
    case microphone
}
