public import ParlandoCore
import Synchronization

/// The user's servers: takes their keys out of the keyring, and speaks to one of them at a time.
public final class SpeechServers: ServerRecognizing {
    private let secrets: any SecretStore
    private let gates: any SpeechGateMaker
    private let reader: any AudioFileReader
    private let sample: String?
    /// What is kept of the latest session, once it is over.
    private let latest = Mutex<Task<UnsentSpeech, Never>?>(nil)
    /// Who recognises in the latest session.
    private let recognizer = Mutex<RemoteRecognizer?>(nil)

    /// - Parameters:
    ///   - gates: what tells speech from silence, one for each session.
    ///   - reader: reads the recording for tests.
    ///   - sample: its path, nil: there is none.
    public init(
        secrets: any SecretStore, gates: any SpeechGateMaker, reader: any AudioFileReader, sample: String?
    ) {
        self.secrets = secrets
        self.gates = gates
        self.reader = reader
        self.sample = sample
    }

    public func unsent() async -> UnsentSpeech {
        await latest.withLock { $0 }?.value ?? UnsentSpeech()
    }

    public func sendAgain() {
        recognizer.withLock { $0 }?.sendAgain()
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions, on profile: ServerProfile, timeout: Duration
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        let (events, door) = AsyncThrowingStream.makeStream(of: RecognitionEvent.self)
        let session = Task { () -> UnsentSpeech in
            let server: SpeechServer
            do throws(ServerError) {
                server = SpeechServer(profile, key: try await key(of: profile), timeout: timeout)
            } catch {
                door.finish(throwing: RecognitionError(.server(error.kind), detail: error.detail))
                return await Self.keep(blocks)
            }
            let recognizer = RemoteRecognizer(server: server, gates: gates, halts: true)
            self.recognizer.withLock { $0 = recognizer }
            return await run(recognizer, blocks, options, into: door)
        }
        latest.withLock { $0 = session }
        door.onTermination = { reason in
            if case .cancelled = reason {
                session.cancel()
            }
        }
        return events
    }

    private func run(
        _ recognizer: RemoteRecognizer, _ blocks: AsyncStream<AudioBlock>, _ options: RecognitionOptions,
        into door: AsyncThrowingStream<RecognitionEvent, any Error>.Continuation
    ) async -> UnsentSpeech {
        do {
            for try await event in recognizer.transcribe(blocks, options: options) {
                door.yield(event)
            }
            door.finish()
        } catch {
            door.finish(throwing: error)
        }
        return await recognizer.unsentSpeech()
    }

    /// All that the microphone brings until it is closed.
    private static func keep(_ blocks: AsyncStream<AudioBlock>) async -> UnsentSpeech {
        var recording = SpeechRecording()
        for await block in blocks {
            recording.append(block.samples)
        }
        return UnsentSpeech(recording)
    }

    private func key(of profile: ServerProfile) async throws(ServerError) -> Private<String>? {
        guard profile.hasKey else {
            return nil
        }
        let found: Private<String>?
        do throws(SecretError) {
            found = try await secrets.secret(SecretName(.server, owner: profile.id))
        } catch {
            throw ServerError(.keyring(error.kind), detail: error.detail)
        }
        guard let found else {
            throw ServerError(.unauthorized, detail: "the keyring holds no key for this server")
        }
        return found
    }

    public func test(
        _ profile: ServerProfile, key given: Private<String>?, timeout: Duration
    ) async throws(ServerError) -> ServerTest {
        let recording = try await readSample()
        let key = if let given { Optional(given) } else { try await key(of: profile) }
        let began = ContinuousClock.now
        let answer = try await SpeechServer(profile, key: key, timeout: timeout)
            .recognize(recording, options: RecognitionOptions(language: "en"))
        return ServerTest(text: answer.words.text, seconds: (ContinuousClock.now - began) / .seconds(1))
    }

    private func readSample() async throws(ServerError) -> SpeechRecording {
        guard let sample else {
            throw ServerError(.failed, detail: "there is no recording for tests")
        }
        var recording = SpeechRecording()
        do {
            for try await block in try reader.blocks(of: sample, seconds: 1).blocks {
                recording.append(block.samples)
            }
        } catch {
            throw ServerError(.failed, detail: "the recording for tests cannot be read")
        }
        return recording
    }
}
