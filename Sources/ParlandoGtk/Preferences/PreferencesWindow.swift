import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// Preferences window in GTK. It shows the states that its presenters send and reports user actions to them; it
/// contains no application logic.
///
/// Its widgets are created when it is first opened, so that they do not slow down the start of the program.
@MainActor public final class PreferencesWindow {
    /// Receives the user's actions.
    public weak var presenter: PreferencesPresenter?
    /// Receives the user's actions in the translator preferences.
    public weak var translatorPresenter: TranslatorPreferencesPresenter?

    /// Receives the user's actions in the server preferences.
    public weak var serverPresenter: ServerPreferencesPresenter?
    var serverDialog: ServerDialog?
    /// Receives the user's actions in the history preferences.
    public weak var historyPresenter: HistoryPreferencesPresenter?
    /// Receives the user's changes of the replacement rules.
    public weak var replacementPresenter: ReplacementPresenter?
    var replacementDialog: ReplacementDialog?
    /// Receives the user's changes of the vocabulary.
    public weak var vocabularyPresenter: VocabularyPresenter?
    /// Receives the user's actions on the privacy page.
    public weak var privacyPresenter: PrivacyPresenter?
    /// Receives the user's actions in the preferences of system-wide shortcuts.
    public weak var shortcutPresenter: ShortcutPresenter?
    /// Receives the user's actions in the preferences for inserting text into other applications.
    public weak var deliveryPresenter: DeliveryPresenter?
    private(set) var shortcutState = ShortcutState()
    var vocabularyDialog: VocabularyDialog?
    var fileDialog: FileDialog?

    private(set) var frame: PreferencesFrame?
    private var content: PreferencesContent?
    private var state = PreferencesViewState()
    private var translatorState = TranslatorPreferencesState()
    private var serverState = ServerPreferencesState()
    private var historyState = HistoryPreferencesState()
    private var replacementState = ReplacementState()
    private var vocabularyState = VocabularyState()
    private var privacyState = PrivacyState()
    private var deliveryState = DeliveryState()
    private var dialog: FileDialog?
    /// The toasts that offer to undo a removal.
    private var offers: [UndoToast] = []

    /// Prepares the window without creating its widgets yet.
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
        OpeningSize(width: 780, height: 690).apply(to: frame.window, over: parent)
        gtk_window_present(frame.window.reference.cast())
        translatorPresenter?.open()
    }

    private func make(over parent: UnsafeMutablePointer<GtkWindow>) -> PreferencesFrame {
        let content = PreferencesContent()
        let frame = PreferencesFrame(content.pages())
        gtk_window_set_transient_for(frame.window.reference.cast(), parent)
        frame.onTurn { [weak self] in
            self?.tellOfPrivacy()
            self?.tellOfShortcuts()
            self?.tellOfDelivery()
        }
        frame.window.reference.connect("hide") { [weak self] in self?.offers.forEach { $0.dismiss() } }
        self.frame = frame
        self.content = content
        content.show(Change(old: nil, new: state), delegate: self)
        content.show(Change(old: nil, new: translatorState))
        content.show(Change(old: nil, new: serverState))
        content.show(Change(old: nil, new: replacementState))
        content.show(Change(old: nil, new: vocabularyState))
        content.history.show(historyState)
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
            row.onReset { [weak self] in self?.presenter?.reset(page) }
        }
        connect(rows.translator, rows.privacy)
        connect(rows.privacy)
        connect(rows.general.shortcuts)
        connect(rows.deliveries)
        connect(rows.servers)
        connect(rows.replacement)
        connect(rows.vocabulary)
        connect(rows.history)
        rows.mirror.onApply { [weak self] address in
            self?.presenter?.apply(PreferenceChange(\.mirror, address))
        }
    }

    /// Rows for inserting text into other applications, or nil if the window was never opened.
    var deliveryRows: DeliveryRows? {
        content?.deliveries
    }

    /// Rows of the translator's preferences, or nil if the window was never opened.
    var translatorRows: TranslatorRows? {
        content?.translator
    }

    /// The window, or nil if it was never opened.
    var front: Element? {
        frame?.window
    }
}

extension PreferencesWindow: PreferencesView {
    public func render(_ state: PreferencesViewState) {
        let old = self.state
        self.state = state
        content?.show(Change(old: old, new: state), delegate: self)
    }

    public func render(_ state: TranslatorPreferencesState) {
        let old = translatorState
        translatorState = state
        content?.show(Change(old: old, new: state))
    }

    public func render(_ state: ReplacementState) {
        let old = replacementState
        replacementState = state
        // If a change could not be stored, the same state is sent again. All widgets are then updated, to undo what the
        // user has changed in them.
        content?.show(Change(old: old == state ? nil : old, new: state))
    }

    public func render(_ state: VocabularyState) {
        let old = vocabularyState
        vocabularyState = state
        content?.show(Change(old: old, new: state))
    }

    public func render(_ state: ServerPreferencesState) {
        let old = serverState
        serverState = state
        content?.show(Change(old: old, new: state))
    }

    public func render(_ state: HistoryPreferencesState) {
        historyState = state
        content?.history.show(state)
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
        guard let frame else {
            return
        }
        let toast = Markup.toast(text)
        adw_toast_set_button_label(toast, tr("Undo"))
        Reference(toast).connect("button-clicked") { [weak self] in self?.presenter?.undoReset(of: page) }
        frame.add(toast)
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

extension PreferencesWindow: ModelRowDelegate {
    func modelRow(_ row: ModelRow, didPress button: ModelRow.Press) {
        let name = row.name
        switch button {
        case .choose: presenter?.chooseModel(name)
        case .download: presenter?.downloadModel(name)
        case .cancel: presenter?.cancelModel(name)
        case .remove: presenter?.removeModel(name)
        case .importFile: importModel(name, over: row)
        }
    }

    private func importModel(_ name: String, over row: ModelRow) {
        let formats = [FileDialog.Format(title: tr("whisper.cpp models (*.bin)"), ending: "bin")]
        let dialog = FileDialog.open(tr("Choose a Model"), accept: tr("_Open"), formats: formats, over: row)
        self.dialog = dialog
        dialog.present { [weak self] path in
            if let path {
                self?.presenter?.importModel(name, from: path)
            } else {
                self?.showToast(tr("This location is not on this computer. Choose a local folder."))
            }
        }
    }
}
