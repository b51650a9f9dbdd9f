import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// A second of sound that is not silence.
private let second = [Float](repeating: 0.1, count: AudioBlock.sampleRate)

private func words(_ text: String, at start: Double = 0) -> [Word] {
    text.split(separator: " ").enumerated().map { index, word in
        let begin = start + Double(index) * 0.3
        return Word(text: String(word), start: begin, end: begin + 0.25, probability: 0.9)
    }
}

/// Microphones that come and go in mid-session.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DictationDeviceTests {
    private let microphone = FakeMicrophone()
    private let spy = SpyDictationDelegate()

    private func service(_ recognizer: ScriptedRecognizer, _ microphone: FakeMicrophone? = nil) -> DictationService {
        let service = DictationService(
            microphone: microphone ?? self.microphone, recognizer: recognizer,
            clock: ManualClock(advancesItself: true))
        service.delegate = spy
        return service
    }

    @Test func aLostDeviceThatReturnsGoesOnInTheSameSession() async {
        let recognizer = ScriptedRecognizer()
        let service = service(recognizer)
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
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

    @Test func anotherDeviceTakesOverFromALostOne() async {
        let recognizer = ScriptedRecognizer()
        let service = service(recognizer)
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
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
        let service = service(recognizer)
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
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
        let service = service(ScriptedRecognizer())
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
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
        let recognizer = ScriptedRecognizer(ending: [.settled(words("the end"))])
        let service = service(recognizer)
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        microphone.play(second)
        microphone.end()
        await spy.wait(for: .idle)
        #expect(spy.transcripts.last?.text == "the end")
    }
}
