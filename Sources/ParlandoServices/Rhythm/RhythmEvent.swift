public import ParlandoCore

/// An event that a rhythm service reports to its delegate.
public enum RhythmEvent: Sendable, Equatable {
    /// The trainer has entered this phase.
    case phase(RhythmPhase)
    /// The timing of the beat, reported about once a second while the metronome plays, and whenever it changes.
    case clock(BeatClock)
    /// New verdicts, in order. A verdict for a note or stroke that was judged before replaces the earlier one.
    case verdicts([Verdict])
    /// The exercise has ended, because it is complete or because it was stopped.
    case results(RhythmResults)
    /// Loudness at the microphone in dB of full scale, about 30 times a second.
    case level(Double)
    case warning(RhythmWarning)
    /// Number of strokes heard or tapped so far while learning or calibrating, and the number needed.
    case count(Int, of: Int)
    case instrument(InstrumentProfile)
    case calibration(LatencyCalibration)
    case failure(RhythmFailure)
}
