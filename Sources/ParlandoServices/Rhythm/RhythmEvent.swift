public import ParlandoCore

/// What a rhythm service reports.
public enum RhythmEvent: Sendable, Equatable {
    /// The trainer has entered this phase.
    case phase(RhythmPhase)
    /// Where the beat is: about once a second while the metronome plays, and whenever the beat moves.
    case clock(BeatClock)
    /// New verdicts, in order. A verdict for a note or stroke that was judged before replaces the earlier one.
    case verdicts([Verdict])
    /// The exercise is over, by itself or because it was stopped.
    case results(RhythmResults)
    /// Loudness at the microphone in dB of full scale, about 30 times a second.
    case level(Double)
    case warning(RhythmWarning)
    /// Strokes heard or tapped so far while learning or calibrating, of those that are needed.
    case count(Int, of: Int)
    case instrument(InstrumentProfile)
    case calibration(LatencyCalibration)
    case failure(RhythmFailure)
}
