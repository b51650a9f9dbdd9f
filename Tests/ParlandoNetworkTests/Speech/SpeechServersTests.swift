import ParlandoCore
import ParlandoNetwork
import ParlandoTestSupport
import Testing

@Suite struct SpeechServersTests {
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
        SpeechServers(secrets: secrets, gates: MadeSpeechGates(), reader: Sample(), sample: sample)
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

    @Test(.timeLimit(.minutes(1)), arguments: [SecretError(.locked), nil])
    func aKeyThatCannotBeHadHaltsTheSessionUntilItCan(failure: SecretError?) async throws {
        let server = try LoopbackServer()
        server.answer(#"{"text": "hello"}"#)
        let secrets = FakeSecretStore(failure: failure)
        let servers = servers(secrets)
        let profile = ServerProfile(name: "attic", address: server.address, wire: .transcribe, hasKey: true)
        let (blocks, microphone) = AsyncStream.makeStream(of: AudioBlock.self)
        let events = servers.transcribe(
            blocks, options: RecognitionOptions(), on: profile, timeout: .seconds(300))
        var iterator = events.makeAsyncIterator()
        // Nobody has spoken yet.
        let kind: ServerError.Kind = failure.map { .keyring($0.kind) } ?? .unauthorized
        guard case .halted(let error) = try await iterator.next() else {
            Issue.record("the session did not halt")
            return
        }
        #expect(error.kind == .server(kind))
        var speech = MadeSpeech()
        speech.pause(1)
        speech.speak(["hello"])
        speech.pause(1.2)
        microphone.yield(AudioBlock(samples: speech.samples))
        while case .kept(_, let end)? = try await iterator.next(), end == 0 {}
        #expect(server.requests.isEmpty)
        secrets.fail(with: nil)
        try await secrets.keep(Private("opensesame"), as: SecretName(.server, owner: profile.id), label: "attic")
        servers.sendAgain()
        microphone.finish()
        var words: [String] = []
        while let event = try await iterator.next() {
            if case .settled(let more) = event {
                words += more.map(\.text)
            }
        }
        #expect(words == ["hello"])
        #expect(server.requests.count == 1)
        #expect(server.requests.first?.headers["authorization"] == "Bearer opensesame")
        #expect(await servers.unsent().recording.count == 0)
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
