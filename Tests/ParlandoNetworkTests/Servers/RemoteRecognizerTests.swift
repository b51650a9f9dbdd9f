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
