import ParlandoCore

/// The tempos of an exercise or of the metronome, as far as a trainer has decided them.
struct TempoPlan {
    private(set) var course: TempoCourse
    /// At whose beginning the trainer decides next; nil if the tempo stays.
    private(set) var nextBar: Int?
    /// With which the current interval of the trainer began.
    private(set) var lastBar = 0

    private let options: RhythmOptions

    init(_ options: RhythmOptions) {
        course = TempoCourse(tempo: options.tempo, beatTicks: options.clicks.beatTicks)
        self.options = options
        lookAhead()
    }

    /// Whether strokes decide. If none are judged, passes are but bars.
    var waitsForPasses: Bool {
        options.exercise != nil && options.input != .none && options.trainer?.unit == .passes
    }

    private var ticksPerBar: Int {
        options.clicks.ticksPerBar
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
            return TempoChange(to: stretch.tempo, atBar: stretch.tick / ticksPerBar)
        }
        guard let nextBar else {
            return nil
        }
        let next = next(after: tempo(ofBar: nextBar), accuracy: 100)
        return next == tempo(ofBar: nextBar) ? nil : TempoChange(to: next, atBar: nextBar)
    }

    private mutating func lookAhead() {
        let tempo = tempo(ofBar: lastBar + 1)
        guard let trainer = options.trainer, waitsForPasses || next(after: tempo, accuracy: 100) != tempo else {
            nextBar = nil
            return
        }
        let due = lastBar + trainer.bars(of: Double(options.clicks.beats) * tempo.secondsPerBeat)
        nextBar = (options.exercise?.hasBar(due) ?? true) ? due : nil
    }

    private func next(after tempo: Tempo, accuracy: Double?) -> Tempo {
        options.trainer.map { $0.tempo(after: tempo, accuracy: accuracy) } ?? tempo
    }

    private func tempo(ofBar bar: Int) -> Tempo {
        course.tempo(atTick: bar * ticksPerBar)
    }
}
