import ParlandoCore

/// Computes the frame of each click. Clicks are counted from the last change of tempo, so that rounding errors do not
/// accumulate.
///
/// A slower tempo begins with the next beat, which keeps its frame. A faster one begins at once, at the same fraction
/// of the beat. No click comes later than one new interval after the change, or in the past.
struct ClickClock: Sendable {
    struct Click {
        let frame: Int
        /// Nil between two beats.
        let stress: BeatStress?
    }

    /// Nil after the last click.
    var next: Click? {
        guard beat < run.clicks else {
            return nil
        }
        let isOnBeat = part == 0
        // Rounding could place a click one frame before the change of tempo.
        return Click(
            frame: max(frame(ofBeat: beat, part: part), earliest),
            stress: isOnBeat ? nextPattern.stress(ofBeat: beat) : nil
        )
    }

    /// The next click for `MetronomeVoice.takeClicks`; nil after the last click, and between two beats.
    var report: SoundedClick? {
        guard part == 0, let next else {
            return nil
        }
        return SoundedClick(
            frame: next.frame, index: beat, stress: nextPattern.stress(ofBeat: beat),
            beatsPerMinute: (slower ?? tempo).beatsPerMinute)
    }

    private let run: MetronomeRun
    private let rate: Int
    private var pattern: ClickPattern
    /// From the next beat on.
    private var nextPattern: ClickPattern
    private var tempo: Tempo
    /// Begins with the next beat.
    private var slower: Tempo?
    /// The next click.
    private var beat = 0
    private var part = 0
    /// From which clicks are counted.
    private var anchorBeat = 0
    private var anchorFrame: Int
    private var earliest = Int.min

    init(_ run: MetronomeRun, rate: Int) {
        self.run = run
        self.rate = rate
        pattern = run.pattern
        nextPattern = run.pattern
        tempo = Tempo(clamping: run.beatsPerMinute)
        anchorFrame = run.firstClick
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
        }
    }

    /// From the next beat on. Realtime-safe.
    mutating func change(pattern: ClickPattern) {
        nextPattern = pattern
    }

    /// - Parameter frame: the first frame that is not rendered yet. Realtime-safe.
    mutating func change(beatsPerMinute: Double, at frame: Int) {
        let new = Tempo(clamping: beatsPerMinute)
        guard new != slower ?? tempo else {
            return
        }
        guard beat > 0 || part > 0 else {
            tempo = new
            return
        }
        slower = new < tempo ? new : nil
        if new > tempo {
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
            / Double(tempo.frame(ofTick: NoteValue.ticksPerBeat, rate: rate))
        let interval = Double(new.frame(ofTick: NoteValue.ticksPerBeat, rate: rate))
        anchorFrame = frame + Int((min(max(left, 0), 1) * interval).rounded())
        anchorBeat = nextBeat
        earliest = frame
        tempo = new
    }

    private mutating func beginBeat() {
        if let slower {
            anchorFrame = frame(ofBeat: beat, part: 0)
            anchorBeat = beat
            tempo = slower
            self.slower = nil
        }
        pattern = nextPattern
    }

    private func frame(ofBeat beat: Int, part: Int) -> Int {
        let ticks = (beat - anchorBeat) * NoteValue.ticksPerBeat + part * NoteValue.ticksPerBeat / pattern.clicksPerBeat
        return anchorFrame + tempo.frame(ofTick: ticks, rate: rate)
    }
}
