import ParlandoCore
public import ParlandoServices

/// Shows on every page whether the microphone is open, and which page uses it. Says when another microphone takes over.
@MainActor public final class MicrophonePresenter {
    private weak var view: (any MicrophoneView)?
    private let capture: AudioCaptureService

    public init(view: any MicrophoneView, capture: AudioCaptureService) {
        self.view = view
        self.capture = capture
    }

    /// Starts to receive the service's events. Call once.
    public func activate() {
        capture.delegate = self
    }
}

extension MicrophonePresenter: AudioCaptureServiceDelegate {
    public func audioCaptureService(_ service: AudioCaptureService, didReport event: AudioCaptureEvent) {
        var state = MicrophoneViewState()
        switch event {
        case .opened(let user):
            state.user = user
            state.text = MicrophoneWording.listening(user)
            state.title = tr("Microphone Is On")
        case .closed:
            break
        case .replaced(let former, let next):
            view?.showToast(MicrophoneWording.replaced(former, by: next))
            return
        }
        view?.render(state)
    }
}
