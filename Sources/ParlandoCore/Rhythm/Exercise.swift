/// A rhythm exercise: its patterns, time signature and number of bars.
public struct Exercise: Sendable, Hashable {
    /// Source of an exercise's rhythm patterns.
    public enum Content: Sendable, Hashable {
        /// The patterns in this order, repeated. A single pattern makes an exercise with a fixed rhythm.
        case sequence([Pattern])
        /// Random patterns for each bar, drawn from this list. The same seed gives the same exercise.
        case random(among: [Pattern], seed: UInt64)
    }

    /// Source of the exercise's rhythm patterns.
    public let content: Content
    /// Number of bars in the exercise; nil if it is endless.
    public let bars: Int?
    /// Time signature of the exercise.
    public let meter: Meter

    public init(_ content: Content, bars: Int?, meter: Meter = .fourFour) {
        self.content = content
        self.bars = bars
        self.meter = meter
    }
}

extension Exercise {
    /// Returns the patterns of a bar, which together fill the bar.
    ///
    /// No pattern crosses a bar line. In a sequence, a pattern that does not fit into the rest of a bar begins the next
    /// bar, and rests fill the gap. In a random exercise, each pattern is drawn from those that still fit into the bar.
    /// A pattern that fits into no bar is left out: one that is empty, too long, or not of whole beats.
    ///
    /// Bars can be requested in any order, each at the same small cost. The result for a bar is always the same.
    ///
    /// - Parameter index: index of the bar, from 0.
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

    /// Returns whether the exercise has a bar with this index.
    public func hasBar(_ index: Int) -> Bool {
        index >= 0 && index < bars ?? Int.max
    }

    // MARK: Sequences

    /// Returns the patterns of bar `index` of a sequence. Once a bar begins at the same position in the sequence as an
    /// earlier bar, the bars repeat in a cycle.
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
        // Adjacent bars have consecutive seeds. Seeding each generator with the first number drawn from such a seed
        // makes the bars independent of each other.
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

    /// Returns the length of a note or rest in ticks. A tick is a twelfth of a beat. The beat is a quarter or an eighth
    /// note, depending on the time signature.
    public func ticks(of element: Pattern.Element) -> Int {
        element.value.ticks * meter.beatsPerQuarter
    }

    private func beats(of pattern: Pattern) -> Int {
        pattern.beats * meter.beatsPerQuarter
    }

    private func fitsABar(_ pattern: Pattern) -> Bool {
        (1...meter.beats).contains(beats(of: pattern)) && pattern.ticks.isMultiple(of: NoteValue.ticksPerBeat)
    }

    /// Returns rests that last this many beats: quarter rests, and an eighth rest for the last beat of 7/8.
    private func rests(filling beats: Int) -> [Pattern] {
        let (quarters, eighths) = beats.quotientAndRemainder(dividingBy: meter.beatsPerQuarter)
        return Array(repeating: .rest(.quarter), count: quarters) + Array(repeating: .rest(.eighth), count: eighths)
    }
}

extension Pattern {
    /// Returns a pattern that consists of a single rest. Such patterns fill gaps at the end of a bar.
    fileprivate static func rest(_ base: NoteValue.Base) -> Pattern {
        let value = NoteValue(base).map { Element($0, isRest: true) }
        return Pattern(id: "rest", difficulty: 1, elements: [value].compactMap { $0 })
    }
}
