/// The sound of a session that no server has taken.
public struct UnsentSpeech: Sendable, Equatable {
    /// The sound; empty: everything was taken.
    public var recording: SpeechRecording
    /// Samples of the session before its first one.
    public var start: Int

    public init(_ recording: SpeechRecording = SpeechRecording(), start: Int = 0) {
        self.recording = recording
        self.start = start
    }
}
