/// Where each tick falls in time while the tempo changes at some bar lines.
///
/// Seconds are counted from one tick through all changes, so that rounding errors do not accumulate.
public struct TempoCourse: Sendable, Hashable {
    /// At one tempo. Realtime-safe.
    public struct Stretch: Sendable, Hashable, BitwiseCopyable {
        public let tick: Int
        /// At `tick`.
        public let seconds: Double
        public let tempo: Tempo
        let beatTicks: Int

        public init(from tick: Int = 0, at seconds: Double = 0, tempo: Tempo, beatTicks: Int) {
            self.tick = tick
            self.seconds = seconds
            self.tempo = tempo
            self.beatTicks = max(beatTicks, 1)
        }

        public func seconds(ofTick position: Double) -> Double {
            seconds + (position - Double(tick)) * 60 / Double(beatTicks) / tempo.beatsPerMinute
        }

        public func tick(at moment: Double) -> Double {
            Double(tick) + (moment - seconds) * tempo.beatsPerMinute * Double(beatTicks) / 60
        }

        /// The audio frame nearest to a tick, from that of second 0; `rate` is in Hz. In the first stretch, the value
        /// before the division by the tempo is exact.
        public func frame(ofTick position: Double, rate: Int) -> Int {
            let numerator = (position - Double(tick)) * 60 * Double(rate) / Double(beatTicks)
            // A tie that rounding errors may hide goes up, whatever the position is counted from.
            return Int((seconds * Double(rate) + numerator / tempo.beatsPerMinute + 1e-6).rounded())
        }

        public func changed(to tempo: Tempo, atTick tick: Int) -> Stretch {
            Stretch(from: tick, at: seconds(ofTick: Double(tick)), tempo: tempo, beatTicks: beatTicks)
        }
    }

    /// In order, at least one. The first also covers all ticks before it.
    public private(set) var stretches: [Stretch]

    public init(tempo: Tempo, beatTicks: Int, from tick: Int = 0) {
        stretches = [Stretch(from: tick, tempo: tempo, beatTicks: beatTicks)]
    }

    public func stretch(atTick tick: Double) -> Stretch {
        last { Double($0.tick) <= tick }
    }

    public func tempo(atTick tick: Int) -> Tempo {
        stretch(atTick: Double(tick)).tempo
    }

    public func seconds(ofTick tick: Double) -> Double {
        stretch(atTick: tick).seconds(ofTick: tick)
    }

    public func seconds(ofTick tick: Int) -> Double {
        seconds(ofTick: Double(tick))
    }

    public func tick(at seconds: Double) -> Double {
        last { $0.seconds <= seconds }.tick(at: seconds)
    }

    public func frame(ofTick tick: Double, rate: Int) -> Int {
        stretch(atTick: tick).frame(ofTick: tick, rate: rate)
    }

    /// From this tick on; changes after it are dropped.
    public mutating func change(to tempo: Tempo, atTick tick: Int) {
        var before = stretch(atTick: Double(tick))
        while let last = stretches.last, last.tick >= tick {
            stretches.removeLast()
        }
        before = stretches.last ?? before
        if stretches.isEmpty || before.tempo != tempo {
            stretches.append(before.changed(to: tempo, atTick: tick))
        }
    }

    /// The same tempos from a tick on, after a count-in of `lead` ticks at that tick's tempo. Ticks and seconds count
    /// from the first click of the count-in.
    public func run(from tick: Int, lead: Int) -> TempoCourse {
        let first = stretch(atTick: Double(tick))
        var course = TempoCourse(tempo: first.tempo, beatTicks: first.beatTicks)
        for stretch in stretches where stretch.tick > tick {
            course.change(to: stretch.tempo, atTick: stretch.tick - tick + lead)
        }
        return course
    }

    private func last(where isReached: (Stretch) -> Bool) -> Stretch {
        stretches.last(where: isReached) ?? stretches[0]
    }
}

/// Changes the tempo step by step, at bar lines.
public struct TempoTrainer: Sendable, Hashable {
    public enum Unit: String, PreferenceValue, CaseIterable {
        case bars
        case minutes
        /// Every few bars: up after a good pass, down after a bad one.
        case passes
    }

    public static let steps = 1.0...50
    public static let intervals = 1...60

    public let from: Tempo
    /// May be below `from`.
    public let to: Tempo
    /// In beats per minute.
    public let step: Double
    /// Bars or minutes from one change to the next.
    public let interval: Int
    public let unit: Unit
    /// Percent of accuracy from which a pass is good, and below which it is bad.
    public let good: Int
    public let bad: Int

    /// Numbers out of range are clamped.
    public init(
        from: Tempo, to: Tempo, step: Double, interval: Int, unit: Unit, good: Int = 90, bad: Int = 70
    ) {
        (self.from, self.to, self.unit) = (from, to, unit)
        self.step = min(max(step, Self.steps.lowerBound), Self.steps.upperBound)
        self.interval = min(max(interval, Self.intervals.lowerBound), Self.intervals.upperBound)
        self.good = min(max(good, 1), 100)
        self.bad = min(max(bad, 0), self.good)
    }

    /// Bars of so many seconds from one change to the next: whole ones, also where minutes are counted.
    public func bars(of seconds: Double) -> Int {
        unit == .minutes ? max(Int((Double(interval) * 60 / seconds - 1e-6).rounded(.up)), 1) : interval
    }

    /// - Parameter accuracy: of the pass that ends, in percent; nil without strokes. Only passes are judged by it.
    public func tempo(after tempo: Tempo, accuracy: Double?) -> Tempo {
        let isGood = unit != .passes || accuracy.map { $0 >= Double(good) } ?? false
        let isBad = unit == .passes && accuracy.map { $0 < Double(bad) } ?? false
        guard isGood || isBad else {
            return tempo
        }
        let goal = (isGood ? to : from).beatsPerMinute
        let left = goal - tempo.beatsPerMinute
        return Tempo(clamping: tempo.beatsPerMinute + min(max(left, -step), step))
    }
}

/// How far a player has drifted while there were no clicks.
public struct Drift: Sendable, Hashable {
    /// At the first click after the silence: seconds, positive if late.
    public let seconds: Double
    /// Seconds per bar of the silence.
    public let perBar: Double
    /// Number of silent bars.
    public let bars: Int

    public init(seconds: Double, perBar: Double, bars: Int) {
        (self.seconds, self.perBar, self.bars) = (seconds, perBar, bars)
    }
}

/// The next step of a `TempoTrainer`.
public struct TempoChange: Sendable, Hashable {
    /// If the pass before is good, where that decides.
    public let tempo: Tempo
    /// The bar, counted from 0, with which it begins.
    public let bar: Int

    public init(to tempo: Tempo, atBar bar: Int) {
        (self.tempo, self.bar) = (tempo, bar)
    }
}
