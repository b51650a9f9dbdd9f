import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

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
