import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// Preferences window in GTK. It shows view states and reports user actions; it makes no decisions.
///
/// Its widgets are created when it is first opened, so that they do not slow down the start of the program.
@MainActor public final class PreferencesWindow {
    /// Receives the user's actions.
    public weak var delegate: (any PreferencesViewDelegate)?
    /// Receives the user's actions in the translator preferences.
    public weak var translatorDelegate: (any TranslatorPreferencesViewDelegate)?

    /// Receives the user's actions in the server preferences.
    public weak var serverDelegate: (any ServerPreferencesViewDelegate)?
    var serverDialog: ServerDialog?
    /// Receives the user's actions in the history preferences.
    public weak var historyDelegate: (any HistoryPreferencesViewDelegate)?
    /// Receives the user's actions in the replacement rules.
    public weak var replacementDelegate: (any ReplacementViewDelegate)?
    var replacementDialog: ReplacementDialog?
    /// Receives the user's actions in the vocabulary.
    public weak var vocabularyDelegate: (any VocabularyViewDelegate)?
    var vocabularyDialog: VocabularyDialog?
    var fileDialog: FileDialog?

    private var window: Element?
    private var content: PreferencesContent?
    private var state = PreferencesViewState()
    private var translatorState = TranslatorPreferencesState()
    private var serverState = ServerPreferencesState()
    private var historyState = HistoryPreferencesState()
    private var replacementState = ReplacementState()
    private var vocabularyState = VocabularyState()
    private var dialog: FileDialog?

    /// Does not create any widgets yet.
    public init() {}

    func present(over parent: UnsafeMutablePointer<GtkWindow>, part: PreferencesPart) {
        let window = window ?? make(over: parent)
        if let start = content?.start(of: part) {
            let page = gtk_widget_get_ancestor(start.widget, adw_preferences_page_get_type())
            adw_preferences_window_set_visible_page(window.reference.cast(), Reference(page).cast())
            reveal(start)
        }
        OpeningSize(width: 600, height: 690).apply(to: window, over: parent)
        gtk_window_present(window.reference.cast())
        translatorDelegate?.translatorPreferencesViewDidOpen(self)
        historyDelegate?.historyPreferencesViewDidOpen(self)
    }

    /// Gives a row the keyboard focus once it has been laid out, so that its page scrolls to it.
    private func reveal(_ row: any Widget) {
        row.onTick { _ in
            guard gtk_widget_get_height(row.widget) > 0 else {
                return true
            }
            row.grabFocus()
            return false
        }
    }

    private func make(over parent: UnsafeMutablePointer<GtkWindow>) -> Element {
        let window = Element(adw_preferences_window_new())
        gtk_window_set_transient_for(window.reference.cast(), parent)
        gtk_window_set_hide_on_close(window.reference.cast(), 1)
        let content = PreferencesContent()
        for page in content.pages() {
            adw_preferences_window_add(window.reference.cast(), page.reference.cast())
        }
        self.window = window
        self.content = content
        content.show(Change(old: nil, new: state), delegate: self)
        content.show(Change(old: nil, new: translatorState))
        content.show(Change(old: nil, new: serverState))
        content.show(Change(old: nil, new: replacementState))
        content.show(Change(old: nil, new: vocabularyState))
        content.history.show(historyState)
        connect(content)
        return window
    }

    private func connect(_ rows: PreferencesContent) {
        for row in rows.rows {
            row.onChange { [weak self] change in self?.tell { $1.preferencesView($0, didChange: change) } }
        }
        for (page, row) in rows.resets {
            row.onReset { [weak self] in self?.tell { $1.preferencesView($0, didReset: page) } }
        }
        connect(rows.translator, rows.privacy)
        connect(rows.servers)
        connect(rows.replacement)
        connect(rows.vocabulary)
        connect(rows.history)
        rows.mirror.onApply { [weak self] address in
            self?.tell { $1.preferencesView($0, didChange: PreferenceChange(\.mirror, address)) }
        }
    }

    /// The window, or nil if it was never opened.
    var front: Element? {
        window
    }

    private func tell(_ news: (PreferencesWindow, any PreferencesViewDelegate) -> Void) {
        if let delegate {
            news(self, delegate)
        }
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
        // The same state comes again when a change could not be kept, to take back what the user sees.
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

    public func showToast(_ text: String) {
        if let window {
            adw_preferences_window_add_toast(window.reference.cast(), Markup.toast(text))
        }
    }

    public func showToast(_ text: String, undoing page: PreferencesPage) {
        guard let window else {
            return
        }
        let toast = Markup.toast(text)
        adw_toast_set_button_label(toast, tr("Undo"))
        Reference(toast).connect("button-clicked") { [weak self] in
            self?.tell { $1.preferencesView($0, didUndoResetOf: page) }
        }
        adw_preferences_window_add_toast(window.reference.cast(), toast)
    }
}

extension PreferencesWindow: ModelRowDelegate {
    func modelRow(_ row: ModelRow, didPress button: ModelRow.Press) {
        let name = row.name
        switch button {
        case .choose: tell { $1.preferencesView($0, didChooseModel: name) }
        case .download: tell { $1.preferencesView($0, didDownloadModel: name) }
        case .cancel: tell { $1.preferencesView($0, didCancelModel: name) }
        case .remove: tell { $1.preferencesView($0, didRemoveModel: name) }
        case .importFile: importModel(name, over: row)
        }
    }

    private func importModel(_ name: String, over row: ModelRow) {
        let formats = [FileDialog.Format(title: tr("whisper.cpp models (*.bin)"), ending: "bin")]
        let dialog = FileDialog.open(tr("Choose a Model"), accept: tr("_Open"), formats: formats, over: row)
        self.dialog = dialog
        dialog.present { [weak self] path in
            if let path {
                self?.tell { $1.preferencesView($0, didImportModel: name, from: path) }
            } else {
                self?.showToast(tr("This location is not on this computer. Choose a local folder."))
            }
        }
    }
}
