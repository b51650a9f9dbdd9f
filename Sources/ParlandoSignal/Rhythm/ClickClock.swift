import ParlandoCore

/// Computes the frame of each click. Clicks are counted from the last change of tempo, so that rounding errors do not
/// accumulate.
///
/// A slower tempo begins with the next beat, which keeps its frame. A faster one begins at once, at the same fraction
/// of the beat. No click comes later than one new interval after the change, or in the past. A change that was planned
/// ahead begins at its beat, on the same frame as in a `TempoCourse`.
struct ClickClock: Sendable {
    struct Click {
        let frame: Int
        /// Nil between two beats.
        let stress: BeatStress?
        /// False in silent bars and on dropped beats.
        let isHeard: Bool
        /// Counted from 0 at the start of the bar.
        let beat: Int
        /// Frames to the next beat.
        let room: Int
    }

    /// Nil after the last click.
    var next: Click? {
        guard beat < run.clicks else {
            return nil
        }
        let pattern = part == 0 ? nextPattern : pattern
        let played = beat - run.countIn
        let bar = played < 0 ? -1 : run.firstBar + played / pattern.beats
        // Rounding could place a click one frame before the change of tempo.
        return Click(
            frame: max(frame(ofBeat: beat, part: part), earliest),
            stress: part == 0 ? pattern.stress(ofBeat: beat) : nil,
            isHeard: pattern.gaps.hasClick(bar: bar, beat: beat % pattern.beats), beat: beat % pattern.beats,
            room: Int((slower ?? stretch.tempo).secondsPerBeat * Double(rate)))
    }

    /// The next click for `MetronomeVoice.takeClicks`; nil after the last click, and between two beats.
    var report: SoundedClick? {
        guard let next, let stress = next.stress else {
            return nil
        }
        return SoundedClick(frame: next.frame, index: beat, stress: stress, tempo: slower ?? stretch.tempo)
    }

    private let run: MetronomeRun
    private let rate: Int
    private var pattern: ClickPattern
    /// From the next beat on.
    private var nextPattern: ClickPattern
    /// Begins with the next beat.
    private var slower: Tempo?
    private var planned: PlannedTempo?
    /// The next click.
    private var beat = 0
    private var part = 0
    /// From which clicks are counted: second 0 of the stretch.
    private var origin: Int
    private var stretch: TempoCourse.Stretch
    private var earliest = Int.min

    init(_ run: MetronomeRun, rate: Int) {
        self.run = run
        self.rate = rate
        pattern = run.pattern
        nextPattern = run.pattern
        origin = run.firstClick
        stretch = TempoCourse.Stretch(tempo: run.tempo, beatTicks: run.pattern.beatTicks)
    }

    /// Whether a planned change is still to come. Realtime-safe.
    var isPlanned: Bool {
        planned != nil
    }

    /// One at a time. A change that comes too late places later clicks as if it had come in time. Realtime-safe.
    mutating func plan(_ change: PlannedTempo) {
        planned = change
        beginPlanned()
    }

    private mutating func beginPlanned() {
        guard let planned, planned.beat <= beat else {
            return
        }
        self.planned = nil
        slower = nil
        if planned.tempo != stretch.tempo {
            stretch = stretch.changed(to: planned.tempo, atTick: planned.beat * pattern.beatTicks)
        }
    }

    /// Realtime-safe.
    mutating func advance() {
        if part == 0 {
            beginBeat()
        }
        part += 1
        if part == pattern.clicksPerBeat {
            part = 0
            beat += 1
            beginPlanned()
        }
    }

    /// From the next beat on. Realtime-safe.
    mutating func change(pattern: ClickPattern) {
        nextPattern = pattern
    }

    /// Drops a planned change.
    ///
    /// - Parameter frame: the first frame that is not rendered yet. Realtime-safe.
    mutating func change(tempo new: Tempo, at frame: Int) {
        planned = nil
        guard new != slower ?? stretch.tempo else {
            return
        }
        guard beat > 0 || part > 0 else {
            begin(new, withBeat: 0, at: origin)
            return
        }
        slower = new < stretch.tempo ? new : nil
        if new > stretch.tempo {
            hasten(new, at: frame)
        }
    }

    private mutating func hasten(_ new: Tempo, at frame: Int) {
        // Frames may have been skipped, and beats with them.
        while let next, next.frame < frame {
            advance()
        }
        let nextBeat = part == 0 ? beat : beat + 1
        let left =
            Double(self.frame(ofBeat: nextBeat, part: 0) - frame)
            / (stretch.tempo.secondsPerBeat * Double(rate))
        let interval = new.secondsPerBeat * Double(rate)
        begin(new, withBeat: nextBeat, at: frame + Int((min(max(left, 0), 1) * interval).rounded()))
        earliest = frame
    }

    private mutating func begin(_ tempo: Tempo, withBeat beat: Int, at frame: Int) {
        origin = frame
        stretch = TempoCourse.Stretch(from: beat * pattern.beatTicks, tempo: tempo, beatTicks: pattern.beatTicks)
    }

    private mutating func beginBeat() {
        if let slower {
            begin(slower, withBeat: beat, at: frame(ofBeat: beat, part: 0))
            self.slower = nil
        }
        pattern = nextPattern
    }

    private func frame(ofBeat beat: Int, part: Int) -> Int {
        origin + stretch.frame(ofTick: pattern.position(ofBeat: beat, part: part), rate: rate)
    }
}
