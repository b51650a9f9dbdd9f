public import ParlandoPresenters

/// Shows the history preferences in the preferences window.
extension PreferencesWindow: HistoryPreferencesView {
    func connect(_ rows: HistoryRows) {
        rows.connect { [weak self] change in self?.tell { $1.historyPreferencesView($0, didChange: change) } }
    }

    private func tell(_ news: (PreferencesWindow, any HistoryPreferencesViewDelegate) -> Void) {
        if let historyDelegate {
            news(self, historyDelegate)
        }
    }
}
