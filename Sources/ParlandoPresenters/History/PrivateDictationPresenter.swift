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

/// Receives the user's actions on the switch that leaves one dictation out of the history.
@MainActor public protocol PrivateDictationViewDelegate: AnyObject {
    func privateDictationView(_ view: any PrivateDictationView, didSet isOn: Bool)
}

/// Shows the switch that leaves one dictation out of the history.
@MainActor public protocol PrivateDictationView: AnyObject {
    var privacyDelegate: (any PrivateDictationViewDelegate)? { get set }
    func render(_ state: PrivateDictationState)
    func showToast(_ text: String)
}

/// Leaves one dictation out of the history if the user wants that, and shows a message if a dictation could not be
/// stored.
@MainActor public final class PrivateDictationPresenter {
    private weak var view: (any PrivateDictationView)?
    private let history: any HistoryKeeping
    private let news: HistoryNews

    /// - Parameter news: forwards the events of `history` to this and other presenters.
    public init(view: any PrivateDictationView, history: any HistoryKeeping, news: HistoryNews) {
        self.view = view
        self.history = history
        self.news = news
    }

    /// Starts to receive events. Call once.
    public func activate() {
        view?.privacyDelegate = self
        view?.render(PrivateDictationState(isVisible: false, isOn: false))
        news.add(self)
    }
}

extension PrivateDictationPresenter: PrivateDictationViewDelegate {
    public func privateDictationView(_ view: any PrivateDictationView, didSet isOn: Bool) {
        Task { [history] in await history.setPrivate(isOn) }
        view.showToast(
            isOn ? tr("This dictation is left out of the history") : tr("This dictation is kept in the history"))
    }
}

extension PrivateDictationPresenter: HistoryServiceDelegate {
    public func historyService(_ service: any HistoryKeeping, didReport event: HistoryEvent) {
        switch event {
        case .keeping(let state):
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
