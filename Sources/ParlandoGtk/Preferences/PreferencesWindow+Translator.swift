import ParlandoCore
public import ParlandoPresenters

/// Translator part of the preferences window.
extension PreferencesWindow: TranslatorPreferencesView {
    func connect(_ translator: TranslatorRows, _ privacy: PrivacyRows) {
        translator.connect { [weak self] in self?.tell($0) }
        privacy.connect { [weak self] in self?.tell($0) }
        for (owner, row) in [(TranslatorKeyOwner.translation, translator.key), (.voice, translator.voiceKey)] {
            row.onEnter { [weak self] key in
                self?.tell { $1.translatorPreferencesView($0, didEnterKey: Private(key), of: owner) }
            }
            row.onRemove { [weak self] in
                self?.tell { $1.translatorPreferencesView($0, didRemoveKeyOf: owner) }
            }
        }
        privacy.removeAll.onClick { [weak self] in
            self?.tell { $1.translatorPreferencesViewDidPressRemoveAll($0) }
        }
    }

    private func tell(_ change: TranslatorPreferenceChange) {
        tell { $1.translatorPreferencesView($0, didChange: change) }
    }

    private func tell(_ news: (PreferencesWindow, any TranslatorPreferencesViewDelegate) -> Void) {
        if let translatorDelegate {
            news(self, translatorDelegate)
        }
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        guard let front else {
            return false
        }
        return await Question.ask(question, over: front)
    }
}
