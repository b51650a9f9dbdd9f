import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// Sound that was kept is recognised in place of the microphone's.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ResumedSessionTests {
    @Test func theTextGoesOnWhereItEndedAndTheMicrophoneStaysClosed() async {
        let microphone = FakeMicrophone()
        let spy = SpyDictationDelegate()
        let end = [Word(text: "end", start: 0.5, end: 1, probability: 1)]
        let recognizer = ScriptedRecognizer(ending: [.final(end)])
        let service = DictationService(microphone: microphone, recognizer: recognizer)
        service.delegate = spy
        var options = DictationOptions()
        let beginning = Word(text: "beginning", start: 0, end: 1, probability: 1)
        options.resumed = ResumedSession(
            transcript: Transcript(paragraphs: [Paragraph(words: [beginning])]),
            speech: UnsentSpeech(SpeechRecording([Float](repeating: 0.25, count: 20_000)), start: 160_000))
        await service.start(options)
        await spy.wait(for: .idle)
        #expect(recognizer.samplesTaken == 20_000)
        #expect(microphone.samplesDelivered == 0)
        let words = (spy.transcripts.last ?? Transcript()).words
        #expect(words.map(\.text) == ["beginning", "end"])
        #expect(words.last?.start == 10.5)
    }

    @Test func eachSessionGoesToWhomItsOptionsName() async throws {
        let local = ScriptedRecognizer(ending: [.final([Word(text: "local", start: 0, end: 1, probability: 1)])])
        let spy = SpyDictationDelegate()
        let servers = FakeServers()
        let service = DictationService(microphone: FakeMicrophone(), recognizer: local, servers: servers)
        service.delegate = spy
        let profile = ServerProfile(name: "Attic", address: "https://x.example", wire: .whisper)
        var remote = DictationOptions()
        remote.recognition.engine = .server(profile, timeout: 30)
        for (number, (options, sessions)) in [(DictationOptions(), 1), (remote, 1), (DictationOptions(), 2)]
            .enumerated()
        {
            await service.start(options)
            await service.abort()
            await spy.wait(for: .idle, times: number + 1)
            #expect(local.sessions == sessions)
        }
        #expect(servers.sessions == [profile])
    }
}
