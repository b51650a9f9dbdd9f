import ParlandoCore
import ParlandoSignal

/// The trainer, and what is told at bar lines.
extension ExerciseSession {
    /// Seconds beside one beat by which a tempo that depends on strokes is decided ahead of the sound.
    private static let decisionSeconds = 0.25
    /// Seconds between two checks whether a tempo has to be decided.
    static let shortestPace = 0.02

    /// Decides the tempo of the bars that are rendered next: those for which guide tones are due or, if strokes decide,
    /// only the next one.
    mutating func decideTempos(on metronome: MetronomeVoice) {
        while isPlaying, rate > 0, wantedTempo == nil, let bar = plan.nextBar, untilDecision(on: metronome) <= 0 {
            plan.decide(accuracy: results(ofBars: plan.lastBar..<bar).accuracy)
            announce(course.tempo(atTick: bar * ticksPerBar), atTick: bar * ticksPerBar, to: metronome)
            judge?.change(to: plan.course)
            provisional.change(to: plan.course)
            guide?.change(to: plan.course)
            tellClock()
        }
    }

    /// Never more than seconds ahead, so the metronome has room for all.
    func announce(_ tempo: Tempo, atTick tick: Int, to metronome: MetronomeVoice) {
        metronome.change(tempo: tempo, atBeat: (tick - runTick) / options.clicks.beatTicks)
    }

    /// Seconds until the trainer has something to decide.
    func untilDecision(on metronome: MetronomeVoice) -> Double {
        guard let tick = plan.nextBar.map({ $0 * ticksPerBar }) else {
            return .infinity
        }
        let ahead =
            plan.waitsForPasses
            ? course.tempo(atTick: tick).secondsPerBeat + Self.decisionSeconds : Double(Self.guideSeconds)
        return course.seconds(ofTick: tick) - seconds(atFrame: Double(metronome.nextFrame)) - ahead
    }

    mutating func tellChange(after tick: Double) {
        let change = plan.upcoming(after: tick)
        if options.trainer != nil, toldChange != .some(change) {
            toldChange = .some(change)
            tools.outbox.post(.upcoming(change))
        }
    }

    /// Tells what has ended with the bar lines before `seconds`, by when all strokes have arrived.
    mutating func review(until seconds: Double) {
        guard judge != nil, let exercise = options.exercise else {
            return
        }
        let gaps = options.clicks.gaps
        while exercise.hasBar(nextLine - 1), course.seconds(ofTick: nextLine * ticksPerBar) <= seconds {
            if gaps.isSilent(bar: nextLine - 1), !gaps.isSilent(bar: nextLine), exercise.hasBar(nextLine) {
                let first = max(nextLine - gaps.silentBars, startBar < nextLine ? startBar : 0)
                Drift(verdicts.all, in: first..<nextLine, of: exercise).map { tools.outbox.post(.drift($0)) }
            }
            if let passBars, nextLine.isMultiple(of: passBars) {
                let first = nextLine - passBars
                let tempo = course.tempo(atTick: first * ticksPerBar)
                let results = results(ofBars: first..<nextLine)
                tools.outbox.post(.pass(results, number: nextLine / passBars, tempo: tempo))
            }
            let needed = min(nextLine + 1 - ClickGaps.bars.upperBound, nextLine - nextLine % (passBars ?? 1))
            verdicts.keep((needed * ticksPerBar)...)
            nextLine += 1
        }
    }

    private var passBars: Int? {
        (plan.waitsForPasses ? options.trainer?.interval : options.passBars).map { max($0, 1) }
    }

    private func results(ofBars bars: Range<Int>) -> RhythmResults {
        let seconds = course.seconds(ofTick: bars.upperBound * ticksPerBar)
        var results = RhythmResults(
            seconds: seconds - course.seconds(ofTick: bars.lowerBound * ticksPerBar), meter: options.meter)
        for verdict in verdicts.all where bars.contains(verdict.tick / ticksPerBar) {
            results.add(
                verdict, tempo: course.tempo(atTick: verdict.tick),
                isUnheard: options.clicks.gaps.isSilent(bar: verdict.tick / ticksPerBar))
        }
        return results
    }
}
