/// Port: recognises speech on the user's own servers. No sound is sent twice, unless the user asks for it or the server
/// refuses the requested response format.
public protocol ServerRecognizing: Sendable {
    /// Recognises a stream of sound, which is sent to the server piece by piece as it arrives. The returned stream ends
    /// once the last piece has been recognised, or throws `RecognitionError`.
    ///
    /// If a piece fails, the session halts (`RecognitionEvent.halted`): nothing more is sent until `sendAgain` is
    /// called, and arriving sound is kept. If the sound ends before `sendAgain` is called, the stream throws.
    func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions, on profile: ServerProfile, timeout: Duration
    ) -> AsyncThrowingStream<RecognitionEvent, any Error>

    /// Resumes the latest session, beginning with the piece of sound that could not be sent. Does nothing if no piece
    /// has failed.
    func sendAgain()

    /// Returns the sound of the latest session that the server has not accepted. Waits until the session has ended.
    func unsent() async -> UnsentSpeech

    /// Tests a server by sending a short recording to be recognised, and returns the result. If the server's address
    /// does not answer, the usual paths of the server's API are tried.
    ///
    /// - Parameters:
    ///   - key: the API key to use; nil to use the profile's key in the keyring, if there is one.
    ///   - home: the origin (scheme, host and port) of the profile as it is saved; nil if the server is new. If an
    ///     early version stored the key without an origin, the key is bound to this one.
    func test(
        _ profile: ServerProfile, key: Private<String>?, home: Origin?, timeout: Duration
    ) async throws(ServerError) -> ServerTest
}

/// The result of testing a server with a short recording.
public struct ServerTest: Sendable, Equatable {
    /// The server's transcript of the recording.
    public let text: String
    /// Time from the request to the answer, in seconds.
    public let seconds: Double
    /// The tested profile, updated with the path that answered and the response format that the server supports.
    public let profile: ServerProfile

    public init(text: String, seconds: Double, profile: ServerProfile) {
        self.text = text
        self.seconds = seconds
        self.profile = profile
    }
}

/// Port: saves a recording to a file that the user has chosen.
public protocol RecordingSaver: Sendable {
    /// Writes the recording as a WAV file, atomically. If writing fails, an existing file is left unchanged.
    func save(_ recording: SpeechRecording, to path: String) async throws(TextSaveError)
}
