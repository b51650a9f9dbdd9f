import ParlandoCore
public import ParlandoServices

/// Publishes the state and the text of dictation to other programs.
@MainActor public final class ControlPresenter {
    private weak var view: (any ControlView)?

    public init(view: any ControlView) {
        self.view = view
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
