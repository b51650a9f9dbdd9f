import ParlandoCore

/// Computes the frame of each click. Clicks are counted from the last change of tempo, so that rounding errors do not
/// accumulate. Free of side effects.
struct ClickClock: Sendable {
    /// The next click; nil after the last one.
    var next: SoundedClick? {
        guard index < run.clicks else {
            return nil
        }
        let ticks = (index - anchorIndex) * NoteValue.ticksPerBeat
        return SoundedClick(
            frame: anchorFrame + tempo.frame(ofTick: ticks, rate: rate), index: index,
            isAccented: index.isMultiple(of: Exercise.beatsPerBar), beatsPerMinute: tempo.beatsPerMinute)
    }

    private let run: MetronomeRun
    private let rate: Int
    private var tempo: Tempo
    private var index = 0
    /// The click from which the current tempo applies, and its frame.
    private var anchorIndex = 0
    private var anchorFrame: Int

    /// - Parameter rate: sample rate of the stream in Hz.
    init(_ run: MetronomeRun, rate: Int) {
        self.run = run
        self.rate = rate
        tempo = Tempo(clamping: run.beatsPerMinute)
        anchorFrame = run.firstClick
    }

    /// Advances to the click after the next one. Realtime-safe.
    mutating func advance() {
        index += 1
    }

    /// Changes the tempo. The next click keeps its frame, and later clicks follow at the new tempo. Realtime-safe.
    mutating func change(beatsPerMinute: Double) {
        guard beatsPerMinute != tempo.beatsPerMinute, let next else {
            return
        }
        anchorFrame = next.frame
        anchorIndex = index
        tempo = Tempo(clamping: beatsPerMinute)
    }
}
