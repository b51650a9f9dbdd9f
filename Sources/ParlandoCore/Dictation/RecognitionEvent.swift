/// Events of a speech recogniser, in order.
public enum RecognitionEvent: Sendable, Equatable {
    /// An interim result. It replaces the previous one and may change again.
    case partial([Word])
    /// A final result: words that follow the earlier final ones and never change.
    case settled([Word])
    /// The speaker paused. Later words belong to a new paragraph.
    case paragraphEnded
    /// The language that a multilingual model detected, as an ISO 639-1 code, and its probability, 0…1.
    case language(String, probability: Double)
    case warning(RecognitionWarning)
    /// Position of the recogniser in seconds of sound since the session began. All words before it have been reported.
    /// Sent at least once for each second of silence too, so that the duration of the silence is known.
    case progress(seconds: Double)
    /// Recognition has paused after a failure, until it is resumed or the sound ends. Sound that arrives meanwhile is
    /// kept.
    case halted(RecognitionError)
    /// Recognition has resumed and continues with the sound that was kept.
    case wentOn
    /// Progress of voice activity detection while recognition is halted: the sound up to `seconds` has been examined,
    /// and speech last ended at `speechEnd`. Both are seconds of sound since the session began.
    case kept(seconds: Double, speechEnd: Double)
}

/// A warning for the speaker while recognition continues.
public enum RecognitionWarning: Sendable, Equatable {
    /// The model knows only English, and the speech is probably in another language.
    case notEnglish
    /// The speech is English again.
    case english
    /// Recognition is slower than the speech and will catch up later. No words are lost.
    case fallingBehind
}
