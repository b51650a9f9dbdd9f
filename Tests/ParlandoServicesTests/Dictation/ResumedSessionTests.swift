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

/// How much of a long transcript each piece of news touches.
@MainActor @Suite(.timeLimit(.minutes(1))) struct LongSessionTests {
    private func address(_ paragraph: Paragraph) -> UnsafeRawPointer? {
        paragraph.words.withUnsafeBytes { $0.baseAddress }
    }

    /// The paragraphs of `new` that do not share their words with `old`.
    private func copied(_ old: Transcript, _ new: Transcript) -> [Paragraph] {
        new.paragraphs.enumerated().compactMap { index, paragraph in
            let isShared = index < old.paragraphs.count && address(old.paragraphs[index]) == address(paragraph)
            return isShared ? nil : paragraph
        }
    }

    @Test func eachPieceOfNewsCopiesOnlyTheParagraphThatGrows() async {
        let words = (0..<10_000).map { index in
            let isLast = index % 12 == 11
            let start = Double(index) * 0.4
            return Word(text: isLast ? "end." : "word", start: start, end: start + 0.3, probability: 0.9)
        }
        let script = stride(from: 0, to: words.count, by: 5).flatMap { index -> [ScriptedRecognizer.Cue] in
            [
                .init(0, .interim(Array(words[index..<index + 5]))),
                .init(0, .final(Array(words[index..<index + 5]))),
            ]
        }
        let microphone = FakeMicrophone(opening: [.block(AudioBlock(samples: [0]))])
        let spy = SpyDictationDelegate()
        let service = DictationService(microphone: microphone, recognizer: ScriptedRecognizer(script: script))
        service.delegate = spy
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        await service.stop()
        await spy.wait(for: .idle)

        let transcripts = spy.transcripts
        #expect(transcripts.last?.wordCount == 10_000)
        let costs = zip(transcripts, transcripts.dropFirst()).map { old, new in
            copied(old, new).reduce(0) { $0 + $1.words.count }
        }
        // Never more than the paragraph that grows and the one that begins: the same at the end as at the start.
        #expect(costs.allSatisfy { $0 <= 160 + 5 })
        let half = costs.count / 2
        #expect(costs[half...].reduce(0, +) <= costs[..<half].reduce(0, +) * 11 / 10)
    }
}
