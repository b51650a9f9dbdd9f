import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// Preferences window. Its widgets are made when it is first opened, which keeps the start of the program fast.
@MainActor public final class PreferencesWindow {
    public weak var presenter: PreferencesPresenter?
    public weak var translatorPresenter: TranslatorPreferencesPresenter?
    public weak var serverPresenter: ServerPreferencesPresenter?
    var serverDialog: ServerDialog?
    public weak var wordBookPresenter: WordBookPresenter?
    var wordDialog: WordDialog?
    public weak var privacyPresenter: PrivacyPresenter?
    public weak var shortcutPresenter: ShortcutPresenter?
    public weak var deliveryPresenter: DeliveryPresenter?
    private var shortcutState = ShortcutState()

    private var frame: PreferencesFrame?
    private var content: PreferencesContent?
    private var state = PreferencesViewState()
    private var translatorState = TranslatorPreferencesState()
    private var serverState = ServerPreferencesState()
    private var wordBookState = WordBookState()
    private var privacyState = PrivacyState()
    private var deliveryState = DeliveryState()
    private var offers: [UndoToast] = []

    public init() {}

    func present(over parent: UnsafeMutablePointer<GtkWindow>, part: PreferencesPart) {
        let frame = frame ?? make(over: parent)
        if let start = content?.start(of: part) {
            frame.open(start.page)
            if part == .general {
                frame.showList()
            } else {
                frame.reveal(start.row)
            }
        }
        frame.window.present(width: 780, height: 690)
        translatorPresenter?.open()
    }

    private func make(over parent: UnsafeMutablePointer<GtkWindow>) -> PreferencesFrame {
        let content = PreferencesContent()
        let frame = PreferencesFrame(content.pages(), over: parent)
        frame.onTurn = { [weak self] in self?.refreshFront() }
        frame.window.reference.connect("hide") { [weak self] in self?.offers.forEach { $0.dismiss() } }
        self.frame = frame
        self.content = content
        content.show(Change(old: nil, new: state))
        content.show(Change(old: nil, new: translatorState))
        content.show(Change(old: nil, new: serverState))
        content.wordBook.show(Change(old: nil, new: wordBookState))
        content.general.shortcuts.show(shortcutState)
        content.deliveries.show(deliveryState)
        content.privacy.show(privacyState, content.history)
        connect(content)
        return frame
    }

    private func connect(_ rows: PreferencesContent) {
        for row in rows.rows {
            row.onChange { [weak self] change in self?.presenter?.apply(change) }
        }
        for (page, row) in rows.resets {
            row.button.onClick { [weak self] in self?.presenter?.reset(page) }
        }
        connect(rows.translator, rows.privacy)
        rows.privacy.keepsResults.onChange { [weak self] change in self?.privacyPresenter?.apply(change) }
        rows.general.shortcuts.choose.onClick { [weak self] in self?.shortcutPresenter?.chooseKeys() }
        rows.general.shortcuts.copy.onClick { [weak self] in self?.copyCommand() }
        rows.general.shortcuts.choices.onAdd = { [weak self] in self?.shortcutPresenter?.add(language: $0, model: $1) }
        rows.general.shortcuts.choices.onRemove = { [weak self] id in self?.shortcutPresenter?.remove(id) }
        rows.deliveries.test.onClick { [weak self] in self?.deliveryPresenter?.tryOut() }
        rows.deliveries.field.reference.connect("changed") { [weak self] in
            self?.deliveryPresenter?.trialTextChanged()
        }
        connect(rows.servers)
        connect(rows.wordBook)
        rows.history.connect { [weak self] change in self?.presenter?.apply(change) }
        rows.models.onPressModel = { [weak self] press, model in self?.obey(press, of: model) }
        rows.mirror.onApply { [weak self] address in
            self?.presenter?.apply(PreferenceChange(\.mirror, address))
        }
    }

    private func obey(_ press: ModelPress, of model: String) {
        guard press == .importFile else {
            presenter?.press(press, of: model)
            return
        }
        withFile {
            FileDialog.openModel(over: $0)
        } body: { [weak self] path in
            self?.presenter?.importModel(model, from: path)
        }
    }

    /// `body` gets the path that the user chooses, if any.
    func withFile(_ dialog: (Element) -> FileDialog, body: @escaping @MainActor (String) -> Void) {
        front.map(dialog)?.choose({ self.showToast($0) }, then: body)
    }

    /// What the page in front shows may have changed outside the program.
    private func refreshFront() {
        guard let frame, frame.isActive else {
            return
        }
        switch frame.front {
        case .privacy: privacyPresenter?.refresh()
        case .general: shortcutPresenter?.refresh()
        case .dictation: deliveryPresenter?.refresh()
        default: break
        }
    }

    private func copyCommand() {
        if let front, case .command(let command) = shortcutState.offer {
            front.putOnClipboard(command)
            showToast(tr("Copied"))
        }
    }

    /// Nil if the window was never opened.
    var front: Element? {
        frame?.window
    }
}

extension PreferencesWindow: PreferencesView {
    public func render(_ state: PreferencesViewState) {
        let old = self.state
        self.state = state
        // After a cancelled question the same state comes again, and all rows show the old values.
        content?.show(Change(old: old == state ? nil : old, new: state))
    }

    public func render(_ state: TranslatorPreferencesState) {
        let old = translatorState
        translatorState = state
        content?.show(Change(old: old, new: state))
    }

    public func render(_ state: WordBookState) {
        let old = wordBookState
        wordBookState = state
        // If a change could not be stored, the same state comes again, and all widgets show the old values.
        content?.wordBook.show(Change(old: old == state ? nil : old, new: state))
    }

    public func render(_ state: ServerPreferencesState) {
        let old = serverState
        serverState = state
        content?.show(Change(old: old, new: state))
    }

    public func render(_ state: ShortcutState) {
        shortcutState = state
        content?.general.shortcuts.show(state)
    }

    public func render(_ state: DeliveryState) {
        deliveryState = state
        content?.deliveries.show(state)
    }

    public func render(_ state: PrivacyState) {
        privacyState = state
        content.map { $0.privacy.show(state, $0.history) }
    }

    public func showToast(_ text: String) {
        frame?.add(Markup.toast(text))
    }

    public func showToast(_ text: String, undoing page: PreferencesPage) {
        offer(text) { [weak self] in
            self?.presenter?.undoReset(of: page)
        } end: {
        }
    }

    public func offerUndo(_ text: String, ofRemoving model: String) {
        offer(text) { [weak self] in
            self?.presenter?.restoreModel(model)
        } end: { [weak self] in
            self?.presenter?.forgetRemovedModel(model)
        }
    }

    func offer(_ text: String, undo: @escaping @MainActor () -> Void, end: @escaping @MainActor () -> Void) {
        let toast = UndoToast(text, undo: undo, end: end)
        offers = offers.filter(\.isOpen) + [toast]
        frame?.add(toast.reference.opaque)
    }
}

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
        translator.naturalVoices.onPressModel = { [weak self] press, voice in
            self?.translatorPresenter?.press(press, of: voice)
        }
        translator.importVoice.onClick { [weak self] in self?.importVoice() }
        privacy.consents.onWithdraw = { [weak self] service in self?.translatorPresenter?.withdraw(service) }
        for (owner, row) in [(TranslatorKeyOwner.translation, translator.key), (.voice, translator.voiceKey)] {
            row.onEnter { [weak self] key in self?.translatorPresenter?.enterKey(Private(key), of: owner) }
            row.onRemove { [weak self] in self?.translatorPresenter?.removeKey(of: owner) }
        }
        privacy.removeAll.onClick { [weak self] in self?.translatorPresenter?.removeAll() }
    }

    private func importVoice() {
        let format = FileDialog.Format(title: tr("Piper voices (*.onnx)"), ending: "onnx")
        withFile {
            FileDialog.open(tr("Choose a Voice"), formats: [format], over: $0)
        } body: { [weak self] path in
            self?.translatorPresenter?.importVoice(from: path)
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
        let row = owner == .translation ? content?.translator.key : content?.translator.voiceKey
        row?.end(isSaved: isSaved)
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        guard let front else {
            return false
        }
        return await Question.ask(question, over: front)
    }
}

extension PreferencesWindow: DeliveryView {
    /// Empties the field to try it, and focuses it.
    public func prepareTrialField() {
        content?.deliveries.field.typed = ""
        content?.deliveries.field.grabFocus()
    }

    public var trialText: String {
        content?.deliveries.field.typed ?? ""
    }

    public func copyToClipboard(_ text: String) {
        front?.putOnClipboard(text)
    }
}

extension PreferencesWindow: PrivacyView {}

extension PreferencesWindow: ShortcutView {}
