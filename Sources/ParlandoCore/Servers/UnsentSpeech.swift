/// The part of a session's sound that no server has accepted.
public struct UnsentSpeech: Sendable, Equatable {
    /// The sound; empty if everything was accepted.
    public var recording: SpeechRecording
    /// Index of the recording's first sample in the sound of the session.
    public var start: Int

    public init(_ recording: SpeechRecording = SpeechRecording(), start: Int = 0) {
        self.recording = recording
        self.start = start
    }
}
