public import ParlandoCore

/// What a dictation service reports.
public enum DictationEvent: Sendable, Equatable {
    /// The session has entered this phase.
    case phase(DictationPhase)
    /// The whole transcript so far; empty when a session begins. It shares its storage with the one before, see
    /// `Transcript`.
    case transcript(Transcript)
    /// Loudness of the last few hundredths of a second, in dB of full scale (0 is the loudest), about 30 times a second.
    case level(Double)
    /// Whole seconds of sound that were captured, pauses left out.
    case elapsed(Int)
    /// The language that the recogniser has detected, as an ISO 639-1 code, and how sure it is, 0…1.
    case language(String, probability: Double)
    case warning(RecognitionWarning)
    /// Recognition waits after this error, and what is said meanwhile is kept; nil: it goes on.
    case halt(RecognitionError?)
    /// Seconds of sound that are recognised, of those that were captured.
    case recognised(Double, of: Double)
    /// The session was stopped after this many seconds without speech, as the preferences ask.
    case silence(Int)
    case failure(DictationFailure)
}
