import ParlandoCore
import ParlandoNetwork
import ParlandoRecognition
import ParlandoTestSupport
import Testing

@Suite struct RemoteRecognizerTests {
    private struct Outcome {
        var text: [String] = []
        var paragraphs = 0
        var seconds = 0.0
        var error: RecognitionError?
    }

    /// Three utterances, a long pause before the last one.
    private static let speech: MadeSpeech = {
        var speech = MadeSpeech()
        speech.pause(1)
        speech.speak(["one"])
        speech.pause(1.2)
        speech.speak(["two"])
        speech.pause(3)
        speech.speak(["three"])
        speech.pause(2)
        return speech
    }()

    private func recognizer(_ server: LoopbackServer, gates: any SpeechGateMaker = MadeSpeechGates())
        -> RemoteRecognizer
    {
        let profile = ServerProfile(name: "attic", address: server.address, wire: .transcribe)
        return RemoteRecognizer(server: SpeechServer(profile, key: nil, timeout: .seconds(300)), gates: gates)
    }

    private func blocks() -> AsyncStream<AudioBlock> {
        let samples = Self.speech.samples
        return AsyncStream { stream in
            for start in stride(from: 0, to: samples.count, by: 1600) {
                stream.yield(AudioBlock(samples: Array(samples[start..<min(start + 1600, samples.count)])))
            }
            stream.finish()
        }
    }

    private func run(_ recognizer: RemoteRecognizer) async -> Outcome {
        var outcome = Outcome()
        do {
            for try await event in recognizer.transcribe(blocks(), options: RecognitionOptions()) {
                switch event {
                case .final(let words): outcome.text += words.map(\.text)
                case .paragraphEnded: outcome.paragraphs += 1
                case .progress(let seconds): outcome.seconds = seconds
                default: break
                }
            }
        } catch {
            outcome.error = error as? RecognitionError
        }
        return outcome
    }

    private static func json(_ text: String) -> String {
        #"{"text": "\#(text)"}"#
    }

    @Test func eachUtteranceIsSentOnceInOrder() async throws {
        let server = try LoopbackServer()
        server.answer(Self.json("one,"), Self.json("two."), Self.json("three"))
        let recognizer = recognizer(server)
        let outcome = await run(recognizer)
        #expect(outcome.error == nil)
        #expect(outcome.text == ["one,", "two.", "three"])
        #expect(outcome.paragraphs == 1)
        #expect(outcome.seconds > 6)
        #expect(server.requests.count == 3)
        #expect(await recognizer.unsent().count == 0)
    }

    @Test func wordsLieWhereTheyWereSpoken() async throws {
        let server = try LoopbackServer()
        server.answer(Self.json("one"), Self.json("two"), Self.json("three"))
        var words: [Word] = []
        for try await event in recognizer(server).transcribe(blocks(), options: RecognitionOptions()) {
            if case .final(let more) = event {
                words += more
            }
        }
        for (word, item) in zip(words, Self.speech.items) {
            let middle = Double(item.range.lowerBound + item.range.upperBound) / 2 / Double(AudioBlock.sampleRate)
            #expect(word.start < middle && middle < word.end)
            #expect(word.end - word.start < 1)
        }
    }

    @Test(.timeLimit(.minutes(1))) func whoeverCancelsDoesNotWaitForTheKeyring() async {
        let secrets = HeldSecretStore(FakeSecretStore())
        let profile = ServerProfile(name: "attic", address: "https://attic.invalid", wire: .transcribe, hasKey: true)
        let recognizer = RemoteRecognizer(
            server: SpeechServer(profile, keyIn: secrets, timeout: .seconds(300)), gates: MadeSpeechGates())
        let events = recognizer.transcribe(blocks(), options: RecognitionOptions())
        let listening = Task {
            for try await _ in events {}
        }
        for await _ in secrets.waits.prefix(1) {}
        listening.cancel()
        #expect(await recognizer.unsent().count == Self.speech.samples.count)
        secrets.release()
    }

    @Test func whatAServerDidNotTakeIsKeptAndNotSentAgain() async throws {
        let server = try LoopbackServer()
        server.answer(Self.json("one"))
        server.fail(.none, .status(500))
        let recognizer = recognizer(server)
        let outcome = await run(recognizer)
        #expect(outcome.text == ["one"])
        #expect(outcome.error == RecognitionError(.server(.refused(status: 500))))
        #expect(server.requests.count == 2)
        // Everything from the second utterance to the end of the session.
        let rest = Array(Self.speech.samples[Self.speech.items[1].range.lowerBound...])
        let kept = await recognizer.unsent()
        #expect(kept.count > rest.count && kept.count < rest.count + AudioBlock.sampleRate * 2)
        #expect(kept.bytes.suffix(2 * rest.count).elementsEqual(SpeechRecording(rest).bytes))
    }

    @Test func aNewSessionForgetsWhatTheOneBeforeKept() async throws {
        let server = try LoopbackServer()
        server.fail(.status(500))
        let recognizer = recognizer(server)
        _ = await run(recognizer)
        #expect(await recognizer.unsent().count > 0)
        server.answer(Self.json("one"), Self.json("two"), Self.json("three"))
        #expect(await run(recognizer).text == ["one", "two", "three"])
        #expect(await recognizer.unsent().count == 0)
    }

    @Test func withoutAGateTheSessionFailsAndEverythingIsKept() async throws {
        let server = try LoopbackServer()
        let recognizer = recognizer(server, gates: MadeSpeechGates(failure: RecognitionError(.modelCorrupt)))
        #expect(await run(recognizer).error == RecognitionError(.modelCorrupt))
        #expect(await recognizer.unsent().count == Self.speech.samples.count)
        #expect(server.requests.isEmpty)
    }

    @Test func cancellingEndsTheRequestThatIsUnderWay() async throws {
        let server = try LoopbackServer()
        server.alwaysFail(.silence)
        let recognizer = recognizer(server)
        let task = Task { await run(recognizer) }
        var events = server.events.makeAsyncIterator()
        _ = await events.next()
        task.cancel()
        #expect(await events.next() == .hangUp)
        _ = await task.value
        #expect(server.requests.count == 1)
    }
}

/// A server that fails while somebody speaks: the session waits, keeps what is said, and goes on when it is told to.
@Suite(.timeLimit(.minutes(1))) struct HaltedSessionTests {
    /// One utterance a second and a half.
    private static let speech: MadeSpeech = {
        var speech = MadeSpeech()
        speech.pause(1)
        for word in ["one", "two", "three"] {
            speech.speak([word])
            speech.pause(1.2)
        }
        return speech
    }()

    private let server: LoopbackServer
    private let recognizer: RemoteRecognizer
    private let microphone: AsyncStream<AudioBlock>.Continuation
    private let events: AsyncThrowingStream<RecognitionEvent, any Error>

    init() throws {
        server = try LoopbackServer()
        let profile = ServerProfile(name: "attic", address: server.address, wire: .transcribe)
        recognizer = RemoteRecognizer(
            server: SpeechServer(profile, key: nil, timeout: .seconds(300)), gates: MadeSpeechGates(), halts: true)
        let (blocks, microphone) = AsyncStream.makeStream(of: AudioBlock.self)
        self.microphone = microphone
        events = recognizer.transcribe(blocks, options: RecognitionOptions())
    }

    /// Speaks from one second of the sample to another.
    private func speak(_ start: Double, _ end: Double = 100) {
        let samples = Self.speech.samples
        let range = Int(start * 16_000)..<min(Int(end * 16_000), samples.count)
        for block in stride(from: range.lowerBound, to: range.upperBound, by: 1600) {
            microphone.yield(AudioBlock(samples: Array(samples[block..<min(block + 1600, range.upperBound)])))
        }
    }

    private func answers(_ words: String...) {
        words.forEach { server.answer(#"{"text": "\#($0)"}"#) }
    }

    /// The words up to the first event that meets the condition.
    private func read(
        _ iterator: inout AsyncThrowingStream<RecognitionEvent, any Error>.AsyncIterator,
        until condition: (RecognitionEvent) -> Bool
    ) async throws -> [String] {
        var words: [String] = []
        while let event = try await iterator.next() {
            if case .final(let more) = event {
                words += more.map(\.text)
            }
            if condition(event) {
                break
            }
        }
        return words
    }

    private func isHalt(_ event: RecognitionEvent) -> Bool {
        event == .halted(RecognitionError(.server(.refused(status: 500))))
    }

    @Test func whatIsSaidAfterAFailureIsKeptAndFollowsInOrderWhenAsked() async throws {
        answers("one")
        server.fail(.none, .status(500))
        var iterator = events.makeAsyncIterator()
        speak(0, 4)
        #expect(try await read(&iterator, until: isHalt) == ["one"])
        speak(4)
        // The third utterance has been cut out and is kept.
        _ = try await read(&iterator) { if case .kept(_, let speechEnd) = $0 { speechEnd > 4 } else { false } }
        #expect(server.requests.count == 2)
        answers("two", "three")
        recognizer.sendAgain()
        microphone.finish()
        let rest = try await read(&iterator) { _ in false }
        #expect(rest == ["two", "three"])
        #expect(server.requests.count == 4)
        #expect(server.requests[1].body.count == server.requests[2].body.count)
        #expect(await recognizer.unsent().count == 0)
    }

    @Test func aSecondFailureHaltsAgainAndNothingIsSentUnasked() async throws {
        server.alwaysFail(.status(500))
        var iterator = events.makeAsyncIterator()
        speak(0, 2.5)
        _ = try await read(&iterator, until: isHalt)
        speak(2.5)
        recognizer.sendAgain()
        _ = try await read(&iterator) { $0 == .wentOn }
        _ = try await read(&iterator, until: isHalt)
        microphone.finish()
        await #expect(throws: RecognitionError(.server(.refused(status: 500)))) {
            _ = try await read(&iterator) { _ in false }
        }
        #expect(server.requests.count == 2)
        let unsent = await recognizer.unsentSpeech()
        #expect(unsent.start < 16_000 && unsent.start + unsent.recording.count == Self.speech.samples.count)
    }

    @Test func nobodyCanSendAgainWhatHasNotFailed() async throws {
        answers("one", "two", "three")
        recognizer.sendAgain()
        speak(0)
        microphone.finish()
        var iterator = events.makeAsyncIterator()
        #expect(try await read(&iterator) { _ in false } == ["one", "two", "three"])
        #expect(server.requests.count == 3)
    }

    @Test func cancellingKeepsAllThatWasNotTaken() async throws {
        answers("one")
        server.fail(.none, .silence)
        let listening = Task {
            for try await _ in events {}
        }
        speak(0, 4)
        var arrivals = server.events.makeAsyncIterator()
        for _ in 0..<2 {
            _ = await arrivals.next()
        }
        listening.cancel()
        _ = await listening.result
        // What the microphone brings until it is closed belongs to it.
        speak(4)
        microphone.finish()
        let unsent = await recognizer.unsentSpeech()
        #expect(unsent.start > 16_000 && unsent.start <= Self.speech.items[1].range.lowerBound)
        #expect(unsent.start + unsent.recording.count == Self.speech.samples.count)
        #expect(server.requests.count == 2)
    }
}
