public import ParlandoServices

/// The switch that leaves the current dictation, or else the next one, out of the history. It is hidden if no
/// dictations are kept.
public struct PrivateDictationState: Sendable, Equatable {
    public var isVisible: Bool
    public var isOn: Bool

    public var note: String {
        isOn ? tr("Left out of the history") : ""
    }
}

@MainActor public protocol PrivateDictationView: AnyObject {
    func render(_ state: PrivateDictationState)
    func showToast(_ text: String)
}

/// Leaves one dictation out of the history if the user wants that, and keeps its text from other programs. Says if a
/// dictation could not be stored.
@MainActor public final class PrivateDictationPresenter {
    private weak var view: (any PrivateDictationView)?
    private let history: HistoryService
    private let news: HistoryNews
    private let broadcast: DictationBroadcast
    /// What the user has chosen, until the history has adopted it.
    private var chosen: Bool?
    private var adopted = false

    public init(
        view: any PrivateDictationView, history: HistoryService, news: HistoryNews, broadcast: DictationBroadcast
    ) {
        self.view = view
        self.history = history
        self.news = news
        self.broadcast = broadcast
    }

    /// Nothing private is passed on, neither before the history has adopted the choice nor until it has taken it back.
    private func protect() {
        broadcast.setPrivate(adopted || chosen == true)
    }

    /// Call once.
    public func activate() {
        view?.render(PrivateDictationState(isVisible: false, isOn: false))
        news.add(self)
    }

    public func setPrivate(_ isOn: Bool) {
        chosen = isOn
        protect()
        Task { [history] in await history.setPrivate(isOn) }
    }
}

extension PrivateDictationPresenter: HistoryServiceDelegate {
    public func historyService(_ service: HistoryService, didReport event: HistoryEvent) {
        switch event {
        case .keeping(let state):
            adopted = state.isPrivate
            if adopted == chosen {
                chosen = nil
            }
            protect()
            view?.render(PrivateDictationState(isVisible: state.isAllowed, isOn: state.isPrivate))
        case .failure(let error):
            view?.showToast(HistoryWording.message(error))
        case .soundFailure(let error):
            view?.showToast(HistoryWording.message(error))
        case .captions, .changed, .playback, .repeating, .replaced, .notReplaced, .unplayable, .noLoudspeaker:
            break
        }
    }
}
