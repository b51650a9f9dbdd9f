import ParlandoCore
public import ParlandoServices

/// Receives news of the programs that dictated text is sent to.
@MainActor public protocol ControlPresenterDelegate: AnyObject {
    func controlPresenter(_ presenter: ControlPresenter, didChangeListeners programs: [String])
}

/// Publishes the state and the text of dictation to other programs.
@MainActor public final class ControlPresenter {
    /// Receives the names of the programs.
    public weak var delegate: (any ControlPresenterDelegate)?

    private weak var view: (any ControlView)?

    public init(view: any ControlView) {
        self.view = view
    }

    /// Reports which programs get text. Call once at the start, and whenever they have changed.
    public func reportListeners() {
        if let view {
            delegate?.controlPresenter(self, didChangeListeners: view.listeners)
        }
    }
}

extension ControlPresenter: DictationBroadcastDelegate {
    public func dictationBroadcast(_ broadcast: DictationBroadcast, didReport event: BroadcastEvent) {
        switch event {
        case .phase(let phase): view?.publish(state: phase.published)
        case .interim(let text): view?.publish(interim: text)
        case .final(let text, let beginsParagraph): view?.publish(final: text, beginsParagraph: beginsParagraph)
        }
    }
}

extension DictationPhase {
    /// Name under which the phase is published to other programs.
    fileprivate var published: String {
        switch self {
        case .idle: "idle"
        case .opening: "opening"
        case .listening: "listening"
        case .paused: "paused"
        case .deviceLost: "waiting-for-microphone"
        case .finishing: "finishing"
        }
    }
}
