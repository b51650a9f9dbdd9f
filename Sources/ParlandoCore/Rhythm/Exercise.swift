public struct Exercise: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        /// Several patterns, repeated in this order.
        case sequence([Pattern])
        /// Drawn anew for each bar. The same seed gives the same exercise.
        case random(among: [Pattern], seed: UInt64)
    }

    public let content: Content
    /// Nil if the exercise is endless.
    public let bars: Int?
    public let meter: Meter

    public init(_ content: Content, bars: Int?, meter: Meter = .fourFour) {
        self.content = content
        self.bars = bars
        self.meter = meter
    }
}

extension Exercise {
    /// Returns the patterns that fill a bar, counted from 0; the same ones for each call.
    ///
    /// No pattern crosses a bar line. In a sequence, a pattern that does not fit into the rest of a bar begins the next
    /// one, and rests fill the gap. At random, each pattern is drawn from those that still fit. One that fits into no
    /// bar is left out.
    public func patterns(inBar index: Int) -> [Pattern] {
        guard index >= 0 else {
            return []
        }
        switch content {
        case .sequence(let patterns):
            return bar(index, ofSequence: patterns.filter(fitsABar))
        case .random(let patterns, let seed):
            return randomBar(of: patterns.filter(fitsABar), seed: seed &+ UInt64(bitPattern: Int64(index)))
        }
    }

    public func hasBar(_ index: Int) -> Bool {
        index >= 0 && index < bars ?? Int.max
    }

    // MARK: Sequences

    /// Once a bar begins at the same position in the sequence as an earlier bar, the bars repeat in a cycle.
    private func bar(_ index: Int, ofSequence patterns: [Pattern]) -> [Pattern] {
        var starts = [0]
        while true {
            let (bar, next) = self.bar(from: starts[starts.count - 1], of: patterns)
            if starts.count - 1 == index {
                return bar
            }
            if let first = starts.firstIndex(of: next) {
                let period = starts.count - first
                let start = index < starts.count ? index : first + (index - first) % period
                return self.bar(from: starts[start], of: patterns).bar
            }
            starts.append(next)
        }
    }

    private func bar(from start: Int, of patterns: [Pattern]) -> (bar: [Pattern], next: Int) {
        var bar: [Pattern] = []
        var room = meter.beats
        var position = start
        while !patterns.isEmpty, beats(of: patterns[position]) <= room {
            bar.append(patterns[position])
            room -= beats(of: patterns[position])
            position = (position + 1) % patterns.count
        }
        return (bar + rests(filling: room), position)
    }

    // MARK: Random bars

    private func randomBar(of patterns: [Pattern], seed: UInt64) -> [Pattern] {
        // Adjacent bars have consecutive seeds. A generator seeded with the first number drawn from such a seed makes
        // them independent.
        var seeds = SplitMix(seed: seed)
        var generator = SplitMix(seed: seeds.next())
        var bar: [Pattern] = []
        var room = meter.beats
        while room > 0 {
            let fitting = patterns.filter { beats(of: $0) <= room }
            guard let pattern = fitting.randomElement(using: &generator) else {
                return bar + rests(filling: room)
            }
            bar.append(pattern)
            room -= beats(of: pattern)
        }
        return bar
    }

    // MARK: Lengths

    /// Length in ticks. The beat is a quarter or an eighth note, depending on the time signature.
    public func ticks(of element: Pattern.Element) -> Int {
        element.value.ticks * meter.beatsPerQuarter
    }

    private func beats(of pattern: Pattern) -> Int {
        pattern.beats * meter.beatsPerQuarter
    }

    private func fitsABar(_ pattern: Pattern) -> Bool {
        (1...meter.beats).contains(beats(of: pattern)) && pattern.ticks.isMultiple(of: NoteValue.ticksPerBeat)
    }

    /// Quarter rests, and an eighth rest for the last beat of 7/8.
    private func rests(filling beats: Int) -> [Pattern] {
        let (quarters, eighths) = beats.quotientAndRemainder(dividingBy: meter.beatsPerQuarter)
        return Array(repeating: .rest(.quarter), count: quarters) + Array(repeating: .rest(.eighth), count: eighths)
    }
}

extension Pattern {
    fileprivate static func rest(_ base: NoteValue.Base) -> Pattern {
        let value = NoteValue(base).map { Element($0, isRest: true) }
        return Pattern(id: "rest", difficulty: 1, elements: [value].compactMap { $0 })
    }
}

/// A rhythmic figure of whole beats, such as two eighth notes.
public struct Pattern: Sendable, Hashable, Identifiable {
    public struct Element: Sendable, Hashable {
        public let value: NoteValue
        public let isRest: Bool

        public init(_ value: NoteValue, isRest: Bool = false) {
            self.value = value
            self.isRest = isRest
        }
    }

    /// Such as `eighths`: lower-case letters, digits and hyphens.
    public let id: String
    /// 1 (easiest) to 5.
    public let difficulty: Int
    /// Together a whole number of beats.
    public let elements: [Element]

    public init(id: String, difficulty: Int, elements: [Element]) {
        self.id = id
        self.difficulty = difficulty
        self.elements = elements
    }

    public var ticks: Int {
        elements.reduce(0) { $0 + $1.value.ticks }
    }

    /// Length in quarter notes.
    public var beats: Int {
        ticks / NoteValue.ticksPerBeat
    }
}

/// The written length of a note or rest.
public struct NoteValue: Sendable, Hashable {
    /// Ticks in a beat, and in the written length of a quarter note. 12 is divisible by 2, 3 and 4, so every supported
    /// note is a whole number of ticks.
    public static let ticksPerBeat = 12

    public enum Base: String, Sendable, Hashable, CaseIterable {
        case half
        case quarter
        case eighth
        case sixteenth

        public var ticks: Int {
            switch self {
            case .half: 24
            case .quarter: 12
            case .eighth: 6
            case .sixteenth: 3
            }
        }
    }

    public let base: Base
    public let isDotted: Bool
    public let isTriplet: Bool

    /// Nil if the length is not a whole number of ticks, as for a dotted sixteenth.
    public init?(_ base: Base, isDotted: Bool = false, isTriplet: Bool = false) {
        let numerator = base.ticks * (isDotted ? 3 : 1) * (isTriplet ? 2 : 1)
        let denominator = (isDotted ? 2 : 1) * (isTriplet ? 3 : 1)
        guard numerator.isMultiple(of: denominator) else {
            return nil
        }
        self.base = base
        self.isDotted = isDotted
        self.isTriplet = isTriplet
    }

    public var ticks: Int {
        base.ticks * (isDotted ? 3 : 1) * (isTriplet ? 2 : 1) / ((isDotted ? 2 : 1) * (isTriplet ? 3 : 1))
    }
}

public enum RhythmInput: String, PreferenceValue, CaseIterable {
    /// Nothing is graded: only the metronome plays.
    case none
    case tap
    case microphone
}
