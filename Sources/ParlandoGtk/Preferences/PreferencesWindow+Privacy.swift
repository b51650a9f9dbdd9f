import ParlandoCore
public import ParlandoPresenters

/// Shows the privacy page in the preferences window.
extension PreferencesWindow: PrivacyView {
    func connect(_ privacy: PrivacyRows) {
        privacy.keepsResults.onChange { [weak self] change in self?.tell { $1.privacyView($0, didChange: change) } }
    }

    /// Tells the delegate that the privacy page is visible, if it is shown and the window is active.
    func tellOfPrivacy() {
        if let frame, frame.front == .privacy, frame.isActive {
            tell { $1.privacyViewDidShow($0) }
        }
    }

    private func tell(_ news: (PreferencesWindow, any PrivacyViewDelegate) -> Void) {
        if let privacyDelegate {
            news(self, privacyDelegate)
        }
    }
}
