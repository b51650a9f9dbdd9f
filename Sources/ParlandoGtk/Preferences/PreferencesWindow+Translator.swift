import ParlandoCore
public import ParlandoPresenters

/// Shows the translator preferences in the preferences window.
extension PreferencesWindow: TranslatorPreferencesView {
    func connect(_ translator: TranslatorRows, _ privacy: PrivacyRows) {
        for row in translator.groups.flatMap(\.preferenceRows) + privacy.translatorRows {
            row.onChange { [weak self] change in self?.tell(change) }
        }
        translator.address.onApply { [weak self] in self?.tell(PreferenceChange(\.translator.address, $0)) }
        translator.voiceLanguage.onChoose { [weak self] code in
            self?.tell { $1.translatorPreferencesView($0, didChooseVoiceLanguage: code) }
        }
        translator.voice.onChoose { [weak self] id in
            self?.tell { $1.translatorPreferencesView($0, didChooseVoice: id) }
        }
        translator.naturalVoices.onPress { [weak self] press, voice in
            self?.tell { $1.translatorPreferencesView($0, didPress: press, of: voice) }
        }
        translator.naturalVoices.onImport { [weak self] in self?.importVoice(over: translator.naturalVoices) }
        privacy.consents.onWithdraw { [weak self] service in
            self?.tell { $1.translatorPreferencesView($0, didWithdraw: service) }
        }
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

    private func importVoice(over group: NaturalVoiceGroup) {
        let formats = [FileDialog.Format(title: tr("Piper voices (*.onnx)"), ending: "onnx")]
        let dialog = FileDialog.open(tr("Choose a Voice"), accept: tr("_Open"), formats: formats, over: group)
        fileDialog = dialog
        dialog.present { [weak self] path in
            if let path {
                self?.tell { $1.translatorPreferencesView($0, didImportVoiceFrom: path) }
            } else {
                self?.showToast(tr("This location is not on this computer. Choose a local folder."))
            }
        }
    }

    private func tell(_ change: PreferenceChange) {
        tell { $1.translatorPreferencesView($0, didChange: change) }
    }

    private func tell(_ news: (PreferencesWindow, any TranslatorPreferencesViewDelegate) -> Void) {
        if let translatorDelegate {
            news(self, translatorDelegate)
        }
    }

    public func offerUndo(_ text: String, ofRemovingVoice voice: String) {
        offer(text) { [weak self] in
            self?.tell { $1.translatorPreferencesView($0, didUndoRemovalOf: voice) }
        } end: { [weak self] in
            self?.tell { $1.translatorPreferencesView($0, didDismissUndoFor: voice) }
        }
    }

    public func endKeyEntry(of owner: TranslatorKeyOwner, isSaved: Bool) {
        let row = owner == .translation ? translatorRows?.key : translatorRows?.voiceKey
        row?.end(isSaved: isSaved)
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        guard let front else {
            return false
        }
        return await Question.ask(question, over: front)
    }
}
