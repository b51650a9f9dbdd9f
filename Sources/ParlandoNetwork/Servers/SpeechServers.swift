public import ParlandoCore
public import ParlandoRecognition
import Synchronization

/// The user's servers, with keys from the keyring and one session at a time.
public final class SpeechServers: ServerRecognizing {
    let secrets: any SecretStore
    private let gates: any SpeechGateMaker
    private let reader: any AudioFileReader
    private let sample: String?
    private let formats: ServerFormats
    private let recognizer = Mutex<RemoteRecognizer?>(nil)

    /// - Parameters:
    ///   - reader: reads the test recording.
    ///   - sample: path of the test recording.
    ///   - formats: shared by all users of the same servers.
    public init(
        secrets: any SecretStore, gates: any SpeechGateMaker, reader: any AudioFileReader, sample: String?,
        formats: ServerFormats = ServerFormats(nil)
    ) {
        self.secrets = secrets
        self.gates = gates
        self.reader = reader
        self.sample = sample
        self.formats = formats
    }

    public func unsent() async -> UnsentSpeech {
        await recognizer.withLock { $0 }?.unsentSpeech() ?? UnsentSpeech()
    }

    public func sendAgain() {
        recognizer.withLock { $0 }?.sendAgain()
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions, on profile: ServerProfile, timeout: Duration
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        let server = SpeechServer(profile, keyIn: secrets, timeout: timeout, formats: formats)
        let recognizer = RemoteRecognizer(server: server, gates: gates, halts: true)
        self.recognizer.withLock { $0 = recognizer }
        return recognizer.transcribe(blocks, options: options)
    }

    public func test(
        _ profile: ServerProfile, key given: Private<String>?, home: Origin? = nil, timeout: Duration
    ) async throws(ServerError) -> ServerTest {
        if profile.wire == .chat {
            let key = given.map { ServerKey.given($0) } ?? .kept(by: secrets, of: profile, home: home)
            return try await ChatServer(profile: profile, key: key, limit: timeout).test()
        }
        let recording = try await readSample()
        let server =
            if let given {
                SpeechServer(profile, key: given, timeout: timeout, formats: formats)
            } else {
                SpeechServer(profile, keyIn: secrets, home: home, timeout: timeout, formats: formats)
            }
        try await server.checkKey()
        let began = ContinuousClock.now
        let (answer, found) = try await server.test(recording)
        return ServerTest(
            text: answer.words.text, seconds: (ContinuousClock.now - began) / .seconds(1), profile: found)
    }

    private func readSample() async throws(ServerError) -> SpeechRecording {
        guard let sample else {
            throw ServerError(.failed, detail: "there is no recording for tests")
        }
        var recording = SpeechRecording()
        do {
            for try await block in try await reader.blocks(of: sample, seconds: 1).blocks {
                recording.append(block.samples)
            }
        } catch {
            throw ServerError(.failed, detail: "the recording for tests cannot be read")
        }
        return recording
    }
}
