import ParlandoCore
import ParlandoNetwork
import ParlandoTestSupport
import Testing

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
