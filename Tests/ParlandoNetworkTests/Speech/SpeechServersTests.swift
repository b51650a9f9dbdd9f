import ParlandoCore
import ParlandoNetwork
import ParlandoTestSupport
import Testing

@Suite struct SpeechServersTests {
    private struct Gates: SpeechGateMaker {
        func makeGate() throws(RecognitionError) -> any SpeechGate {
            MadeSpeechGate()
        }
    }

    private struct Sample: AudioFileReader {
        func blocks(of path: String, seconds: Double) throws(AudioFileError) -> AudioFile {
            AudioFile(
                seconds: 1,
                blocks: AsyncThrowingStream { stream in
                    stream.yield(AudioBlock(samples: [Float](repeating: 0.1, count: 16_000)))
                    stream.finish()
                })
        }
    }

    private func servers(_ secrets: FakeSecretStore, sample: String? = "sample") -> SpeechServers {
        SpeechServers(secrets: secrets, gates: Gates(), reader: Sample(), sample: sample)
    }

    @Test func aServerWhoseKeyCannotBeHadKeepsAllTheSound() async {
        let secrets = FakeSecretStore()
        secrets.fail(with: SecretError(.locked))
        let servers = servers(secrets)
        let profile = ServerProfile(
            name: "attic", address: "https://attic.example", wire: .transcribe, hasKey: true)
        let blocks = AsyncStream<AudioBlock> { stream in
            for _ in 0..<3 {
                stream.yield(AudioBlock(samples: [Float](repeating: 0.1, count: 1_600)))
            }
            stream.finish()
        }
        await #expect(throws: RecognitionError(.server(.keyring(.locked)))) {
            for try await _ in servers.transcribe(
                blocks, options: RecognitionOptions(), on: profile, timeout: .seconds(300))
            {}
        }
        #expect(await servers.unsent().recording.count == 4_800)
    }

    @Test func aKeyThatIsNotInTheKeyringIsSaid() async {
        let profile = ServerProfile(
            name: "attic", address: "https://attic.example", wire: .transcribe, hasKey: true)
        await #expect(throws: ServerError(.unauthorized, detail: "the keyring holds no key for this server")) {
            try await servers(FakeSecretStore()).test(profile, key: nil, timeout: .seconds(300))
        }
    }

    @Test func aTestReallySendsARecording() async throws {
        let server = try LoopbackServer()
        server.answer(#"{"text": "hello"}"#)
        let profile = ServerProfile(name: "attic", address: server.address, wire: .transcribe)
        let result = try await servers(FakeSecretStore()).test(profile, key: nil, timeout: .seconds(300))
        #expect(result.text == "hello")
        #expect(server.requests.count == 1)
    }
}
