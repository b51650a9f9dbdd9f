public import ParlandoCore

/// Where a dictation session stands.
///
///     idle → opening → listening → finishing → idle
///               ↑         ⇅  ↓
///               |  deviceLost paused
///               └───────┴──────┘ resume
public enum DictationPhase: Sendable, Equatable {
    case idle
    /// The microphone is being opened.
    case opening
    case listening
    /// The session goes on, the microphone is closed.
    case paused
    /// The microphone went away; the session waits for it or for another one.
    case deviceLost
    /// The microphone is closed and the last words are being recognised.
    case finishing
}

/// Why a session ended or the microphone stayed closed.
public enum DictationFailure: Error, Sendable, Equatable {
    case audio(AudioError)
    case recognition(RecognitionError)
    case file(AudioFileError)
}

/// Hears of a dictation service's events on the main actor, in the order in which they happened.
@MainActor public protocol DictationServiceDelegate: AnyObject {
    func dictationService(_ service: any Dictating, didReport event: DictationEvent)
}

/// How a session is run.
public struct DictationOptions: Sendable, Equatable {
    /// ALSA name, nil: the system's default.
    public var microphone: AudioDevice.ID?
    /// How the sound is recognised.
    public var recognition: RecognitionOptions
    /// Stop after this many seconds without speech, nil: never.
    public var silenceStop: Int?
    /// Sound that was kept and is to be recognised in place of the microphone's, nil: none.
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

/// Everything a presenter may ask of dictation. A command that does not fit the phase does nothing.
public protocol Dictating: Actor {
    @MainActor var delegate: (any DictationServiceDelegate)? { get set }
    /// Begins a new session. Works at once, even while the model still loads: the sound waits for it.
    func start(_ options: DictationOptions)
    /// Closes the microphone. The words already spoken still arrive, then `.idle`.
    func stop()
    /// Ends at once; words not yet settled are given up.
    func abort()
    func pause()
    func resume()
    /// Goes on with another microphone, in mid-session or after the first one was lost.
    func change(microphone: AudioDevice.ID?)
}
