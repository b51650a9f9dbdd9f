import ParlandoCore

/// The tempos of an exercise or of the metronome, as far as a trainer has decided them.
struct TempoPlan {
    private(set) var course: TempoCourse
    /// At whose beginning the trainer decides next; nil if the tempo stays.
    private(set) var nextBar: Int?
    /// With which the current interval of the trainer began.
    private(set) var lastBar = 0
    /// Whether strokes decide. If none are judged, passes are but bars.
    let waitsForPasses: Bool

    private let trainer: TempoTrainer?
    private let beats: Int
    private let ticksPerBar: Int
    private let bars: Int

    init(_ options: RhythmOptions) {
        course = TempoCourse(tempo: options.tempo, beatTicks: options.clicks.beatTicks)
        let isJudged = options.exercise != nil && options.input != .none
        waitsForPasses = isJudged && options.trainer?.unit == .passes
        trainer = options.trainer
        beats = options.clicks.beats
        ticksPerBar = options.clicks.ticksPerBar
        bars = options.exercise?.bars ?? .max
        lookAhead()
    }

    /// Decides the tempo from `nextBar` on.
    ///
    /// - Parameter accuracy: of the strokes since `lastBar`, in percent.
    mutating func decide(accuracy: Double?) {
        if let bar = nextBar {
            let accuracy = waitsForPasses ? accuracy : 100
            change(to: next(after: tempo(ofBar: bar), accuracy: accuracy), atTick: bar * ticksPerBar)
        }
    }

    /// Drops what was decided for later; the interval of the trainer begins anew.
    mutating func change(to tempo: Tempo, atTick tick: Int) {
        course.change(to: tempo, atTick: tick)
        lastBar = tick / ticksPerBar
        lookAhead()
    }

    /// The first change after a tick, also one that good strokes may still bring.
    func upcoming(after tick: Double) -> TempoChange? {
        if let stretch = course.stretches.dropFirst().first(where: { Double($0.tick) > tick }) {
            return TempoChange(to: Tempo(clamping: stretch.beatsPerMinute), atBar: stretch.tick / ticksPerBar)
        }
        guard let nextBar else {
            return nil
        }
        let next = next(after: tempo(ofBar: nextBar), accuracy: 100)
        return next == tempo(ofBar: nextBar) ? nil : TempoChange(to: next, atBar: nextBar)
    }

    private mutating func lookAhead() {
        let tempo = tempo(ofBar: lastBar + 1)
        guard let trainer, waitsForPasses || next(after: tempo, accuracy: 100) != tempo else {
            nextBar = nil
            return
        }
        let due = lastBar + trainer.bars(of: Double(beats) * tempo.secondsPerBeat)
        nextBar = due < bars ? due : nil
    }

    private func next(after tempo: Tempo, accuracy: Double?) -> Tempo {
        trainer.map { $0.tempo(after: tempo, accuracy: accuracy) } ?? tempo
    }

    private func tempo(ofBar bar: Int) -> Tempo {
        course.tempo(atTick: bar * ticksPerBar)
    }
}
