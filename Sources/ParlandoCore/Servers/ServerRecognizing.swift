/// Port: recognises speech on the user's own servers. Nothing is sent twice, unless the user asks for it or the server
/// refuses the requested response format.
public protocol ServerRecognizing: Sendable {
    /// Recognises the sound piece by piece as it arrives, as `SpeechRecognizer.transcribe` does. The stream ends once
    /// the last piece has been recognised. Throws `RecognitionError`.
    ///
    /// A failed piece halts the session (`RecognitionEvent.halted`): nothing more is sent until `sendAgain` is called,
    /// and arriving sound is kept. If the sound ends before `sendAgain` is called, the stream throws.
    func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions, on profile: ServerProfile, timeout: Duration
    ) -> AsyncThrowingStream<RecognitionEvent, any Error>

    /// Resumes the latest session with the piece that failed. Does nothing if no piece has failed.
    func sendAgain()

    /// Returns the sound of the latest session that the server has not accepted. Waits until the session and its sound
    /// have ended.
    func unsent() async -> UnsentSpeech

    /// Tests a server by sending a short recording, and returns the result. If the address does not answer, the usual
    /// paths of the protocol are tried.
    ///
    /// - Parameters:
    ///   - key: the key to use; nil for the profile's key in the keyring, if the profile has a key.
    ///   - home: the origin of the profile as it is saved, to which a key is bound that was stored without an origin;
    ///     nil if the server is new.
    func test(
        _ profile: ServerProfile, key: Private<String>?, home: Origin?, timeout: Duration
    ) async throws(ServerError) -> ServerTest
}

/// The result of testing a server with a short recording.
public struct ServerTest: Sendable, Equatable {
    /// The server's transcript of the recording.
    public let text: String
    /// Time to the answer, in seconds.
    public let seconds: Double
    /// The profile updated with the path that answered and the response format that the server supports.
    public let profile: ServerProfile

    public init(text: String, seconds: Double, profile: ServerProfile) {
        self.text = text
        self.seconds = seconds
        self.profile = profile
    }
}

/// Port: saves a recording to a file of the user's choice.
public protocol RecordingSaver: Sendable {
    /// Writes a WAV file atomically. If writing fails, an existing file is left unchanged.
    func save(_ recording: SpeechRecording, to path: String) async throws(TextSaveError)
}
