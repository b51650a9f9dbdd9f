public import ParlandoServices

/// The view state of the switch that leaves one dictation out of the history.
public struct PrivateDictationState: Sendable, Equatable {
    /// Whether the switch is shown. It is hidden if no dictations are kept.
    public var isVisible: Bool
    /// Whether the current dictation, or the next one if none is running, is left out of the history.
    public var isOn: Bool

    public init(isVisible: Bool, isOn: Bool) {
        self.isVisible = isVisible
        self.isOn = isOn
    }
}

/// Shows the switch that leaves one dictation out of the history.
@MainActor public protocol PrivateDictationView: AnyObject {
    func render(_ state: PrivateDictationState)
    func showToast(_ text: String)
}

/// Leaves one dictation out of the history if the user wants that, and keeps its text from other programs. Shows a
/// message if a dictation could not be stored.
@MainActor public final class PrivateDictationPresenter {
    private weak var view: (any PrivateDictationView)?
    private let history: any HistoryKeeping
    private let news: HistoryNews
    private let broadcast: DictationBroadcast
    /// What the user has chosen, until the history has adopted it.
    private var chosen: Bool?
    /// What the history has adopted.
    private var adopted = false

    /// - Parameters:
    ///   - news: forwards the events of `history` to this and other presenters.
    ///   - broadcast: passes text on to other programs.
    public init(
        view: any PrivateDictationView, history: any HistoryKeeping, news: HistoryNews, broadcast: DictationBroadcast
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

    /// Starts to receive events. Call once.
    public func activate() {
        view?.render(PrivateDictationState(isVisible: false, isOn: false))
        news.add(self)
    }

    /// Sets whether the current dictation, or the next one if none is running, is left out of the history.
    public func setPrivate(_ isOn: Bool) {
        chosen = isOn
        protect()
        Task { [history] in await history.setPrivate(isOn) }
        view?.showToast(
            isOn ? tr("This dictation is left out of the history") : tr("This dictation is kept in the history"))
    }
}

extension PrivateDictationPresenter: HistoryServiceDelegate {
    public func historyService(_ service: any HistoryKeeping, didReport event: HistoryEvent) {
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
        case .changed, .playback, .unplayable, .noLoudspeaker:
            break
        }
    }
}
