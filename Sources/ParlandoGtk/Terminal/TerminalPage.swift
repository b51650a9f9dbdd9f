import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// Terminal page in GTK. It shows view states, contains the terminal and reports user actions; it makes no decisions.
@MainActor public final class TerminalPage {
    /// Receives the user's actions.
    public weak var delegate: (any TerminalViewDelegate)?
    public weak var window: MainWindow?

    public let root = Box.column()
    let screen: TerminalScreenView
    private(set) var shown: TerminalViewState?
    private let toasts = Element(adw_toast_overlay_new())
    private let banner = BannerStrip()
    private let progress = ProgressStrip()
    private let head = TerminalHead()
    private let list = ConnectionList()
    private let content = Element(gtk_stack_new())
    let foot = TerminalFoot()
    public private(set) lazy var commands = makeCommands()
    private var dialog: ConnectionDialog?
    private var fileDialog: FileDialog?

    /// Builds the page. Call after GTK has started, on activation at the earliest.
    ///
    /// - Parameter environment: environment for programs in the terminal: the one this program was started with,
    ///   without the variables it has set itself.
    public init(environment: [String: String]) {
        screen = TerminalScreenView(environment: TerminalEnvironment.variables(from: environment))
        let column = Box.column()
        column.append(head, screen)
        gtk_stack_add_named(content.opaque, list.widget, "list")
        gtk_stack_add_named(content.opaque, column.widget, "terminal")
        gtk_stack_set_vhomogeneous(content.opaque, 0)
        content.expand(vertical: true)
        adw_toast_overlay_set_child(toasts.opaque, content.widget)
        root.append(banner, progress, toasts, foot)
        list.delegate = self
        foot.preview.text.delegate = self
        connect()
    }

    private func connect() {
        foot.voice.onClick { [weak self] in self?.press() }
        foot.send.onClick { [weak self] in self?.tell { $1.terminalViewDidPressSend($0) } }
        foot.discard.onClick { [weak self] in self?.tell { $1.terminalViewDidPressDiscard($0) } }
        head.close.onClick { [weak self] in self?.pressClose() }
        banner.onAction { [weak self] kind in
            if kind == .saveRecording {
                self?.saveRecording()
            } else {
                self?.tell { $1.terminalView($0, didPress: kind) }
            }
        }
        progress.onCancel { [weak self] in self?.tell { $1.terminalViewDidPressCancelProgress($0) } }
        root.reference.connect("map") { [weak self] in self?.focus() }
    }

    private func pressClose() {
        guard let question = farewell else {
            return tell { $1.terminalViewDidClose($0) }
        }
        let root = UnsafeMutableRawPointer(gtk_widget_get_root(root.widget))
        Question.ask(
            question.title, question.text, goOn: question.goOn, over: root?.assumingMemoryBound(to: GtkWindow.self)
        ) { [weak self] answer in
            if answer == .goOn {
                self?.tell { $1.terminalViewDidClose($0) }
            }
        }
    }

    private func saveRecording() {
        let dialog = FileDialog.saveRecording(over: root)
        fileDialog = dialog
        dialog.present { [weak self] path in
            if let path {
                self?.tell { $1.terminalView($0, didChooseRecordingFile: path) }
            } else {
                self?.showToast(tr("This location is not on this computer. Choose a local folder."))
            }
        }
    }

    func focusPreview() {
        foot.preview.text.grabFocus()
    }

    func pressSend() {
        tell { $1.terminalViewDidPressSend($0) }
    }

    func tell(_ news: (TerminalPage, any TerminalViewDelegate) -> Void) {
        // Report edits first: the user typed before pressing.
        foot.preview.text.tellEdits()
        if let delegate {
            news(self, delegate)
        }
    }
}

extension TerminalPage: DictatingPage {
    public var isDictating: Bool { shown?.voice != .start }

    public func perform(_ command: DictationCommand) {
        tell { $1.terminalView($0, didReceive: command) }
    }
}

extension TerminalPage: Page {
    public var name: String { "terminal" }
    public var title: String { tr("Terminal") }
    public var icon: String { "utilities-terminal-symbolic" }
    public var listener: MicrophoneUser? { .terminal }
    public var dictating: (any DictatingPage)? { self }

    public func press() {
        tell { $1.terminalViewDidPressVoice($0) }
    }

    public var farewell: DictationViewState.Question? {
        foot.preview.text.tellEdits()
        return delegate?.terminalView(self, farewellFor: screen.terminal?.isBusy ?? false)
    }

    public func focus() {
        if shown?.isOpen == true {
            focusTerminal()
        }
    }
}

extension TerminalPage: TerminalView {
    public func render(_ state: TerminalViewState) {
        let change = Change(old: shown, new: state)
        shown = state
        change.on(\.connections) { list.show($0) }
        change.on(\.isOpen) { gtk_stack_set_visible_child_name(content.opaque, $0 ? "terminal" : "list") }
        change.on(\.title) { head.show(title: $0) }
        change.on(\.connection) { head.show(connection: $0) }
        change.on(\.looks) { screen.show($0) }
        change.on(\.banner) { banner.show($0) }
        change.on(\.progress) { progress.show($0) }
        change.on(\.isPreviewEditable) { foot.preview.text.isEditable = $0 }
        change.on(\.preview) { foot.preview.show($0) }
        change.on(\.previewHint) { foot.preview.show(hint: $0) }
        change.on(\.canSend) { foot.send.isSensitive = $0 }
        change.on(\.canDiscard) { foot.discard.isSensitive = $0 }
        change.on(\.voice) { foot.voice.show($0) }
        change.on(\.voiceLabel) { foot.voice.setTooltip($0) }
        change.on(\.isVoiceEnabled) { foot.voice.isSensitive = $0 }
        change.on(\.isRecording) { foot.voice.show(isRecording: $0) }
        change.on(\.status) { foot.status.show($0) }
    }

    public var input: TerminalInput {
        screen.terminal?.input ?? TerminalInput()
    }

    public func run(_ command: [String]) {
        screen.run(command, for: self)
        focusTerminal()
    }

    public func end() {
        screen.end()
    }

    public func paste(_ text: String) {
        screen.terminal?.paste(text)
    }

    public func focusTerminal() {
        screen.terminal?.grabFocus()
    }

    public func edit(_ form: ConnectionForm) {
        let dialog = ConnectionDialog(form, over: root)
        self.dialog = dialog
        dialog.present { [weak self] form in self?.tell { $1.terminalView($0, didSave: form) } }
    }

    public func showToast(_ text: String) {
        adw_toast_overlay_add_toast(toasts.opaque, Markup.toast(text))
    }

    public func openPreferences(_ part: PreferencesPart) {
        window?.openPreferences(part)
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        await Question.ask(question, over: root)
    }
}
