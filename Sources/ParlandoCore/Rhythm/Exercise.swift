/// An exercise: its patterns and number of bars. Bars have four beats.
public struct Exercise: Sendable, Hashable {
    /// Beats in a bar and in the count-in.
    public static let beatsPerBar = 4
    /// Length of a bar in ticks.
    public static let ticksPerBar = beatsPerBar * NoteValue.ticksPerBeat

    /// Source of the patterns.
    public enum Content: Sendable, Hashable {
        /// The patterns in order, repeated. A single one makes a fixed exercise.
        case sequence([Pattern])
        /// Random patterns for each bar, drawn from these. The same seed gives the same exercise.
        case random(among: [Pattern], seed: UInt64)
    }

    /// Source of the patterns.
    public let content: Content
    /// Number of bars; nil for an endless exercise.
    public let bars: Int?

    public init(_ content: Content, bars: Int?) {
        self.content = content
        self.bars = bars
    }
}

extension Exercise {
    /// Returns the patterns of bar `index` (from 0), which together last exactly four beats.
    ///
    /// No pattern crosses a bar line. A sequence keeps its order: a pattern that does not fit into the rest of a bar
    /// starts the next one, and quarter rests fill the gap. In random exercises each pattern is drawn from those that
    /// still fit. A pattern that fits no bar at all (empty, too long, not of whole beats) is left out.
    ///
    /// Bars can be requested in any order, each at the same small cost, and the result for a bar is always the same.
    public func patterns(inBar index: Int) -> [Pattern] {
        switch content {
        case .sequence(let patterns):
            Self.bar(index, ofSequence: patterns.filter(\.fitsABar))
        case .random(let patterns, let seed):
            Self.randomBar(of: patterns.filter(\.fitsABar), seed: seed &+ UInt64(bitPattern: Int64(index)))
        }
    }

    /// Returns whether the exercise has a bar with this index.
    public func hasBar(_ index: Int) -> Bool {
        index >= 0 && index < bars ?? Int.max
    }

    // MARK: Sequences

    /// Returns bar `index` of a sequence. The bars repeat in a cycle as soon as one begins with the same pattern of the
    /// sequence as an earlier one.
    private static func bar(_ index: Int, ofSequence patterns: [Pattern]) -> [Pattern] {
        var starts = [0]
        while true {
            let (bar, next) = bar(from: starts[starts.count - 1], of: patterns)
            if starts.count - 1 == index {
                return bar
            }
            if let first = starts.firstIndex(of: next) {
                let period = starts.count - first
                let start = index < starts.count ? index : first + (index - first) % period
                return Self.bar(from: starts[start], of: patterns).bar
            }
            starts.append(next)
        }
    }

    private static func bar(from start: Int, of patterns: [Pattern]) -> (bar: [Pattern], next: Int) {
        var bar: [Pattern] = []
        var room = beatsPerBar
        var position = start
        while !patterns.isEmpty, patterns[position].beats <= room {
            bar.append(patterns[position])
            room -= patterns[position].beats
            position = (position + 1) % patterns.count
        }
        return (bar + Array(repeating: .quarterRest, count: room), position)
    }

    // MARK: Random bars

    private static func randomBar(of patterns: [Pattern], seed: UInt64) -> [Pattern] {
        // Adjacent bars have consecutive seeds. Seeding each generator with the first number drawn from such a seed
        // makes the bars independent of each other.
        var seeds = SplitMix(seed: seed)
        var generator = SplitMix(seed: seeds.next())
        var bar: [Pattern] = []
        var room = beatsPerBar
        while room > 0 {
            let fitting = patterns.filter { $0.beats <= room }
            let pattern = fitting.randomElement(using: &generator) ?? .quarterRest
            bar.append(pattern)
            room -= pattern.beats
        }
        return bar
    }
}

extension Pattern {
    /// A quarter rest, which fills gaps at the end of a bar.
    static var quarterRest: Pattern {
        let value = NoteValue(.quarter).map { Element($0, isRest: true) }
        return Pattern(id: "rest", difficulty: 1, elements: [value].compactMap { $0 })
    }

    fileprivate var fitsABar: Bool {
        (1...Exercise.beatsPerBar).contains(beats) && ticks.isMultiple(of: NoteValue.ticksPerBeat)
    }
}
