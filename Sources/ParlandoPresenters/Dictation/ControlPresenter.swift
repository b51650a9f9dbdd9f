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

    /// What captions hear; nil if there are none.
    var captions: CaptionSource? { didSet { publish() } }
    private var phase = DictationPhase.idle { didSet { publish() } }
    private weak var view: (any ControlView)?

    public init(view: any ControlView) {
        self.view = view
    }

    private func publish() {
        view?.publish(state: phase == .idle && captions != nil ? "captions" : phase.published)
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
        case .phase(let phase): self.phase = phase
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

/// Publishes the state of dictation to other programs over the desktop's message bus, and its text to those that have
/// subscribed to it.
@MainActor public protocol ControlView: AnyObject {
    /// File names of the programs that have subscribed to the text, as they are on disk.
    var listeners: [String] { get }
    /// Publishes `idle`, `opening`, `listening`, `paused`, `waiting-for-microphone` or `finishing`; `captions` in place
    /// of `idle` while these hear.
    func publish(state: String)
    func publish(interim: String)
    /// The text continues the text before it, unless it begins a paragraph.
    func publish(final text: String, beginsParagraph: Bool)
}

/// A dictation command from outside the page, such as a shortcut or another program. A `DictationChoice` goes with it.
public enum DictationCommand: String, Sendable, Equatable, CaseIterable {
    case start
    case stop
    /// Starts dictation, or stops it if it has been started.
    case toggle
    case pause
    case resume

    /// Whether it has an effect when the program is not running.
    public var opensWindow: Bool {
        self == .start || self == .toggle
    }
}
