import CGtk
import CGtkShim
import ParlandoCore
public import ParlandoPresenters

/// Main window: a header bar with a page switcher, and the pages below it.
@MainActor public final class MainWindow {
    /// Minimum width at which everything fits, in application pixels.
    static let minimumWidth: Int32 = 360

    let reference: Reference
    private let preferences: PreferencesWindow
    private let history: HistoryWindow?
    private let files: FilesWindow?
    private let pages: [any Page]
    private let keys: PageKeys
    private let application: Application
    private let stack = Element(adw_view_stack_new())
    private let title = Element(adw_view_switcher_title_new())
    private let bar = Element(adw_view_switcher_bar_new())
    private let memory: WindowMemory?
    private let guardian: CloseGuard
    private let microphone: MicrophoneMark
    private let filesMark: FilesMark
    private let toasts = Element(adw_toast_overlay_new())
    private let drop: FileDrop
    /// The page that uses the microphone, or nil if the microphone is closed.
    private var listener: MicrophoneUser?
    /// Whether a terminal has the keyboard focus.
    private var isInTerminal = false

    /// Creates the window; `present` shows it.
    ///
    /// - Parameters:
    ///   - pages: at least one page. The number in a page's shortcut is its position in the list.
    ///   - history: window that the menu opens, or nil if there is none.
    ///   - files: window with the files to be transcribed, or nil if files cannot be transcribed.
    public init(
        _ application: Application, pages: [any Page], history: HistoryWindow? = nil, files: FilesWindow? = nil,
        preferences: PreferencesWindow
    ) {
        reference = Reference(adw_application_window_new(application.reference.cast()))
        self.pages = pages
        self.history = history
        self.files = files
        self.application = application
        self.preferences = preferences
        keys = PageKeys(application, pages)
        memory = WindowMemory(schema: application.id)
        guardian = CloseGuard(reference, pages + [files].compactMap { $0 })
        guardian.follow()
        microphone = MicrophoneMark(of: reference, application)
        filesMark = FilesMark(application)
        drop = FileDrop(toasts)
        setUp()
        addActions()
        addPages()
        let content = makeContent()
        adw_toast_overlay_set_child(toasts.opaque, content.widget)
        drop.onFiles { [weak self] list in self?.files?.receive(list) }
        adw_application_window_set_content(reference.cast(), drop.widget)
        files?.follow(self)
        followFront()
        stack.reference.connect("notify::visible-child") { [weak self] in self?.didTurn() }
        applyKeys()
    }

    private func setUp() {
        gtk_window_set_title(reference.cast(), Application.name)
        gtk_window_set_icon_name(reference.cast(), application.id)
        gtk_window_set_default_size(reference.cast(), 680, 720)
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
            // These keys work in the terminal too: people who use several terminal tabs expect them to switch pages.
            application.setKeys(["<Alt>\(index + 1)", "<Alt>KP_\(index + 1)"], for: "win.show-" + page.name)
        }
        stack.expand(vertical: true)
    }

    /// Shows the page with this name.
    func turn(to page: String) {
        adw_view_stack_set_visible_child_name(stack.opaque, page)
    }

    /// The visible page.
    private var front: (any Page)? {
        let name = adw_view_stack_get_visible_child_name(stack.opaque).map { String(cString: $0) }
        return pages.first { $0.name == name }
    }

    private func perform(_ shared: SharedKey) {
        switch shared {
        case .toggle: front?.press()
        case .pause: front?.pressPause()
        case .history: history?.present(over: self)
        case .shortcuts: ShortcutsWindow.present(over: reference.cast(), pages, in: stack)
        }
    }

    /// Passes a dictation command to the page that is dictating. If no page is dictating, the command goes to the
    /// visible page or, if that page has no dictation, to the first page that has.
    public func perform(_ command: DictationCommand) {
        let dictating = pages.compactMap(\.dictating)
        let page = dictating.first(where: \.isDictating) ?? front?.dictating ?? dictating.first
        page?.perform(command)
    }

    // MARK: Keys

    /// Sets whether a terminal has the keyboard focus. If so, Ctrl and a letter go to the terminal instead of
    /// activating a shortcut.
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
        for item in pages.compactMap({ $0.headerItem }) {
            adw_header_bar_pack_start(header.opaque, item.widget)
        }
        adw_header_bar_pack_start(header.opaque, filesMark.button.widget)
        adw_header_bar_pack_start(header.opaque, microphone.button.widget)
        let menu = PrimaryMenu.button()
        adw_header_bar_pack_end(header.opaque, menu.widget)
        adw_view_switcher_bar_set_stack(bar.opaque, stack.opaque)
        title.reference.connect("notify::title-visible") { [weak self] in self?.revealBar() }
        let content = Box.column()
        content.append(header, stack, bar)
        return content
    }

    /// Shows the page switcher at the bottom while it does not fit at the top. The change is deferred until the window
    /// has been laid out. If it were made at once, GTK would leave an empty space when animations are off.
    private func revealBar() {
        Task { [weak self] in
            if let self {
                adw_view_switcher_bar_set_reveal(bar.opaque, adw_view_switcher_title_get_title_visible(title.opaque))
            }
        }
    }

    /// Makes another window transient for the main window, so that the other window stays in front.
    func adopt(_ window: Element) {
        gtk_window_set_transient_for(window.reference.cast(), reference.cast())
    }

    /// Shows the window in front of other windows.
    public func present() {
        gtk_window_present(reference.cast())
        microphone.follow()
        front?.focus()
    }

    /// Notifies the files window when the main window becomes active.
    private func followFront() {
        reference.connect("notify::is-active") { [weak self] in
            if let self, isActive {
                files?.didComeToFront()
            }
        }
    }

    /// Whether this window or another one of the program has the keyboard focus.
    var isAnyWindowActive: Bool {
        guard let windows = gtk_window_get_toplevels() else {
            return false
        }
        return (0..<g_list_model_get_n_items(windows)).contains { index in
            let window = Reference(owned: OpaquePointer(g_list_model_get_item(windows, index)))
            return gtk_window_is_active(window.cast()) != 0
        }
    }

    /// Whether the window has the keyboard focus.
    var isActive: Bool {
        gtk_window_is_active(reference.cast()) != 0
    }

    /// Keeps the desktop from ending its session without asking, as long as work would be lost or interrupted.
    func updateInhibition() {
        application.inhibitLogout(guardian.isAtRisk, over: reference)
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

/// Access to the window with the files to be transcribed.
extension MainWindow {
    /// Opens the window with the files to be transcribed.
    public func openFiles() {
        files?.show()
        withdrawNotificationOfFiles()
    }

    /// Asks the user for files to transcribe.
    func chooseFiles() {
        files?.choose(over: stack)
    }

    /// Shows the button that opens the files window, with a one-sentence summary as its tooltip, or hides it if
    /// `summary` is nil.
    func showFiles(_ summary: String?) {
        filesMark.show(summary)
    }

    func notifyOfFiles(_ title: String, _ text: String) {
        filesMark.notify(title, text)
    }

    func withdrawNotificationOfFiles() {
        filesMark.withdraw()
    }

    /// Opens the history window and shows an entry.
    func openHistory(at id: String) {
        history?.present(over: self)
        history?.show(id)
    }

    public func showToast(_ text: String) {
        adw_toast_overlay_add_toast(toasts.opaque, Markup.toast(text))
    }
}

extension MainWindow: ShortcutTarget {
    public var isDictating: Bool {
        pages.compactMap(\.dictating).contains(where: \.isDictating)
    }
}

extension MainWindow: MicrophoneView {
    public func render(_ state: MicrophoneViewState) {
        listener = state.user
        microphone.render(state)
        showMicrophone()
    }

    /// Shows the microphone indicator unless the visible page is the one that uses the microphone: its own button shows
    /// that.
    private func showMicrophone() {
        microphone.button.isVisible = listener != nil && front?.listener != listener
    }

    private func showListener() {
        if let listener, let page = pages.first(where: { $0.listener == listener }) {
            turn(to: page.name)
        }
    }
}
