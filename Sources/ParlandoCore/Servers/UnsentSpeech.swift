/// The part of a dictation's sound that no server has accepted.
public struct UnsentSpeech: Sendable, Equatable {
    /// The sound that no server has accepted; empty if all was accepted.
    public var recording: SpeechRecording
    /// Position of the recording in the sound of the whole session, in samples.
    public var start: Int

    public init(_ recording: SpeechRecording = SpeechRecording(), start: Int = 0) {
        self.recording = recording
        self.start = start
    }
}
