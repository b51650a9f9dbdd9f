/// Port: recognises speech on the user's own servers. No sound is sent twice, unless the user asks for it or the server
/// refuses the requested response format.
public protocol ServerRecognizing: Sendable {
    /// Sends the sound piece by piece as it arrives. The stream ends once the last piece has been recognised, or throws
    /// `RecognitionError`.
    ///
    /// If a piece fails, the session halts (`RecognitionEvent.halted`): arriving sound is kept, and nothing is sent
    /// until `sendAgain`. If the sound ends before that, the stream throws.
    func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions, on profile: ServerProfile, timeout: Duration
    ) -> AsyncThrowingStream<RecognitionEvent, any Error>

    /// Resumes the latest session with the piece that failed, if one did.
    func sendAgain()

    /// The sound of the latest session that the server has not accepted. Waits until the session has ended.
    func unsent() async -> UnsentSpeech

    /// Has a server recognise a short recording. If the address does not answer, the usual paths of the API are tried.
    ///
    /// - Parameters:
    ///   - key: nil for the profile's key in the keyring.
    ///   - home: origin of the profile as it is saved; nil for a new server. Bound to a key without one.
    func test(
        _ profile: ServerProfile, key: Private<String>?, home: Origin?, timeout: Duration
    ) async throws(ServerError) -> ServerTest
}

public struct ServerTest: Sendable, Equatable {
    public let text: String
    /// Time from the request to the answer.
    public let seconds: Double
    /// With the path that answered and the format that the server supports.
    public let profile: ServerProfile

    public init(text: String, seconds: Double, profile: ServerProfile) {
        self.text = text
        self.seconds = seconds
        self.profile = profile
    }
}

/// Port: saves a recording to a file that the user has chosen.
public protocol RecordingSaver: Sendable {
    /// As a WAV file, atomically: if writing fails, an existing file is unchanged.
    func save(_ recording: SpeechRecording, to path: String) async throws(TextSaveError)
}

/// The part of a dictation's sound that no server has accepted.
public struct UnsentSpeech: Sendable, Equatable {
    /// Empty if everything was accepted.
    public var recording: SpeechRecording
    /// Position in the sound of the whole session, in samples.
    public var start: Int

    public init(_ recording: SpeechRecording = SpeechRecording(), start: Int = 0) {
        self.recording = recording
        self.start = start
    }
}

public enum ServerErrorKind: Sendable, Equatable {
    case invalidAddress
    /// Plain HTTP to another computer.
    case insecure
    case unreachable
    /// The certificate was not accepted, or the server lacks TLS 1.2.
    case untrusted
    case timedOut
    /// The connection broke.
    case interrupted
    /// HTTP 401 or 403.
    case unauthorized
    /// HTTP 413.
    case tooLarge
    /// HTTP 429 or 503.
    case busy
    /// Redirected to another address, to which neither sound nor key was sent.
    case redirected
    /// `reason` is the server's own message.
    case refused(status: Int, reason: Private<String>? = nil)
    /// The server reported success but sent this error message instead of a transcript.
    case complained(Private<String>)
    /// Not a transcript, but for example a web page.
    case notUnderstood
    /// Longer than any transcript can be.
    case endless
    /// The server's key could not be read.
    case keyring(SecretError.Kind)
    case cancelled
    case failed
}

/// The sound that the server did not recognise is kept.
public typealias ServerError = DetailedError<ServerErrorKind>
