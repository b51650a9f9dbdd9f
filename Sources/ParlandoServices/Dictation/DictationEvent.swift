public import ParlandoCore

/// An event that a dictation service reports to its delegate.
public enum DictationEvent: Sendable, Equatable {
    /// The session has entered this phase.
    case phase(DictationPhase)
    /// The whole transcript so far, with the replacement rules applied; empty when a session begins. It shares storage with the transcript before it, see
    /// `Transcript`.
    case transcript(Transcript)
    /// The session has ended, and replacement rules have changed its text: the whole transcript as it was heard.
    case heard(Transcript)
    /// Loudness of the last few hundredths of a second, in dB of full scale (0 is the loudest), about 30 times a
    /// second.
    case level(Double)
    /// Duration of the captured sound in whole seconds, without pauses.
    case elapsed(Int)
    /// The language that the recogniser has detected, as an ISO 639-1 code, with its probability, 0…1.
    case language(String, probability: Double)
    case warning(RecognitionWarning)
    /// Recognition has halted after this error, and further speech is kept; nil means that recognition has continued.
    case halt(RecognitionError?)
    /// Seconds of sound that have been recognised, and seconds that have been captured.
    case recognised(Double, of: Double)
    /// The session stopped after this many seconds without speech, a limit that the user sets in the preferences.
    case silence(Int)
    case failure(DictationFailure)
}
