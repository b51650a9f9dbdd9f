import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// Whether the microphone hears the user, before the first dictation.
@MainActor @Suite(.timeLimit(.minutes(1))) struct MicrophoneCheckTests {
    private let microphone = FakeMicrophone()
    private let log = NewsLog<MicrophoneCheckEvent>()

    private final class Delegate: MicrophoneCheckDelegate {
        let log: NewsLog<MicrophoneCheckEvent>

        init(_ log: NewsLog<MicrophoneCheckEvent>) {
            self.log = log
        }

        func microphoneCheck(_ check: MicrophoneCheck, didReport event: MicrophoneCheckEvent) {
            log.hear(event)
        }
    }

    @Test func theLevelFollowsTheSound() async {
        let delegate = Delegate(log)
        let check = MicrophoneCheck(microphone: microphone)
        check.delegate = delegate
        await check.listen(to: "usb")
        await opened(by: 1)
        #expect(microphone.history == [.open("usb")])
        microphone.play([Float](repeating: 0.5, count: AudioBlock.sampleRate))
        await log.next { if case .level(let level) = $0 { level > -10 } else { false } }
        await check.end()
        #expect(!microphone.isOpen)
        withExtendedLifetime(delegate) {}
    }

    @Test func anotherMicrophoneTakesThePlaceOfTheFirst() async {
        let check = MicrophoneCheck(microphone: microphone)
        await check.listen(to: nil)
        await opened(by: 1)
        await check.listen(to: "usb")
        await opened(by: 2)
        #expect(microphone.history.last == .open("usb"))
        await check.end()
        #expect(microphone.closes == 1)
        await check.end()
        #expect(microphone.closes == 1)
    }

    @Test func aFailureIsReported() async {
        let delegate = Delegate(log)
        microphone.failNextOpen(AudioError(.denied))
        let check = MicrophoneCheck(microphone: microphone)
        check.delegate = delegate
        async let failure: Void = log.next { $0 == .failure(AudioError(.denied)) }
        await check.listen(to: nil)
        await failure
        withExtendedLifetime(delegate) {}
    }

    private func opened(by count: Int) async {
        while microphone.opens < count || !microphone.isOpen {
            await Task.yield()
        }
    }
}
