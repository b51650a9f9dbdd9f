public import ParlandoCore
public import ParlandoServices

/// Shows on every page whether the microphone is open, and which page uses it. Says when another microphone takes over.
@MainActor public final class MicrophonePresenter {
    private weak var view: (any MicrophoneView)?
    private let capture: AudioCaptureService
    /// Hears who releases the microphone.
    weak var captioning: CaptionPresenter?
    private var microphone = MicrophoneViewState()
    /// What captions hear; nil if there are none.
    var captions: CaptionSource? { didSet { render() } }

    public init(view: any MicrophoneView, capture: AudioCaptureService) {
        self.view = view
        self.capture = capture
    }

    /// Starts to receive the service's events. Call once.
    public func activate() {
        capture.delegate = self
    }

    private func render() {
        var state = microphone
        state.captions = captions.map(CaptionWording.listening) ?? (state.user == .captions ? state.text : "")
        if captions != nil, [nil, .captions].contains(state.user) {
            (state.isOpen, state.user) = (true, .captions)
            (state.title, state.text) = (tr("Captions Are On"), state.captions)
        }
        view?.render(state)
    }
}

extension MicrophonePresenter: AudioCaptureServiceDelegate {
    public func audioCaptureService(_ service: AudioCaptureService, didReport event: AudioCaptureEvent) {
        var state = MicrophoneViewState(isOpen: true)
        switch event {
        case .opened(let user):
            state.user = user
            state.text = MicrophoneWording.listening(user)
        case .listeningAhead:
            state.text = MicrophoneWording.listeningAhead
        case .closed:
            state.isOpen = false
        case .replaced(let former, let next):
            view?.showToast(MicrophoneWording.replaced(former, by: next))
            return
        }
        if let user = microphone.user, user != state.user {
            captioning?.microphoneWasReleased(by: user)
        }
        microphone = state
        render()
    }
}

/// The state of the microphone, shown on every page.
public struct MicrophoneViewState: Sendable, Equatable {
    public var isOpen: Bool
    /// The page that uses the microphone; nil if none does.
    public var user: MicrophoneUser?
    /// Sentence that says what the microphone is open for.
    public var text = ""
    /// Says what captions hear, whoever uses the microphone; empty if there are none.
    public var captions = ""
    /// Title of the notification while the window is hidden.
    public var title = tr("Microphone Is On")

    public init(isOpen: Bool = false) {
        self.isOpen = isOpen
    }
}

/// Shows who uses the microphone.
@MainActor public protocol MicrophoneView: AnyObject {
    func render(_ state: MicrophoneViewState)
    func showToast(_ text: String)
}

extension DeviceDirectory {
    /// Runs `body` now, and whenever the lists may have changed, until the task is cancelled.
    @MainActor func watch(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let plugs = changes()
        return Task {
            await body()
            for await _ in plugs {
                await body()
            }
        }
    }
}

/// Lists from which the user chooses a microphone or loudspeaker.
enum DeviceOptions {
    /// The chosen device is included even if it is not connected.
    static func options(of devices: [AudioDevice], chosen: String) -> [PreferencesViewState.Option] {
        var options = [PreferencesViewState.Option("", AudioDevice.systemDefault.title)]
        options += devices.filter { !$0.isSystemDefault }.map { PreferencesViewState.Option($0.id, $0.title) }
        if !options.contains(where: { $0.id == chosen }) {
            let isPlayed = chosen == AudioDevice.computer.id
            let absent =
                isPlayed
                ? tr("What This Computer Plays (needs PulseAudio or PipeWire)")
                : tr("{name} (not connected)", ["name": chosen])
            options.append(PreferencesViewState.Option(chosen, absent))
        }
        return options
    }
}

extension AudioDevice {
    /// The name that is shown.
    public var title: String {
        switch id {
        case Self.systemDefault.id: tr("System Default")
        case Self.computer.id: tr("What This Computer Plays")
        default: name
        }
    }
}
