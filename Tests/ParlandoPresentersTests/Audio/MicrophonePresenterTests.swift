import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// What every page says of the microphone.
@MainActor @Suite struct MicrophonePresenterTests {
    @Test func anOpenMicrophoneIsShownWhoeverUsesIt() {
        let view = SpyMicrophoneView()
        let capture = AudioCaptureService(
            microphone: FakeMicrophone(), transport: FakeTransport(), devices: FakeDeviceDirectory())
        let presenter = MicrophonePresenter(view: view, capture: capture)
        for event in [AudioCaptureEvent.opened(.terminal), .listeningAhead, .closed] {
            presenter.audioCaptureService(capture, didReport: event)
        }
        #expect(view.states.map(\.isOpen) == [true, true, false])
        #expect(view.states.map(\.user) == [.terminal, nil, nil])
        #expect(view.states.dropFirst().first?.text.contains("push-to-talk") == true)
    }
}
