import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct AudioCaptureServiceTests {
    private let device = FakeMicrophone()
    private let transport = FakeTransport()
    private let devices = FakeDeviceDirectory()
    private let capture: AudioCaptureService

    init() {
        capture = AudioCaptureService(microphone: device, transport: transport, devices: devices)
    }

    @Test func whoComesSecondIsToldWhoHasTheMicrophone() async throws {
        let dictation = capture.microphone(for: .dictation)
        let translator = capture.microphone(for: .translator)
        let events = try await dictation.open(nil)
        await #expect(throws: AudioError(.taken(by: .dictation), detail: "dictation")) {
            _ = try await translator.open(nil)
        }
        // Whoever was refused closes nobody else's.
        translator.close()
        await #expect(throws: AudioError.self) { _ = try await translator.open(nil) }
        #expect(device.isOpen)
        dictation.close()
        for await _ in events {}
        _ = try await translator.open(nil)
    }

    /// A check of the microphone, while a session has begun.
    @Test func whoeverClosesLateDoesNotSeemToCloseTheNextLease() async throws {
        let check = capture.microphone(for: .dictation, isCheck: true)
        let measured = try await check.open(nil)
        let events = try await capture.microphone(for: .dictation).open(nil)
        check.close()
        await #expect(throws: AudioError(.taken(by: .dictation), detail: "dictation")) {
            _ = try await capture.microphone(for: .translator).open(nil)
        }
        withExtendedLifetime((measured, events)) {}
    }

    @Test func whatTakesThePlaceOfTheDefaultIsReported() async throws {
        let spy = CaptureSpy()
        capture.delegate = spy
        let headset = AudioDevice(id: "pulse:headset", name: "Headset")
        let webcam = AudioDevice(id: "pulse:webcam", name: "Webcam")
        devices.plug([.systemDefault, headset, webcam], standard: headset)
        let events = try await capture.microphone(for: .dictation).open(nil)
        await devices.waitForQuestion()
        // Another default, while the one before is still there, is the user's own choice.
        devices.plug([.systemDefault, headset, webcam], standard: webcam)
        devices.plug([.systemDefault, headset, webcam], standard: headset)
        await devices.waitForQuestion()
        await devices.waitForQuestion()
        devices.plug([.systemDefault, webcam], standard: webcam)
        await spy.wait(for: { $0 == .replaced(headset, by: webcam) })
        #expect(spy.news == [.opened(.dictation), .replaced(headset, by: webcam)])
        withExtendedLifetime(events) {}
    }

    @Test func whatWasCapturedBeforeTheCloseStillArrives() async throws {
        let microphone = capture.microphone(for: .terminal)
        let events = try await microphone.open("usb")
        device.play(ToneMaker.silence(seconds: 1))
        microphone.close()
        var count = 0
        for await case .block(let block) in events {
            count += block.samples.count
        }
        #expect(count == AudioBlock.sampleRate)
        #expect(device.history == [.open("usb"), .close])
    }

    /// A press of Stop on one page, and of Start on another at once.
    @Test func whoComesWhileTheMicrophoneIsClosingWaitsForIt() async throws {
        let dictation = capture.microphone(for: .dictation)
        let events = try await dictation.open(nil)
        dictation.close()
        _ = try await capture.microphone(for: .translator).open("usb")
        for await _ in events {}
        #expect(device.history == [.open(nil), .close, .open("usb")])
    }

    /// Leaving the rhythm page, which only played, while the dictation is ending.
    @Test func aTransportThatOnlyPlayedDoesNotHideThatTheMicrophoneIsClosing() async throws {
        let dictation = capture.microphone(for: .dictation)
        let events = try await dictation.open(nil)
        dictation.close()
        capture.transport(for: .rhythm).close()
        _ = try await capture.microphone(for: .translator).open("usb")
        for await _ in events {}
        #expect(device.history == [.open(nil), .close, .open("usb")])
    }

    @Test func aStreamThatNobodyReadsAnyMoreEndsTheLease() async throws {
        let spy = CaptureSpy()
        capture.delegate = spy
        let events = try await capture.microphone(for: .dictation).open(nil)
        let reading = Task {
            for await _ in events {}
        }
        reading.cancel()
        await spy.wait { $0 == .closed }
        _ = try await capture.microphone(for: .translator).open(nil)
    }

    @Test func theLeaseEndsWithASoundThatEndsByItself() async throws {
        let events = try await capture.microphone(for: .dictation).open(nil)
        device.end()
        for await _ in events {}
        _ = try await capture.microphone(for: .translator).open(nil)
    }

    @Test func anOpeningThatFailsLeavesTheMicrophoneToOthers() async throws {
        device.failNextOpen(AudioError(.busy))
        let dictation = capture.microphone(for: .dictation)
        await #expect(throws: AudioError.self) { _ = try await dictation.open(nil) }
        _ = try await capture.microphone(for: .translator).open(nil)
    }

    @Test func aTransportThatOnlyPlaysLeavesTheMicrophoneToOthers() async throws {
        let events = try await capture.microphone(for: .dictation).open(nil)
        let rhythm = capture.transport(for: .rhythm)
        _ = try await rhythm.open(TransportOptions(), playing: SilentVoices())
        await #expect(throws: AudioError(.taken(by: .dictation), detail: "dictation")) {
            _ = try await rhythm.open(TransportOptions(listens: true), playing: SilentVoices())
        }
        device.end()
        for await _ in events {}
        let strokes = try await rhythm.open(TransportOptions(listens: true), playing: SilentVoices())
        await #expect(throws: AudioError(.taken(by: .rhythm), detail: "rhythm")) {
            _ = try await capture.microphone(for: .dictation).open(nil)
        }
        rhythm.close()
        for await _ in strokes {}
        _ = try await capture.microphone(for: .dictation).open(nil)
    }

    @Test func anOpenMicrophoneIsReportedWithWhoListens() async throws {
        let spy = CaptureSpy()
        capture.delegate = spy
        let microphone = capture.microphone(for: .terminal)
        let events = try await microphone.open(nil)
        await spy.wait { $0 == .opened(.terminal) }
        microphone.close()
        for await _ in events {}
        await spy.wait { $0 == .closed }
        #expect(spy.news == [.opened(.terminal), .closed])
    }

    /// Two pages dictate by services of their own.
    @Test func aSessionThatIsRefusedEndsAndTheOtherGoesOn() async {
        let (first, second) = (SpyDictationDelegate(), SpyDictationDelegate())
        let page = service(.dictation, first)
        let terminal = service(.terminal, second)
        await page.start(DictationOptions())
        await first.wait(for: .listening)
        await terminal.start(DictationOptions())
        await second.wait(for: .idle)
        #expect(second.failures == [.audio(AudioError(.taken(by: .dictation), detail: "dictation"))])
        #expect(first.phases.last == .listening)
        await page.stop()
        await first.wait(for: .idle)
        await terminal.start(DictationOptions())
        await second.wait(for: .listening)
    }

    /// It would wait for as long as the other one listens.
    @Test func aPausedSessionStaysPausedWhileSomebodyElseListens() async {
        let (first, second) = (SpyDictationDelegate(), SpyDictationDelegate())
        let page = service(.dictation, first)
        let terminal = service(.terminal, second)
        await page.start(DictationOptions())
        await first.wait(for: .listening)
        await page.pause()
        await first.wait(for: .paused)
        await terminal.start(DictationOptions())
        await second.wait(for: .listening)
        await page.resume()
        await first.wait(for: .paused, times: 2)
        #expect(first.failures == [.audio(AudioError(.taken(by: .terminal), detail: "terminal"))])
        await terminal.stop()
        await second.wait(for: .idle)
        await page.resume()
        await first.wait(for: .listening, times: 2)
    }

    private func service(_ user: MicrophoneUser, _ spy: SpyDictationDelegate) -> DictationService {
        let service = DictationService(
            microphone: capture.microphone(for: user), recognizer: ScriptedRecognizer(script: []),
            clock: ManualClock(advancesItself: true))
        service.delegate = spy
        return service
    }
}

@MainActor final class CaptureSpy: AudioCaptureServiceDelegate, NewsKeeping {
    let log = NewsLog<AudioCaptureEvent>()

    func audioCaptureService(_ service: AudioCaptureService, didReport event: AudioCaptureEvent) {
        log.hear(event)
    }
}

struct SilentVoices: AudioVoiceMaking, AudioVoice {
    func voice(rate: Int) -> any AudioVoice {
        self
    }

    func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        target.update(repeating: 0)
    }
}
