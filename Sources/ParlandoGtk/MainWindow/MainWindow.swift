import CGtk
import CGtkShim
public import ParlandoCore
public import ParlandoPresenters

/// Main window: a header bar with a page switcher, and the pages below it.
@MainActor public final class MainWindow {
    /// Least width for everything, in application pixels.
    static let minimumWidth: Int32 = 360

    let reference: Reference
    private let preferences: PreferencesWindow
    private let history: HistoryWindow?
    let files: FilesWindow?
    private let captions: CaptionsWindow?
    private let pages: [any Page]
    private let keys: PageKeys
    private let application: Application
    private let stack = Element(adw_view_stack_new())
    private let title = Element(adw_view_switcher_title_new())
    private let bar = Element(adw_view_switcher_bar_new())
    private let memory: WindowMemory?
    private let guardian: CloseGuard
    let microphone: MicrophoneMark
    private let captionsMark = Button(icon: "media-view-subtitles-symbolic", tooltip: "", classes: ["microphone-mark"])
    let filesMark: FilesMark
    /// Over all of the page.
    let toasts = Toasts()
    private let drop: FileDrop
    private var listening = MicrophoneViewState()
    private var isInTerminal = false

    /// `present` shows the window.
    ///
    /// - Parameter pages: at least one. The place in the list is the number in the page's shortcut.
    public init(
        _ application: Application, pages: [any Page], history: HistoryWindow? = nil, files: FilesWindow? = nil,
        captions: CaptionsWindow? = nil, preferences: PreferencesWindow
    ) {
        reference = Reference(adw_application_window_new(application.reference.cast()))
        self.pages = pages
        self.history = history
        self.files = files
        self.captions = captions
        self.application = application
        self.preferences = preferences
        keys = PageKeys(application, pages)
        memory = WindowMemory(schema: application.id)
        // Captions first: once they have ended, their text is on the page.
        let parts: [(any Leaving)?] = [captions] + pages + [files]
        guardian = CloseGuard(reference, parts.compactMap { $0 })
        guardian.follow()
        microphone = MicrophoneMark(of: reference, application)
        filesMark = FilesMark(application)
        drop = FileDrop(toasts)
        setUp()
        addActions()
        addPages()
        let content = makeContent()
        toasts.setChild(content)
        drop.onFiles { [weak self] list in self?.files?.receive(list) }
        adw_application_window_set_content(reference.cast(), drop.widget)
        files?.follow(self)
        captions?.follow(self)
        followFront()
        stack.reference.connect("notify::visible-child") { [weak self] in self?.didTurn() }
        applyKeys()
    }

    private func setUp() {
        gtk_window_set_title(reference.cast(), Application.name)
        gtk_window_set_icon_name(reference.cast(), application.id)
        gtk_window_set_default_size(reference.cast(), 720, 720)
        gtk_widget_set_size_request(reference.cast(), Self.minimumWidth, 420)
        memory?.follow(reference)
    }

    private func addActions() {
        for shared in SharedKey.allCases {
            _ = Action(shared.rawValue, in: reference) { [weak self] in self?.perform(shared) }
        }
        _ = Action("files", in: reference) { [weak self] in self?.openFiles() }
    }

    private func addPages() {
        for (index, page) in pages.enumerated() {
            page.window = self
            let added = adw_view_stack_add_titled(stack.opaque, page.root.widget, page.name, page.title)
            adw_view_stack_page_set_icon_name(added, page.icon)
            gtk_widget_insert_action_group(reference.cast(), page.name, page.commands.actions.opaque)
            _ = Action("show-" + page.name, in: reference) { [weak self] in self?.turn(to: page.name) }
            // In the terminal too, where people expect these keys to switch pages.
            application.setKeys(["<Alt>\(index + 1)", "<Alt>KP_\(index + 1)"], for: "win.show-" + page.name)
        }
        stack.expand(vertical: true)
    }

    func turn(to page: String) {
        adw_view_stack_set_visible_child_name(stack.opaque, page)
    }

    private var front: (any Page)? {
        let name = adw_view_stack_get_visible_child_name(stack.opaque).map { String(cString: $0) }
        return pages.first { $0.name == name }
    }

    func perform(_ shared: SharedKey) {
        switch shared {
        case .toggle: front?.press()
        case .pause: front?.pressPause()
        case .history: history?.present(over: self)
        case .shortcuts:
            let window = gtk_application_get_active_window(application.reference.cast())
            ShortcutsWindow.present(over: window ?? reference.cast(), pages, in: stack)
        }
    }

    /// The command is for the page that is dictating, else for the one in front, else for the first that can dictate.
    /// Returns why its session cannot begin.
    @discardableResult public func perform(_ command: DictationCommand, _ choice: DictationChoice) -> String? {
        commanded?.perform(command, choice)
    }

    public func talk(isHeld: Bool) {
        let pages = isHeld ? commanded.map { [$0] } ?? [] : pages.compactMap(\.dictating)
        pages.forEach { $0.talk(isHeld: isHeld) }
    }

    private var commanded: (any DictatingPage)? {
        let dictating = pages.compactMap(\.dictating)
        return dictating.first(where: \.isDictating) ?? front?.dictating ?? dictating.first
    }

    // MARK: Keys

    /// In a terminal, Ctrl and a letter are no shortcut.
    func setInTerminal(_ isInTerminal: Bool) {
        self.isInTerminal = isInTerminal
        applyKeys()
    }

    private func didTurn() {
        applyKeys()
        showMicrophone()
    }

    private func applyKeys() {
        if let front {
            keys.apply(front: front, isInTerminal: isInTerminal)
        }
    }

    private func makeContent() -> Box {
        let header = Element(adw_header_bar_new(), classes: ["flat"])
        adw_view_switcher_title_set_stack(title.opaque, stack.opaque)
        adw_view_switcher_title_set_title(title.opaque, Application.name)
        adw_header_bar_set_title_widget(header.opaque, title.widget)
        microphone.button.onClick { [weak self] in self?.showListener() }
        header.pack(start: pages.compactMap { $0.headerItem })
        captionsMark.onClick { [weak self] in self?.captions?.presenter?.start() }
        captionsMark.isVisible = false
        header.pack(start: [filesMark.button, microphone.button, captionsMark], end: [PrimaryMenu.button()])
        adw_view_switcher_bar_set_stack(bar.opaque, stack.opaque)
        title.reference.connect("notify::title-visible") { [weak self] in self?.revealBar() }
        let content = Box.column()
        content.append(header, stack, bar)
        return content
    }

    /// Shows the page switcher at the bottom while it does not fit at the top. Deferred until the window is laid out:
    /// otherwise GTK leaves an empty space if animations are off.
    private func revealBar() {
        Task { [weak self] in
            if let self {
                adw_view_switcher_bar_set_reveal(bar.opaque, adw_view_switcher_title_get_title_visible(title.opaque))
            }
        }
    }

    /// Shows the window in front of others.
    public func present() {
        gtk_window_present(reference.cast())
        microphone.follow()
        front?.focus()
    }

    private func followFront() {
        reference.connect("notify::is-active") { [weak self] in
            if let self, isActive {
                files?.presenter?.withdrawNotification()
            }
        }
    }

    var isActive: Bool {
        gtk_window_is_active(reference.cast()) != 0
    }

    /// While work would be lost, the desktop asks before it ends the session.
    func updateInhibition() {
        application.inhibit(
            GTK_APPLICATION_INHIBIT_LOGOUT, guardian.isAtRisk, over: reference,
            tr("Dictation, transcription or text would be lost"))
    }

    public func openPreferences(_ part: PreferencesPart) {
        preferences.present(over: reference.cast(), part: part)
    }

    public func openAbout() {
        AboutWindow.present(over: reference.cast(), application)
    }
}

extension MainWindow {
    /// Opens the window with the files to be transcribed.
    public func openFiles() {
        files?.show()
        filesMark.withdraw()
    }

    func openHistory(at id: String) {
        history?.present(over: self)
        history?.show(id)
    }

    /// On the page in front, which knows where nothing is covered that is needed.
    public func showToast(_ text: String) {
        front?.showToast(text)
    }
}

extension MainWindow: ShortcutTarget {
    public func toggleCaptions() {
        captions?.presenter?.toggle()
    }
}

extension MainWindow: MicrophoneView {
    public func render(_ state: MicrophoneViewState) {
        listening = state
        microphone.render(state)
        showMicrophone()
    }

    /// The page that uses the microphone shows that by its own button.
    private func showMicrophone() {
        let user = listening.user
        microphone.button.isVisible = listening.isOpen && (user == nil || user != .captions && front?.listener != user)
        captionsMark.isVisible = !listening.captions.isEmpty
        captionsMark.setTooltip(listening.captions)
    }

    private func showListener() {
        if let page = pages.first(where: { $0.listener != nil && $0.listener == listening.user }) {
            turn(to: page.name)
        } else {
            openPreferences(.general)
        }
    }
}

/// Restores the size of the window at the next start.
@MainActor final class WindowMemory {
    private let settings: Reference

    /// Nil if the GSettings schema is not installed.
    init?(schema: String) {
        guard let made = parlando_settings(schema) else {
            return nil
        }
        settings = Reference(owned: OpaquePointer(made))
    }

    func follow(_ window: Reference) {
        for (key, property) in [
            ("window-width", "default-width"), ("window-height", "default-height"), ("window-maximized", "maximized"),
        ] {
            g_settings_bind(settings.cast(), key, window.pointer, property, G_SETTINGS_BIND_DEFAULT)
        }
    }
}
