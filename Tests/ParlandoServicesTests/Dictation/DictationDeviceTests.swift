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
