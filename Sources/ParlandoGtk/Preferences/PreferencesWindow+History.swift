public import ParlandoPresenters

/// Shows the history preferences in the preferences window.
extension PreferencesWindow: HistoryPreferencesView {
    func connect(_ rows: HistoryRows) {
        rows.connect { [weak self] change in self?.historyPresenter?.apply(change) }
    }
}
