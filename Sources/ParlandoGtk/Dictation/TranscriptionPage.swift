import CGtk
public import ParlandoPresenters

/// Dictation page in GTK. It shows view states and reports user actions; it makes no decisions.
@MainActor public final class TranscriptionPage {
    /// Receives the user's actions.
    public weak var delegate: (any TranscriptionViewDelegate)?
    /// Receives the user's action on the switch that leaves a dictation out of the history.
    public weak var privacyDelegate: (any PrivateDictationViewDelegate)?
    weak var window: MainWindow?

    let root = Box.column()
    /// Toast overlay around the text. Toasts over the controls would cover the buttons that are needed most.
    private let toasts = Element(adw_toast_overlay_new())
    private let banner = BannerStrip()
    private let progress = ProgressStrip()
    private let text = TranscriptText()
    private let scroller: TranscriptScroller
    private let empty = Element(adw_status_page_new(), classes: ["compact"])
    private let content = Element(gtk_stack_new())
    private let controls = Controls()
    private var actions: [KeyPath<TranscriptionViewState, Bool>: Action] = [:]
    private var shown: TranscriptionViewState?
    private var dialog: FileDialog?
    private lazy var lent = LentClipboard(of: root)

    /// Builds the page. Call after GTK has started, on activation at the earliest.
    public init() {
        scroller = TranscriptScroller(text)
        makeContent()
        adw_toast_overlay_set_child(toasts.opaque, content.widget)
        root.append(banner, progress, toasts, controls)
        text.delegate = self
        connect()
    }

    private func makeContent() {
        let clamp = Element(adw_clamp_new())
        adw_clamp_set_maximum_size(clamp.opaque, 800)
        adw_clamp_set_child(clamp.opaque, scroller.widget)
        adw_status_page_set_icon_name(empty.opaque, "parlando-speech-symbolic")
        gtk_stack_set_transition_type(content.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_add_named(content.opaque, empty.widget, "empty")
        gtk_stack_add_named(content.opaque, clamp.widget, "text")
        content.expand(vertical: true)
    }

    private func connect() {
        controls.record.onClick { [weak self] in self?.pressButton() }
        controls.pause.onClick { [weak self] in self?.pressPause() }
        controls.bar.onChip { [weak self] in self?.tell { $1.transcriptionView($0, didPress: .openPreferences) } }
        controls.bar.secret.onToggle { [weak self] isOn in
            if let self {
                privacyDelegate?.privateDictationView(self, didSet: isOn)
            }
        }
        banner.onAction { [weak self] kind in
            if kind == .saveRecording {
                self?.saveRecording()
            } else {
                self?.tell { $1.transcriptionView($0, didPress: kind) }
            }
        }
        progress.onCancel { [weak self] in self?.tell { $1.transcriptionViewDidPressCancelProgress($0) } }
    }

    /// Adds the page's actions for shortcuts and menus to the window.
    func addActions(to window: Reference) {
        actions = [
            \.canUndo: Action("undo", in: window) { [weak self] in
                self?.tell { $1.transcriptionViewDidPressUndo($0) }
            },
            \.canClear: Action("clear", in: window) { [weak self] in
                self?.tell { $1.transcriptionViewDidPressClear($0) }
            },
            \.canCopy: Action("copy", in: window) { [weak self] in
                self?.tell { $1.transcriptionViewDidPressCopy($0) }
            },
            \.canSave: Action("save", in: window) { [weak self] in self?.save() },
        ]
    }

    /// Does the same as a press of the record button.
    public func pressButton() {
        tell { $1.transcriptionViewDidPressButton($0) }
    }

    func pressPause() {
        tell { $1.transcriptionViewDidPressPause($0) }
    }

    /// Question to ask before the window closes, or nil if nothing would be lost.
    var farewell: TranscriptionViewState.Question? {
        text.tellEdits()
        return shown?.farewell
    }

    func focus() {
        controls.record.focus()
    }

    private func tell(_ news: (TranscriptionPage, any TranscriptionViewDelegate) -> Void) {
        // Report edits first: the user typed before pressing.
        text.tellEdits()
        if let delegate {
            news(self, delegate)
        }
    }

    private func saveRecording() {
        let dialog = FileDialog.saveRecording(over: root)
        self.dialog = dialog
        dialog.present { [weak self] path in
            if let path {
                self?.tell { $1.transcriptionView($0, didChooseRecordingFile: path) }
            } else {
                self?.showToast(tr("This location is not on this computer. Choose a local folder."))
            }
        }
    }

    private func save() {
        let dialog = FileDialog.saveTranscript(over: root)
        self.dialog = dialog
        dialog.present { [weak self] path in
            if let path {
                self?.tell { $1.transcriptionView($0, didChooseFile: path) }
            } else {
                self?.showToast(tr("This location is not on this computer. Choose a local folder."))
            }
        }
    }
}

extension TranscriptionPage: TranscriptionView {
    public func render(_ state: TranscriptionViewState) {
        let change = Change(old: shown, new: state)
        shown = state
        renderControls(change)
        renderText(change)
        change.on(\.banner) { banner.show($0) }
        change.on(\.progress) { progress.show($0) }
        for (part, action) in actions {
            change.on(part) { action.isEnabled = $0 }
        }
    }

    private func renderControls(_ change: Change<TranscriptionViewState>) {
        change.on(\.button) { controls.record.show($0) }
        change.on(\.buttonLabel) { controls.record.show(label: $0) }
        change.on(\.level) { controls.record.show(level: $0) }
        change.on(\.pause) { controls.show(pause: $0) }
        change.on(\.pauseLabel) { controls.pause.setTooltip($0) }
        change.on(\.elapsed) { controls.show(elapsed: $0) }
        change.on(\.status) { controls.status.show($0) }
        change.on(\.chip) { controls.bar.show(chip: $0) }
    }

    private func renderText(_ change: Change<TranscriptionViewState>) {
        change.on(\.isEditable) { text.isEditable = $0 }
        change.on(\.paragraphs) { text.show($0) }
        change.on(\.paragraphs.isEmpty) {
            gtk_stack_set_visible_child_name(content.opaque, $0 ? "empty" : "text")
        }
        change.on(\.emptyTitle) { adw_status_page_set_title(empty.opaque, $0) }
        change.on(\.emptyText) { empty.reference.setStatusDescription($0) }
    }

    public func showToast(_ text: String) {
        adw_toast_overlay_add_toast(toasts.opaque, Markup.toast(text))
    }

    public var isInFront: Bool {
        window?.isActive ?? false
    }

    public func copyToClipboard(_ text: String) {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(root.widget), text)
    }

    public func lendClipboard(to text: String) async {
        await lent.lend(to: text)
    }

    public func giveClipboardBack() {
        lent.giveBack()
    }

    public func openPreferences(_ part: PreferencesPart) {
        window?.openPreferences(part)
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        await Question.ask(question, over: root)
    }
}

extension TranscriptionPage: PrivateDictationView {
    public func render(_ state: PrivateDictationState) {
        controls.bar.secret.isVisible = state.isVisible
        controls.bar.secret.show(state.isOn)
    }
}

extension TranscriptionPage: TranscriptTextDelegate {
    func transcriptText(_ text: TranscriptText, didEdit content: String) {
        tell { $1.transcriptionView($0, didEdit: content) }
    }
}
