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

/// News from dictation. Always on the main actor, always in the order it happened.
@MainActor public protocol DictationServiceDelegate: AnyObject {
    func dictationService(_ service: any Dictating, didEnter phase: DictationPhase)
    /// The whole transcript so far; empty when a session begins. It shares its storage with the one before, see
    /// `Transcript`.
    func dictationService(_ service: any Dictating, didHear transcript: Transcript)
    /// Loudness of the last few hundredths of a second, in dB of full scale (0 is the loudest), about 30 times a second.
    func dictationService(_ service: any Dictating, didMeasure level: Double)
    /// Whole seconds of sound taken in, pauses left out.
    func dictationService(_ service: any Dictating, didElapse seconds: Int)
    func dictationService(_ service: any Dictating, didDetect language: String, probability: Double)
    func dictationService(_ service: any Dictating, didWarn warning: RecognitionWarning)
    /// Recognition waits after a failure, and what is said meanwhile is kept; nil: it goes on.
    func dictationService(_ service: any Dictating, didHalt error: RecognitionError?)
    /// Everything up to so many seconds of sound is recognised; `total` have been taken in.
    func dictationService(_ service: any Dictating, didRecognise seconds: Double, of total: Double)
    /// Nobody spoke for as long as the preference allows; the session was stopped.
    func dictationService(_ service: any Dictating, didStopAfterSilence seconds: Int)
    func dictationService(_ service: any Dictating, didFailWith failure: DictationFailure)
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
