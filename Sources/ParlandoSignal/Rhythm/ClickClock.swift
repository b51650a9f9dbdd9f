import ParlandoCore

/// Which click comes next, and on which frame: counted from where the tempo last changed, so that no error adds up. Pure.
struct ClickClock: Sendable {
    /// Clicks that are still to come, nil: there are no more.
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
    /// The click from which on the tempo holds, and its frame.
    private var anchorIndex = 0
    private var anchorFrame: Int

    /// - Parameter rate: of the stream, in Hz.
    init(_ run: MetronomeRun, rate: Int) {
        self.run = run
        self.rate = rate
        tempo = Tempo(clamping: run.beatsPerMinute)
        anchorFrame = run.firstClick
    }

    /// The next click has sounded, or was left out. Realtime-safe: yes.
    mutating func advance() {
        index += 1
    }

    /// The next click stays where it is; those after it follow at the new tempo. Realtime-safe: yes.
    mutating func change(beatsPerMinute: Double) {
        guard beatsPerMinute != tempo.beatsPerMinute, let next else {
            return
        }
        anchorFrame = next.frame
        anchorIndex = index
        tempo = Tempo(clamping: beatsPerMinute)
    }
}
