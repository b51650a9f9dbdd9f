import ParlandoCore
import ParlandoNetwork
import ParlandoTestSupport
import Testing

@Suite struct SpeechServersTests {
    private struct Sample: AudioFileReader {
        func blocks(of path: String, seconds: Double, track: Int?) throws(AudioFileError) -> AudioFile {
            AudioFile(
                seconds: 1,
                blocks: AsyncThrowingStream { stream in
                    stream.yield(AudioBlock(samples: [Float](repeating: 0.1, count: 16_000)))
                    stream.finish()
                })
        }
    }

    private func servers(
        _ secrets: FakeSecretStore = FakeSecretStore(), sample: String? = "sample",
        preferences: (any PreferenceStore)? = nil
    ) -> SpeechServers {
        SpeechServers(
            secrets: secrets, gates: MadeSpeechGates(), reader: Sample(), sample: sample,
            formats: ServerFormats(preferences))
    }

    /// Answers at one path only; elsewhere it says 404, or what else a gateway says there.
    private static func gateway(
        at path: String, elsewhere: MadeAnswer = MadeAnswer(404, text: #"{"error":"Not Found"}"#)
    ) throws -> LoopbackServer {
        try LoopbackServer(
            script: RuleScript { $0.path == path ? MadeAnswer(text: #"{"text":"Right path."}"#) : elsewhere })
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
        try await secrets.keep(
            Private("opensesame"), as: SecretName(.server, owner: profile.id), for: #require(Origin(server.address)),
            label: "attic")
        servers.sendAgain()
        microphone.finish()
        var words: [String] = []
        while let event = try await iterator.next() {
            if case .final(let more) = event {
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

    @Test func aTestOfAnotherAddressDoesNotGetAKeyThatIsNotYetBound() async throws {
        let new = try LoopbackServer()
        let profile = ServerProfile(name: "attic", address: new.address, wire: .transcribe, hasKey: true)
        let name = SecretName(.server, owner: profile.id)
        let secrets = FakeSecretStore([name: "opensesame"])
        let home = try #require(Origin("https://attic.example"))
        await #expect(throws: ServerError(.keyring(.elsewhere(home)))) {
            try await servers(secrets).test(profile, key: nil, home: home, timeout: .seconds(300))
        }
        #expect(new.requests.isEmpty)
        #expect(secrets.origin(of: name) == home)
    }

    // MARK: Paths

    @Test(arguments: [
        ("openai/v1", "/openai/v1/audio/transcriptions"), ("api/v1/", "/api/v1/audio/transcriptions"),
        ("openai", "/openai/v1/audio/transcriptions"), ("stt/", "/stt/audio/transcriptions"),
        ("", "/api/v1/audio/transcriptions"), ("v1", "/v1/audio/transcriptions"),
    ])
    func aTestFindsThePathAtWhichAServerAnswers(path: String, answering: String) async throws {
        let server = try Self.gateway(at: answering)
        let address = server.address + path
        let profile = ServerProfile(name: "attic", address: address, wire: .openAI)
        let result = try await servers().test(profile, key: Private("opensesame"), timeout: .seconds(300))
        #expect(result.text == "Right path.")
        #expect(result.profile.endpoint == server.address.dropLast() + answering)
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer opensesame" })
        // It is found at once from now on, and then the address stays as it is.
        let again = try await servers().test(result.profile, key: nil, timeout: .seconds(300))
        #expect(again.profile == result.profile)
        #expect(server.requests.count { $0.path == answering } == 2)
        #expect(server.requests.last?.path == answering)
    }

    @Test(arguments: [
        MadeAnswer(405, text: ""), MadeAnswer(text: "<!doctype html><title>Welcome</title>"),
        MadeAnswer(307, fields: ["Location: /login"], pieces: []),
    ])
    func whatElseAnswersAtAnAddressIsPassedOver(elsewhere: MadeAnswer) async throws {
        let server = try Self.gateway(at: "/whisper/inference", elsewhere: elsewhere)
        let profile = ServerProfile(name: "attic", address: server.address + "whisper", wire: .whisper)
        let result = try await servers().test(profile, key: nil, timeout: .seconds(300))
        #expect(result.profile.address == server.address + "whisper/inference")
    }

    @Test func whereNoPathAnswersTheFirstRefusalIsTold() async throws {
        let server = try Self.gateway(at: "/nowhere")
        let profile = ServerProfile(name: "attic", address: server.address + "openai", wire: .openAI)
        await #expect(throws: ServerError(.refused(status: 404, reason: Private("Not Found")))) {
            try await servers().test(profile, key: nil, timeout: .seconds(300))
        }
        #expect(Set(server.requests.map(\.path)).count == server.requests.count)
        #expect(server.requests.first?.path == "/openai")
    }

    @Test(arguments: [401, 500, 503])
    func aRefusalThatIsNotAboutThePathEndsTheTest(status: Int) async throws {
        let server = try LoopbackServer(script: OneAnswer(MadeAnswer(status, text: "")))
        let profile = ServerProfile(name: "attic", address: server.address, wire: .openAI)
        await #expect(throws: ServerError.self) {
            try await servers().test(profile, key: nil, timeout: .seconds(300))
        }
        #expect(server.requests.count == 1)
    }

    // MARK: Formats

    @Test func aServerThatKnowsNoTimesIsRememberedAsSuch() async throws {
        let server = try LoopbackServer(
            script: RuleScript { request in
                String(decoding: request.body.prefix(2000), as: UTF8.self).contains("verbose_json")
                    ? MadeAnswer(400, text: #"{"error":{"param":"response_format"}}"#)
                    : MadeAnswer(text: #"{"text":"Only JSON."}"#)
            })
        let profile = ServerProfile(name: "attic", address: server.address, wire: .openAI)
        var preferences = Preferences()
        preferences.servers.profiles = [profile]
        let store = FakePreferenceStore(preferences)
        let servers = servers(preferences: store)
        let result = try await servers.test(profile, key: nil, timeout: .seconds(300))
        #expect(result.profile.format == .plain)
        #expect(store.load().servers.profiles.map(\.format) == [.plain])
        #expect(server.requests.count == 2)
        // By the same program, though it still holds the old profile, and by the next one from the preferences.
        _ = try await servers.test(profile, key: nil, timeout: .seconds(300))
        #expect(server.requests.count == 3)
        let kept = try #require(store.load().servers.profiles.first)
        _ = try await self.servers().test(kept, key: nil, timeout: .seconds(300))
        #expect(server.requests.count == 4)
    }
}
