import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The microphone stays open between sessions.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ListeningAheadTests: DictationScene {
    let microphone = FakeMicrophone()
    let spy = SpyDictationDelegate()
    private let transport = FakeTransport()
    private let clock = ManualClock(advancesItself: false)
    private let devices = FakeDeviceDirectory()
    private let capture: AudioCaptureService
    private let events = CaptureSpy()

    init() {
        capture = AudioCaptureService(
            microphone: microphone, transport: transport, devices: devices, clock: clock)
        capture.delegate = events
    }

    private func listenAhead(times count: Int = 1) async {
        await capture.listenAhead(true, to: nil)
        await wait(for: .listeningAhead, times: count)
    }

    private func wait(for event: AudioCaptureEvent, times count: Int = 1) async {
        while events.news.count(where: { $0 == event }) < count {
            await events.next { $0 == event }
        }
    }

    /// The samples until the sound ends. Once so many have come, the microphone is closed.
    private func count(
        _ events: AsyncStream<CaptureEvent>, closing microphone: (any Microphone)? = nil, after enough: Int = 0
    ) async -> Int {
        var count = 0
        for await case .block(let block) in events {
            count += block.samples.count
            if count == enough {
                microphone?.close()
                await clock.hasBegun(sleeps: 1)
                clock.advance(by: .milliseconds(60))
            }
        }
        return count
    }

    @Test func aSessionTakesTheOpenMicrophoneOverAndLeavesItOpen() async throws {
        await listenAhead()
        capture.holdSound()
        microphone.play(second)
        let dictation = capture.microphone(for: .dictation)
        let sound = try await dictation.open(nil)
        microphone.play(second)
        #expect(await count(sound, closing: dictation, after: 2 * AudioBlock.sampleRate) == 2 * AudioBlock.sampleRate)
        await wait(for: .listeningAhead, times: 2)
        #expect(microphone.history == [.open(nil)])
        #expect(events.news == [.listeningAhead, .opened(.dictation), .listeningAhead])
    }

    @Test func aSessionThatBeginsDuringACheckGetsWhatWasSaidInThePress() async throws {
        await listenAhead()
        let check = try await capture.microphone(for: .dictation, isCheck: true).open(nil)
        capture.holdSound()
        microphone.play(second)
        var heard = 0
        for await case .block(let block) in check {
            heard += block.samples.count
            guard heard < AudioBlock.sampleRate else {
                break
            }
        }
        let dictation = capture.microphone(for: .dictation)
        let sound = try await dictation.open(nil)
        #expect(await count(sound, closing: dictation, after: AudioBlock.sampleRate) == AudioBlock.sampleRate)
        #expect(microphone.history == [.open(nil)])
        withExtendedLifetime(check) {}
    }

    @Test func aMicrophoneThatWasBusyIsTriedAgainWhenTheDevicesChange() async {
        microphone.failNextOpen(AudioError(.busy))
        microphone.failNextOpen(AudioError(.busy))
        await capture.listenAhead(true, to: nil)
        await wait(for: .closed)
        devices.plug([.systemDefault])
        await wait(for: .closed, times: 2)
        devices.plug([.systemDefault])
        await wait(for: .listeningAhead)
        devices.plug([.systemDefault])
        #expect(microphone.opens == 3 && microphone.isOpen)
    }

    /// Part of it is still under way then.
    @Test func aSessionThatIsStoppedWhileItBeginsGetsWhatWasSaidInThePress() async {
        await listenAhead()
        let recognizer = ScriptedRecognizer(ending: [.final(words("yes"))])
        let service = DictationService(microphone: capture.microphone(for: .dictation), recognizer: recognizer)
        service.delegate = spy
        capture.holdSound()
        microphone.play(second)
        await service.start(DictationOptions())
        await service.stop()
        microphone.play(second)
        while spy.seconds.last != 2 {
            await spy.next { $0 == .elapsed(2) }
        }
        await clock.hasBegun(sleeps: 1)
        clock.advance(by: .milliseconds(60))
        await spy.wait(for: .idle)
        #expect(recognizer.samplesTaken == 2 * AudioBlock.sampleRate)
        #expect(spy.transcripts.last?.text == "yes")
    }

    @Test func anotherMicrophoneIsOpenedInItsPlace() async throws {
        await listenAhead()
        let dictation = capture.microphone(for: .dictation)
        let sound = try await dictation.open("usb")
        #expect(microphone.history == [.open(nil), .close, .open("usb")])
        dictation.close()
        #expect(await count(sound) == 0)
        await wait(for: .listeningAhead, times: 2)
        #expect(microphone.history == [.open(nil), .close, .open("usb"), .close, .open(nil)])
    }

    /// Opens its microphone once it is let go.
    private struct SlowMicrophone: Microphone {
        let microphone: FakeMicrophone
        let gate = AsyncStream.makeStream(of: Void.self)

        func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
            for await _ in gate.stream {}
            return try await microphone.open(device)
        }

        func close() {
            microphone.close()
        }
    }

    @Test func aSessionKeepsItAlthoughAnotherOneIsChosenAtThatMoment() async throws {
        let slow = SlowMicrophone(microphone: microphone)
        let capture = AudioCaptureService(microphone: slow, transport: transport, devices: devices, clock: clock)
        await capture.listenAhead(true, to: nil)
        let choice = Task { await capture.listenAhead(true, to: "usb") }
        let dictation = capture.microphone(for: .dictation)
        let session = Task { try await dictation.open(nil) }
        for _ in 0..<200 {
            await Task.yield()
        }
        slow.gate.continuation.finish()
        let sound = try await session.value
        await choice.value
        microphone.play(second)
        dictation.close()
        #expect(await count(sound) == AudioBlock.sampleRate)
    }

    @Test func theRhythmTrainerTakesItAndGivesItBack() async throws {
        await listenAhead()
        let rhythm = capture.transport(for: .rhythm)
        let strokes = try await rhythm.open(TransportOptions(listens: true), playing: SilentVoices())
        #expect(!microphone.isOpen)
        rhythm.close()
        for await _ in strokes {}
        await wait(for: .listeningAhead, times: 2)
        #expect(microphone.isOpen)
    }

    @Test func itIsClosedWhenItIsNoLongerWanted() async throws {
        await listenAhead()
        await capture.listenAhead(false, to: nil)
        await wait(for: .closed)
        #expect(!microphone.isOpen)
        // In a session, with the session.
        await listenAhead(times: 2)
        let dictation = capture.microphone(for: .dictation)
        let sound = try await dictation.open(nil)
        await capture.listenAhead(false, to: nil)
        #expect(microphone.isOpen)
        dictation.close()
        #expect(await count(sound) == 0)
        await wait(for: .closed, times: 2)
        #expect(!microphone.isOpen)
    }

    @Test func aMicrophoneThatCannotBeOpenedAheadIsOpenedByTheSession() async throws {
        microphone.failNextOpen(AudioError(.busy))
        await capture.listenAhead(true, to: nil)
        let dictation = capture.microphone(for: .dictation)
        let sound = try await dictation.open(nil)
        microphone.play(second)
        dictation.close()
        #expect(await count(sound) == AudioBlock.sampleRate)
        await wait(for: .listeningAhead)
    }

    @Test func aMicrophoneThatEndsEndsTheSessionToo() async throws {
        await listenAhead()
        let sound = try await capture.microphone(for: .dictation).open(nil)
        microphone.end()
        #expect(await count(sound) == 0)
    }
}
