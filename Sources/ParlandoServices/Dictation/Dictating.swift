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

/// The reason that a session ended or that the microphone could not be opened.
public enum DictationFailure: Error, Sendable, Equatable {
    case audio(AudioError)
    case recognition(RecognitionError)
    case file(AudioFileError)
}

/// Receives a dictation service's events on the main actor, in the order in which they happened.
@MainActor public protocol DictationServiceDelegate: AnyObject {
    func dictationService(_ service: any Dictating, didReport event: DictationEvent)
}

/// The options of a dictation session.
public struct DictationOptions: Sendable, Equatable {
    /// ALSA name of the microphone, or nil for the system's default.
    public var microphone: AudioDevice.ID?
    /// Options that are passed to the recogniser.
    public var recognition: RecognitionOptions
    /// Number of seconds without speech after which the session stops, or nil if it never stops by itself.
    public var silenceStop: Int?
    /// Sound kept from an interrupted session, which is recognised instead of the microphone's sound; nil for a new
    /// session.
    public var resumed: ResumedSession?

    public init(
        microphone: AudioDevice.ID? = nil, recognition: RecognitionOptions = RecognitionOptions(),
        silenceStop: Int? = 30
    ) {
        self.microphone = microphone
        self.recognition = recognition
        self.silenceStop = silenceStop
    }
}

/// The commands that a presenter can give to the dictation service. A command has no effect if it makes no sense in the
/// session's current phase, such as listening or paused.
public protocol Dictating: Actor {
    @MainActor var delegate: (any DictationServiceDelegate)? { get set }
    /// Begins a new session. The microphone opens at once, even while the model is still loading. Sound is queued until
    /// the model has loaded.
    func start(_ options: DictationOptions)
    /// Closes the microphone. The words already spoken are still reported, followed by `.idle`.
    func stop()
    /// Ends the session at once, and discards the words that may still change.
    func abort()
    func pause()
    func resume()
    /// Switches to another microphone during the session (nil: the system's default). Also continues a session whose
    /// microphone was lost.
    func change(microphone: AudioDevice.ID?)
}

/// An event that a dictation service reports to its delegate.
public enum DictationEvent: Sendable, Equatable {
    /// The session has entered a new phase.
    case phase(DictationPhase)
    /// The whole transcript so far, with the replacement rules applied; empty when a session begins. Successive
    /// transcripts share storage (see `Transcript`).
    case transcript(Transcript)
    /// The whole transcript without the replacement rules. Reported at the end of a session if the rules have changed
    /// the text.
    case heard(Transcript)
    /// Level of the last few hundredths of a second, in dBFS. Reported about 30 times a second.
    case level(Double)
    /// Duration of the captured sound in whole seconds, without pauses.
    case elapsed(Int)
    /// The language that the recogniser has detected, as an ISO 639-1 code, with its probability, 0…1.
    case language(String, probability: Double)
    case warning(RecognitionWarning)
    /// Recognition on a server has halted because of this error, and further speech is kept. Nil means that recognition
    /// has continued.
    case halt(RecognitionError?)
    /// Seconds of sound that have been recognised, and seconds that have been captured.
    case recognised(Double, of: Double)
    /// The session stopped after this many seconds without speech, a limit that the user sets in the preferences.
    case silence(Int)
    case failure(DictationFailure)
}
