import ParlandoCore
public import ParlandoPresenters

/// Shows the translator preferences in the preferences window.
extension PreferencesWindow: TranslatorPreferencesView {
    func connect(_ translator: TranslatorRows, _ privacy: PrivacyRows) {
        for row in translator.groups.flatMap(\.preferenceRows) + privacy.translatorRows {
            row.onChange { [weak self] change in self?.translatorPresenter?.apply(change) }
        }
        translator.address.onApply { [weak self] address in
            self?.translatorPresenter?.apply(PreferenceChange(\.translator.address, address))
        }
        translator.voiceLanguage.onChoose { [weak self] code in self?.translatorPresenter?.chooseVoiceLanguage(code) }
        translator.voice.onChoose { [weak self] id in self?.translatorPresenter?.chooseVoice(id) }
        translator.naturalVoices.onPress { [weak self] press, voice in
            self?.translatorPresenter?.press(press, of: voice)
        }
        translator.naturalVoices.onImport { [weak self] in self?.importVoice(over: translator.naturalVoices) }
        privacy.consents.onWithdraw { [weak self] service in self?.translatorPresenter?.withdraw(service) }
        for (owner, row) in [(TranslatorKeyOwner.translation, translator.key), (.voice, translator.voiceKey)] {
            row.onEnter { [weak self] key in self?.translatorPresenter?.enterKey(Private(key), of: owner) }
            row.onRemove { [weak self] in self?.translatorPresenter?.removeKey(of: owner) }
        }
        privacy.removeAll.onClick { [weak self] in self?.translatorPresenter?.removeAll() }
    }

    private func importVoice(over group: NaturalVoiceGroup) {
        let formats = [FileDialog.Format(title: tr("Piper voices (*.onnx)"), ending: "onnx")]
        let dialog = FileDialog.open(tr("Choose a Voice"), accept: tr("_Open"), formats: formats, over: group)
        fileDialog = dialog
        dialog.present { [weak self] path in
            if let path {
                self?.translatorPresenter?.importVoice(from: path)
            } else {
                self?.showToast(tr("This location is not on this computer. Choose a local folder."))
            }
        }
    }

    public func offerUndo(_ text: String, ofRemovingVoice voice: String) {
        offer(text) { [weak self] in
            self?.translatorPresenter?.restoreVoice(voice)
        } end: { [weak self] in
            self?.translatorPresenter?.forgetRemovedVoice(voice)
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
