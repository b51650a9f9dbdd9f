import ParlandoCore
import ParlandoServices

/// Turns the user's actions into preferences and commands.
extension PreferencesPresenter: PreferencesViewDelegate {
    public func preferencesView(_ view: any PreferencesView, didChooseModel name: String) {
        change { $0.model = name }
        Task { [models] in await models.choose(name) }
    }

    public func preferencesView(_ view: any PreferencesView, didDownloadModel name: String) {
        // The row warns that the connection may be metered. Pressing Download again accepts that.
        let agrees = entries.contains { $0.model.name == name && $0.state.isStoppedByCost }
        Task { [models] in await models.download(name, allowMetered: agrees) }
    }

    public func preferencesView(_ view: any PreferencesView, didCancelModel name: String) {
        Task { [models] in await models.cancelDownload(name) }
    }

    public func preferencesView(_ view: any PreferencesView, didRemoveModel name: String) {
        Task { [models] in await models.remove(name) }
    }

    public func preferencesView(_ view: any PreferencesView, didImportModel name: String, from path: String) {
        Task { [models] in await models.importModel(name, from: path) }
    }

    public func preferencesView(_ view: any PreferencesView, didChooseMicrophone id: String) {
        change { $0.microphone = id }
    }

    public func preferencesView(_ view: any PreferencesView, didChooseLanguage code: String) {
        change { $0.language = code }
    }

    public func preferencesView(_ view: any PreferencesView, didChooseInterfaceLanguage code: String) {
        guard code != preferences.interfaceLanguage else {
            return
        }
        change { $0.interfaceLanguage = code }
        view.showToast(tr("Restart Parlando to change the language"))
    }

    public func preferencesView(_ view: any PreferencesView, didSetStopsAfterSilence isOn: Bool) {
        guard isOn != (preferences.silenceStop > 0) else {
            return
        }
        change { $0.silenceStop = isOn ? PreferencesScreen.usualSilence : 0 }
    }

    public func preferencesView(_ view: any PreferencesView, didSetSilenceSeconds seconds: Int) {
        guard preferences.silenceStop > 0 else {
            return
        }
        // A value of 0 would mean never, which is what the switch is for.
        change { $0.silenceStop = max(1, seconds) }
    }

    public func preferencesView(_ view: any PreferencesView, didSetShowsTimestamps isOn: Bool) {
        change { $0.showsTimestamps = isOn }
    }

    public func preferencesView(_ view: any PreferencesView, didChooseDelivery id: String) {
        if let delivery = Delivery(rawValue: id) {
            change { $0.delivery = delivery }
        }
    }

    public func preferencesView(_ view: any PreferencesView, didSetUnloadMinutes minutes: Int) {
        change { $0.unloadMinutes = max(0, minutes) }
    }

    public func preferencesView(_ view: any PreferencesView, didSetMirror address: String) {
        changeMirror(to: address)
    }

    public func preferencesView(_ view: any PreferencesView, didChange rhythm: RhythmPreferenceChange) {
        change { $0.rhythm.apply(rhythm) }
    }

    public func preferencesView(_ view: any PreferencesView, didChange terminal: TerminalPreferenceChange) {
        change { $0.terminal.apply(terminal) }
    }
}

extension ModelState {
    fileprivate var isStoppedByCost: Bool {
        if case .failed(.store(let error)) = self {
            return error.kind == .metered
        }
        return false
    }
}
