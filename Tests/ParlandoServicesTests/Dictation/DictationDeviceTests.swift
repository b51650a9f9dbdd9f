import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// Microphones that come and go in mid-session.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DictationDeviceTests: DictationScene {
    let microphone = FakeMicrophone()
    let spy = SpyDictationDelegate()

    @Test func aLostDeviceThatReturnsGoesOnInTheSameSession() async {
        let recognizer = ScriptedRecognizer()
        let service = await listening(recognizer)
        microphone.play(second)
        microphone.lose()
        await spy.wait(for: .deviceLost)
        await spy.next { if case .failure(.audio(let error)) = $0 { error.kind == .lost } else { false } }
        microphone.restore()
        await spy.wait(for: .listening)
        microphone.play(second)
        await service.stop()
        await spy.wait(for: .idle)
        #expect(recognizer.samplesTaken == 2 * AudioBlock.sampleRate)
        #expect(recognizer.sessions == 1)
    }

    private var silence: [Float] { [Float](repeating: 0, count: 5 * AudioBlock.sampleRate) }

    @Test func aMutedMicrophoneIsNoticedWithinFiveSecondsAndItsSoundToo() async {
        let service = await listening(ScriptedRecognizer())
        microphone.play(silence)
        await spy.next { $0 == .warning(.noSound) }
        microphone.play(second)
        await spy.next { $0 == .warning(.sound) }
        await service.stop()
        await spy.wait(for: .idle)
    }

    @Test(arguments: ["pulse:speaker.monitor", AudioDevice.computer.id])
    func aLoudspeakerThatPlaysNothingIsNotMuted(name: String) async {
        let options = DictationOptions(microphone: name)
        let service = await listening(ScriptedRecognizer(), options: options)
        microphone.play(silence)
        await spy.next { $0 == .elapsed(5) }
        #expect(!spy.news.contains(.warning(.noSound)))
        await service.stop()
        await spy.wait(for: .idle)
    }

    @Test func anotherDeviceTakesOverFromALostOne() async {
        let recognizer = ScriptedRecognizer()
        let service = await listening(recognizer)
        microphone.play(second)
        microphone.lose()
        await spy.wait(for: .deviceLost)
        await service.change(microphone: "usb")
        await spy.wait(for: .listening)
        microphone.play(second)
        await service.stop()
        await spy.wait(for: .idle)
        #expect(microphone.history.contains(.open("usb")))
        #expect(recognizer.samplesTaken == 2 * AudioBlock.sampleRate)
    }

    @Test func aDeviceThatCannotTakeOverIsTriedUntilItCanAndItsFailureIsSaidOnce() async {
        let recognizer = ScriptedRecognizer()
        let service = await listening(recognizer)
        for _ in 0..<3 {
            microphone.failNextOpen(AudioError(.busy))
        }
        await service.change(microphone: "busy")
        await spy.wait(for: .listening, times: 2)
        #expect(spy.failures == [.audio(AudioError(.busy))])
        #expect(microphone.history.count { $0 == .open("busy") } == 4)
        microphone.play(second)
        await service.stop()
        await spy.wait(for: .idle)
        #expect(recognizer.samplesTaken == AudioBlock.sampleRate)
    }

    @Test func aMicrophoneThatIsMissingWhenTheSessionResumesIsWaitedFor() async {
        let service = await listening(ScriptedRecognizer())
        await service.pause()
        await spy.wait(for: .paused)
        microphone.failNextOpen(AudioError(.noDevice))
        microphone.failNextOpen(AudioError(.noDevice))
        await service.resume()
        await spy.wait(for: .listening, times: 2)
        #expect(spy.phases.suffix(4) == [.paused, .opening, .deviceLost, .listening])
        #expect(spy.failures == [.audio(AudioError(.noDevice))])
        await service.stop()
        await spy.wait(for: .idle)
    }

    @Test func aMicrophoneThatDoesNotOpenEndsTheSessionWithItsReason() async {
        let recognizer = ScriptedRecognizer()
        microphone.failNextOpen(AudioError(.busy))
        let service = service(recognizer)
        await service.start(DictationOptions())
        await spy.wait(for: .idle)
        #expect(spy.failures == [.audio(AudioError(.busy))])
        #expect(recognizer.running == 0)
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        await service.stop()
        await spy.wait(for: .idle)
    }

    @Test func soundThatEndsByItselfEndsTheSession() async {
        let recognizer = ScriptedRecognizer(ending: [.final(words("the end"))])
        let service = await listening(recognizer)
        defer { withExtendedLifetime(service) {} }
        microphone.play(second)
        microphone.end()
        await spy.wait(for: .idle)
        #expect(spy.transcripts.last?.text == "the end")
    }
}

/// A microphone that does not open ends its session with its own reason, whatever the recogniser does.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RefusedMicrophoneTests: DictationScene {
    let microphone = FakeMicrophone()
    let spy = SpyDictationDelegate()
    private let taken = AudioError(.taken(by: .dictation))

    @Test func aRecognizerThatStillWaitsForItsModelDoesNotHoldUpTheRefusal() async {
        microphone.failNextOpen(taken)
        let recognizer = ScriptedRecognizer(isLoaded: false)
        let service = service(recognizer)
        await service.start(DictationOptions())
        await spy.wait(for: .idle)
        #expect(spy.failures == [.audio(taken)])
    }

    @Test func aRecognizerThatRefusesFirstIsNotMentioned() async {
        let held = HeldMicrophone()
        let service = DictationService(microphone: held, recognizer: RefusingRecognizer(.atOnce))
        service.delegate = spy
        await service.start(DictationOptions())
        await spy.wait(for: .finishing)
        held.answer(.failure(taken))
        await spy.wait(for: .idle)
        #expect(spy.failures == [.audio(taken)])
    }

    @Test func aRecognizerThatRefusesAfterwardsIsNotMentioned() async {
        microphone.failNextOpen(taken)
        let service = DictationService(microphone: microphone, recognizer: RefusingRecognizer(.whenTheSoundEnds))
        service.delegate = spy
        await service.start(DictationOptions())
        await spy.wait(for: .idle)
        #expect(spy.failures == [.audio(taken)])
    }

    @Test func aRecognizerThatRefusesIsMentionedOnceTheMicrophoneHasOpened() async {
        let held = HeldMicrophone()
        let service = DictationService(microphone: held, recognizer: RefusingRecognizer(.atOnce))
        service.delegate = spy
        await service.start(DictationOptions())
        await spy.wait(for: .finishing)
        #expect(spy.failures.isEmpty)
        let (events, door) = AsyncStream.makeStream(of: CaptureEvent.self)
        held.answer(.success(events))
        await spy.next { $0 == .failure(.recognition(RefusingRecognizer.refusal)) }
        door.finish()
        await spy.wait(for: .idle)
        #expect(spy.failures == [.recognition(RefusingRecognizer.refusal)])
    }
}

/// Microphone that opens, or fails to, when the test says so.
private final class HeldMicrophone: Microphone {
    private let answers: AsyncStream<Result<AsyncStream<CaptureEvent>, AudioError>>
    private let door: AsyncStream<Result<AsyncStream<CaptureEvent>, AudioError>>.Continuation

    init() {
        (answers, door) = AsyncStream.makeStream()
    }

    func answer(_ result: Result<AsyncStream<CaptureEvent>, AudioError>) {
        door.yield(result)
    }

    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        for await answer in answers {
            return try answer.get()
        }
        throw AudioError(.noDevice)
    }

    func close() {}
}

/// Recogniser that has no model.
private struct RefusingRecognizer: SpeechRecognizer {
    enum Moment {
        case atOnce
        case whenTheSoundEnds
    }

    static let refusal = RecognitionError(.modelMissing)
    private let moment: Moment

    init(_ moment: Moment) {
        self.moment = moment
    }

    func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        AsyncThrowingStream { door in
            guard moment == .whenTheSoundEnds else {
                return door.finish(throwing: Self.refusal)
            }
            Task {
                for await _ in blocks {}
                door.finish(throwing: Self.refusal)
            }
        }
    }
}
