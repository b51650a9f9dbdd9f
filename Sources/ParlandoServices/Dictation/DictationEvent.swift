public import ParlandoCore

/// The phase of a dictation session.
///
///     idle       → opening
///     opening    → listening, paused, deviceLost, finishing
///     listening  → paused, deviceLost, finishing
///     paused     → opening, finishing
///     deviceLost → listening, opening, paused, finishing
///     finishing  → idle
///
/// If a session cannot go on, every phase is followed by idle.
public enum DictationPhase: Sendable, Equatable {
    case idle
    /// The microphone is being opened.
    case opening
    case listening
    /// The session is still running, but the microphone is closed.
    case paused
    /// The microphone was disconnected. The session waits until the microphone returns or the user chooses another.
    case deviceLost
    /// The microphone is closed and the last words are being recognised.
    case finishing
}

/// Why a session ended or the microphone could not be opened.
public enum DictationFailure: Error, Sendable, Equatable {
    case audio(AudioError)
    case recognition(RecognitionError)
    case file(AudioFileError)
}

/// An event that a dictation service reports to its delegate.
public enum DictationEvent: Sendable, Equatable {
    case phase(DictationPhase)
    /// The whole transcript with the replacement rules applied. Successive ones share storage (see `Transcript`).
    case transcript(Transcript)
    /// The end of the text was taken back, and this is left. `isAbove`: there was none, so the user meant that of the
    /// session above.
    case takenBack(Transcript, isAbove: Bool)
    /// Without the replacement rules, and with what was taken back. Reported at the end if that is another text.
    case heard(Transcript)
    /// In dBFS, about 30 times a second.
    case level(Double)
    /// Whole seconds of captured sound. Time while paused does not count.
    case elapsed(Int)
    /// ISO 639-1 code, with its probability, 0…1.
    case language(String, probability: Double)
    case warning(RecognitionWarning)
    /// A server has halted, and further speech is kept. Nil: it goes on.
    case halt(RecognitionError?)
    /// Seconds that have been recognised, and captured.
    case recognised(Double, of: Double)
    /// The session stopped after so many seconds without speech.
    case silence(Int)
    case failure(DictationFailure)
}

/// Receives a dictation service's events on the main actor, in the order in which they happened.
@MainActor public protocol DictationServiceDelegate: AnyObject {
    func dictationService(_ service: DictationService, didReport event: DictationEvent)
}

/// A step of a session, for its recorders.
public enum DictationNews: Sendable {
    case began(DictationOptions)
    /// The kept sound of a resumed session is not reported.
    case captured(AudioBlock)
    /// Part of the sound was not recognised. Reported before the session is idle.
    case unfinished
    case reported(DictationEvent)
}

/// Receives what a dictation service does, besides its delegate.
public protocol DictationRecording: Sendable {
    /// Called from any thread, in order. Must return at once.
    func take(_ news: DictationNews)
}
