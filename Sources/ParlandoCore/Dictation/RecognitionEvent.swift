/// What a recogniser has to say, in order.
public enum RecognitionEvent: Sendable, Equatable {
    /// The tentative tail. It replaces the earlier one and may change again.
    case partial([Word])
    /// Newly settled words. They follow what was settled before and never change.
    case settled([Word])
    /// The speaker paused: what follows belongs to a new paragraph.
    case paragraphEnded
    /// The language that a multilingual model hears, as an ISO 639-1 code, and how sure it is, 0…1.
    case language(String, probability: Double)
    case warning(RecognitionWarning)
    /// How far recognition has come, in seconds of sound since the session began. Every word before has been reported;
    /// in silence it comes at least once for each second of sound, for it tells how long nobody has spoken.
    case progress(seconds: Double)
    /// Recognition waits after a failure until it is told to go on, or the sound ends. What comes meanwhile is kept.
    case halted(RecognitionError)
    /// It has been told so, and goes on with what was kept.
    case wentOn
    /// While it waits: sound up to `seconds` has been looked at, and somebody spoke last up to `speechEnd`. In seconds of
    /// sound since the session began.
    case kept(seconds: Double, speechEnd: Double)
}

/// Something the speaker should know while recognition goes on.
public enum RecognitionWarning: Sendable, Equatable {
    /// The model knows only English, and this is probably another language.
    case notEnglish
    /// The speech is English again.
    case english
    /// Recognition has fallen behind the speaker and catches up later; nothing is lost.
    case fallingBehind
}
