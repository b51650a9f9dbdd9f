import ParlandoCore
public import ParlandoPresenters

/// Shows the privacy page in the preferences window.
extension PreferencesWindow: PrivacyView {
    func connect(_ privacy: PrivacyRows) {
        privacy.keepsResults.onChange { [weak self] change in self?.privacyPresenter?.apply(change) }
    }

    /// Tells the presenter that the privacy page is visible, if it is shown and the window is active.
    func tellOfPrivacy() {
        if let frame, frame.front == .privacy, frame.isActive {
            privacyPresenter?.refresh()
        }
    }
}
