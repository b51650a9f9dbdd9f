import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// Terminal page in GTK. It contains the terminals, shows the states that its presenter sends and passes user actions
/// to it; it contains no application logic.
@MainActor public final class TerminalPage {
    /// Receives the user's actions.
    public weak var presenter: TerminalPresenter?
    public weak var window: MainWindow?

    public let root = Box.column()
    var shown: TerminalViewState?
    let strip = TabStrip()
    let head = TerminalHead()
    let find = FindBar()
    let panes: TerminalPanes
    let list = ConnectionList()
    let content = Element(gtk_stack_new())
    let foot = TerminalFoot()
    let toasts = Element(adw_toast_overlay_new())
    let banner = BannerStrip()
    let progress = ProgressStrip()
    public private(set) lazy var commands = makeCommands()
    /// The latest dialog for the details of a connection, retained while it is open.
    var dialog: ConnectionDialog?
    /// Whether the keyboard focus returns to the dictated text, and not to the terminal, when the search bar is closed.
    var returnsToPreview = false
    private var fileDialog: FileDialog?

    /// Builds the page's widgets. Call after GTK has started, on the application's activation at the earliest.
    ///
    /// - Parameter environment: environment with which this program was started, without the variables that it has set
    ///   itself. Programs in the terminal get an environment derived from it.
    public init(environment: [String: String]) {
        panes = TerminalPanes(environment: TerminalEnvironment.variables(from: environment))
        let column = Box.column()
        column.append(head, find, panes)
        gtk_stack_add_named(content.opaque, list.widget, "list")
        gtk_stack_add_named(content.opaque, column.widget, "terminal")
        gtk_stack_set_vhomogeneous(content.opaque, 0)
        content.expand(vertical: true)
        let tabs = Box.column()
        tabs.append(strip, content)
        adw_toast_overlay_set_child(toasts.opaque, tabs.widget)
        root.append(banner, progress, toasts, foot)
        list.page = self
        foot.previews.tell(self)
        connect()
    }

    private func connect() {
        foot.voice.onClick { [weak self] in self?.press() }
        foot.send.onClick { [weak self] in self?.pressSend() }
        foot.discard.onClick { [weak self] in self?.presenterAfterEdits()?.discard() }
        head.back.onClick { [weak self] in self?.presenterAfterEdits()?.goBack() }
        head.find.onClick { [weak self] in self?.presenterAfterEdits()?.openFind() }
        head.newTab.onClick { [weak self] in self?.presenterAfterEdits()?.openTab() }
        strip.onCommand { [weak self] tab, isClose in
            let presenter = self?.presenterAfterEdits()
            if isClose {
                presenter?.closeTab(tab)
            } else {
                presenter?.selectTab(tab)
            }
        }
        find.connect(to: self)
        banner.onAction { [weak self] kind in
            if kind == .saveRecording {
                self?.saveRecording()
            } else {
                self?.presenterAfterEdits()?.press(kind)
            }
        }
        progress.onCancel { [weak self] in self?.presenterAfterEdits()?.cancelProgress() }
        root.reference.connect("map") { [weak self] in self?.focus() }
    }

    private func saveRecording() {
        let dialog = FileDialog.saveRecording(over: root)
        fileDialog = dialog
        dialog.present { [weak self] path in
            if let path {
                self?.presenterAfterEdits()?.saveRecording(to: path)
            } else {
                self?.showToast(tr("This location is not on this computer. Choose a local folder."))
            }
        }
    }

    func focusPreview() {
        foot.preview.text.grabFocus()
    }

    func pressSend() {
        presenterAfterEdits()?.send()
    }

    /// Reports edits, because the user typed before pressing, and returns the presenter.
    func presenterAfterEdits() -> TerminalPresenter? {
        foot.preview.text.tellEdits()
        return presenter
    }
}

extension TerminalPage: DictatingPage {
    public var isDictating: Bool { shown?.voice != .start }

    public func perform(_ command: DictationCommand) {
        presenterAfterEdits()?.receive(command)
    }
}

extension TerminalPage: Page {
    public var name: String { "terminal" }
    public var title: String { tr("Terminal") }
    public var icon: String { "utilities-terminal-symbolic" }
    public var listener: MicrophoneUser? { .terminal }
    public var dictating: (any DictatingPage)? { self }

    public func press() {
        presenterAfterEdits()?.pressVoice()
    }

    public var farewell: DictationViewState.Question? {
        presenterAfterEdits()?.farewell
    }

    public var isAtRisk: Bool {
        shown?.hasText ?? false
    }

    public func focus() {
        if shown?.isOpen == true {
            focusTerminal()
        }
    }
}
