/// Port: servers of the user's own that recognise speech. Nothing is sent twice, unless somebody asks for it or the server
/// refused the form of transcript that it was asked for.
public protocol ServerRecognizing: Sendable {
    /// Recognises as the sound arrives, piece by piece, and ends after the last piece is recognised. As
    /// `SpeechRecognizer.transcribe`. Throws `RecognitionError`.
    ///
    /// A piece that fails halts it (`RecognitionEvent.halted`): nothing more is sent until `sendAgain`, and what comes
    /// is kept. It throws when the sound ends before that.
    func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions, on profile: ServerProfile, timeout: Duration
    ) -> AsyncThrowingStream<RecognitionEvent, any Error>

    /// Lets the latest session go on with the piece that failed. Does nothing where none has failed.
    func sendAgain()

    /// What the server did not take of the latest session. Waits for the end of the session and of its sound.
    func unsent() async -> UnsentSpeech

    /// Really sends a short recording, and tells what came back. Where nothing answers at the address, the usual paths of
    /// the protocol are tried.
    ///
    /// - Parameter key: nil: the one in the keyring, if the profile has one.
    func test(
        _ profile: ServerProfile, key: Private<String>?, timeout: Duration
    ) async throws(ServerError) -> ServerTest
}

/// What a server made of a short recording.
public struct ServerTest: Sendable, Equatable {
    /// What it wrote down.
    public let text: String
    /// How long it took to answer.
    public let seconds: Double
    /// The server as it answered: with the path at which it did, and the format that it knows.
    public let profile: ServerProfile

    public init(text: String, seconds: Double, profile: ServerProfile) {
        self.text = text
        self.seconds = seconds
        self.profile = profile
    }
}

/// Port: puts a recording into a file of the user's choice.
public protocol RecordingSaver: Sendable {
    /// Writes a WAV file, whole, or leaves what was there before.
    func save(_ recording: SpeechRecording, to path: String) async throws(TextSaveError)
}
