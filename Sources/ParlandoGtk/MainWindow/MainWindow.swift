import CGtk
import CGtkShim
import ParlandoCore
public import ParlandoPresenters

/// Main window: a header bar with a page switcher, and the pages below it.
@MainActor public final class MainWindow {
    /// Minimum width at which everything fits, in application pixels.
    static let minimumWidth: Int32 = 360

    private let reference: Reference
    private let preferences: PreferencesWindow
    private let transcription: TranscriptionPage
    private let rhythm: RhythmPage?
    private let translator: TranslatorPage?
    private let terminal: TerminalPage?
    private let history: HistoryWindow?
    private let application: Application
    private let stack = Element(adw_view_stack_new())
    private let memory: WindowMemory?
    private let guardian: CloseGuard
    private let microphone: MicrophoneMark
    /// The page that uses the microphone, or nil if the microphone is closed.
    private var listener: MicrophoneUser?

    /// Creates the window; `present` shows it. Pages that are nil are left out.
    public init(
        _ application: Application, transcription: TranscriptionPage, rhythm: RhythmPage?,
        translator: TranslatorPage? = nil, terminal: TerminalPage? = nil, history: HistoryWindow? = nil,
        preferences: PreferencesWindow
    ) {
        reference = Reference(adw_application_window_new(application.reference.cast()))
        self.transcription = transcription
        self.rhythm = rhythm
        self.translator = translator
        self.terminal = terminal
        self.history = history
        self.application = application
        self.preferences = preferences
        memory = WindowMemory(schema: application.id)
        guardian = CloseGuard(
            reference,
            [{ [weak transcription] in transcription?.farewell }, { [weak terminal] in terminal?.farewell }])
        guardian.follow()
        microphone = MicrophoneMark(of: reference, application)
        transcription.window = self
        transcription.addActions(to: reference)
        rhythm?.window = self
        rhythm?.listenToKeys(of: Element(reference))
        translator?.window = self
        translator?.addActions(to: reference)
        _ = Action("toggle", in: reference) { [weak self] in self?.pressToggle() }
        terminal?.window = self
        terminal?.addActions(to: reference, application)
        _ = Action("pause", in: reference) { [weak self] in self?.pressPause() }
        _ = Action("history", in: reference) { [weak self] in self?.openHistory() }
        setUp(application)
        addPages()
        showKeysOfPage()
        let content = makeContent()
        adw_application_window_set_content(reference.cast(), content.widget)
    }

    private func setUp(_ application: Application) {
        gtk_window_set_title(reference.cast(), Application.name)
        gtk_window_set_icon_name(reference.cast(), application.id)
        gtk_window_set_default_size(reference.cast(), 680, 720)
        gtk_widget_set_size_request(reference.cast(), Self.minimumWidth, 420)
        memory?.follow(reference)
        application.setKeys(["<Control>r"], for: "win.toggle")
        application.setKeys(["<Control>p"], for: "win.pause")
        application.setKeys(["<Control>h"], for: "win.history")
        application.setKeys(["<Control>s"], for: "win.save")
        application.setKeys(["<Control><Shift>c"], for: "win.copy")
    }

    /// Adds the pages. The number in a page's shortcut is its position in this list, even if pages before it are
    /// missing.
    private func addPages() {
        let pages: [(root: (any Widget)?, name: String, title: String, icon: String)] = [
            (transcription.root, "dictation", tr("Dictation"), "audio-input-microphone-symbolic"),
            (rhythm?.root, "rhythm", tr("Rhythm"), "parlando-rhythm-symbolic"),
            (translator?.root, "translator", tr("Translator"), "preferences-desktop-locale-symbolic"),
            (terminal?.root, "terminal", tr("Terminal"), "utilities-terminal-symbolic"),
        ]
        for (index, page) in pages.enumerated() {
            guard let root = page.root else {
                continue
            }
            let added = adw_view_stack_add_titled(stack.opaque, root.widget, page.name, page.title)
            adw_view_stack_page_set_icon_name(added, page.icon)
            _ = Action("show-" + page.name, in: reference) { [weak self] in self?.turn(to: page.name) }
            // These keys work in the terminal too: people who use several terminal tabs expect them to switch pages.
            application.setKeys(["<Alt>\(index + 1)", "<Alt>KP_\(index + 1)"], for: "win.show-" + page.name)
        }
        stack.expand(vertical: true)
    }

    /// Makes the shortcuts window open at the section of the visible page; sections have the same names as pages.
    private func showKeysOfPage() {
        if let keys = gtk_application_window_get_help_overlay(reference.cast()) {
            parlando_bind(
                stack.reference.pointer, "visible-child-name", Reference(keys).pointer, "section-name")
        }
    }

    func turn(to page: String) {
        adw_view_stack_set_visible_child_name(stack.opaque, page)
    }

    /// Starts or stops dictation on the terminal page if it is visible, else on the dictation page.
    public func toggleDictation() {
        if let terminal, terminal.isInFront {
            terminal.pressVoice()
        } else {
            transcription.pressButton()
        }
    }

    func terminal(hasFocus: Bool) {
        application.leaveKeys(toTerminal: hasFocus)
        terminal?.setKeys(of: application, hasFocus: hasFocus)
    }

    /// Presses the record button of the translator page if it is visible, else toggles dictation.
    private func pressToggle() {
        if let translator, translator.isInFront {
            translator.pressButton()
        } else {
            application.toggle()
        }
    }

    /// Presses the pause button of the rhythm page if it is visible, else that of the dictation page.
    private func pressPause() {
        if let rhythm, rhythm.isInFront {
            rhythm.pressPause()
        } else {
            transcription.pressPause()
        }
    }

    private func makeContent() -> Box {
        let header = Element(adw_header_bar_new(), classes: ["flat"])
        let title = Element(adw_view_switcher_title_new())
        adw_view_switcher_title_set_stack(title.opaque, stack.opaque)
        adw_view_switcher_title_set_title(title.opaque, Application.name)
        adw_header_bar_set_title_widget(header.opaque, title.widget)
        microphone.button.onClick { [weak self] in self?.showListener() }
        adw_header_bar_pack_start(header.opaque, microphone.button.widget)
        let menu = PrimaryMenu.button()
        adw_header_bar_pack_end(header.opaque, menu.widget)
        let bar = Element(adw_view_switcher_bar_new())
        adw_view_switcher_bar_set_stack(bar.opaque, stack.opaque)
        parlando_bind(title.reference.pointer, "title-visible", bar.reference.pointer, "reveal")
        let content = Box.column()
        content.append(header, stack, bar)
        return content
    }

    /// Sets the keys that activate an action from now on, in GTK's notation.
    func setKeys(_ keys: [String], for action: String) {
        application.setKeys(keys, for: action)
    }

    /// Makes another window transient for this one, so that it stays in front.
    func adopt(_ window: Element) {
        gtk_window_set_transient_for(window.reference.cast(), reference.cast())
    }

    /// Shows the window in front of other windows.
    public func present() {
        gtk_window_present(reference.cast())
        microphone.follow()
        transcription.focus()
    }

    /// Whether the window has the keyboard focus.
    var isActive: Bool {
        gtk_window_is_active(reference.cast()) != 0
    }

    /// Opens the history window.
    func openHistory() {
        history?.present(over: self)
    }

    /// Opens the preferences window at the given part.
    public func openPreferences(_ part: PreferencesPart) {
        preferences.present(over: reference.cast(), part: part)
    }

    /// Opens the about window.
    public func openAbout(_ application: Application) {
        AboutWindow.present(over: reference.cast(), application)
    }
}

extension MainWindow: MicrophoneView {
    public func render(_ state: MicrophoneViewState) {
        listener = state.user
        microphone.render(state)
    }

    private func showListener() {
        switch listener {
        case .dictation: turn(to: "dictation")
        case .rhythm: turn(to: "rhythm")
        case .translator: turn(to: "translator")
        case .terminal: turn(to: "terminal")
        case nil: break
        }
    }
}
