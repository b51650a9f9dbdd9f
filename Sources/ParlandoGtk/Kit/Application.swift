import CGtk
import CGtkShim
public import ParlandoPresenters

/// Receives requests that the desktop and the user make to the application as a whole.
@MainActor public protocol ApplicationDelegate: AnyObject {
    /// Asks the delegate to show the window: to create it, or to bring the existing one to the front.
    func applicationDidActivate(_ application: Application)
    /// Asks the delegate to carry out a dictation command from a system shortcut, the command line or another program.
    func application(_ application: Application, didReceive command: DictationCommand)
    /// Asks the delegate to transcribe files that were opened from a file manager or the command line.
    ///
    /// - Parameters:
    ///   - paths: paths in the form of `PathBytes`.
    ///   - others: number of further files, which are not on this computer.
    func application(_ application: Application, didReceive paths: [String], others: Int)
    /// Asks the delegate to show the files that are being transcribed, because the user pressed a notification.
    func applicationDidPressFiles(_ application: Application)
    func applicationDidPressPreferences(_ application: Application)
    func applicationDidPressAbout(_ application: Application)
}

/// The GTK application. It makes sure that only one instance runs, and handles application actions and the command
/// line.
///
/// `run` runs GTK's main loop, which also drives Swift's main actor.
@MainActor public final class Application {
    /// Receives requests made to the application.
    public weak var delegate: (any ApplicationDelegate)?
    /// Receives news of the programs that dictated text is sent to.
    public weak var controlPresenter: ControlPresenter?
    /// File names of the programs that have subscribed to dictated text.
    public private(set) var listeners: [String] = []

    /// Application name shown to people. It is not translated.
    public static let name = "Parlando"

    /// Name of the command-line option that logs every stage of the work. The option takes effect before the
    /// application object is created.
    public static let verboseOption = "verbose"

    /// Application ID on the desktop. The resource path is derived from it.
    public let id: String
    /// Version shown to people, such as `0.1.0`.
    public let version: String
    let reference: Reference
    private var commandWhenActive: DictationCommand?
    private var keys: [(keys: [String], action: String)] = []
    private var hasStarted = false
    private var isTyping = false
    /// What takes the request to the desktop back, as GTK numbers it; 0 if there was nobody to ask. Nil if there is no
    /// request.
    private var inhibition: guint?

    /// Creates the application. Style sheet, icons and shortcuts window are loaded from the resources under the ID's
    /// path if they are registered.
    public init(id: String, version: String) {
        // The locale is already set to the language the user chose; GTK would reset it to the system's.
        gtk_disable_setlocale()
        Drawing.leaveGraphicsDriverAlone()
        self.id = id
        self.version = version
        reference = Reference(owned: OpaquePointer(adw_application_new(id, G_APPLICATION_HANDLES_OPEN)))
        addOptions()
        addActions()
        reference.connect("startup") { [weak self] in self?.start() }
        reference.connect("activate") { [weak self] in self?.activate() }
        reference.connectOpen { [weak self] files in self?.receive(files) }
    }

    /// Runs until the last window closes, then returns the exit code. Call only from a synchronous `main`.
    public func run() -> Int32 {
        guard parlando_attach_main_queue() else {
            return EXIT_FAILURE
        }
        return g_application_run(reference.cast(), CommandLine.argc, CommandLine.unsafeArgv)
    }

    private func activate() {
        delegate?.applicationDidActivate(self)
        if let command = commandWhenActive {
            commandWhenActive = nil
            delegate?.application(self, didReceive: command)
        }
    }

    private func receive(_ files: FileList) {
        delegate?.application(self, didReceive: files.paths, others: files.others)
    }

    private func addActions() {
        for command in DictationCommand.allCases {
            add(command.rawValue, keys: []) { $0.obey(command) }
        }
        add("files", keys: []) { $0.delegate?.applicationDidPressFiles($0) }
        add("preferences", keys: ["<Control>comma"]) { $0.delegate?.applicationDidPressPreferences($0) }
        add("about", keys: []) { $0.delegate?.applicationDidPressAbout($0) }
        add("quit", keys: ["<Control>q"]) { $0.closeWindows() }
        keys.append((["<Control>w"], Self.closing))
    }

    /// Asks all windows to close. A window with unsaved work asks the user first. The program ends once the last window
    /// has closed.
    private func closeWindows() {
        var windows: [UnsafeMutablePointer<GtkWindow>] = []
        var list = gtk_application_get_windows(reference.cast())
        while let item = list {
            if let data = item.pointee.data {
                windows.append(data.assumingMemoryBound(to: GtkWindow.self))
            }
            list = item.pointee.next
        }
        windows.forEach { gtk_window_close($0) }
    }

    /// Asks the desktop not to end its session without asking the user, or takes that request back.
    ///
    /// - Parameter window: the window that has the work which would be lost.
    func inhibitLogout(_ isInhibited: Bool, over window: Reference) {
        if isInhibited, inhibition == nil {
            inhibition = gtk_application_inhibit(
                reference.cast(), window.cast(), GTK_APPLICATION_INHIBIT_LOGOUT,
                tr("Dictation, transcription or text would be lost"))
        } else if !isInhibited, let cookie = inhibition {
            inhibition = nil
            if cookie > 0 {
                gtk_application_uninhibit(reference.cast(), cookie)
            }
        }
    }

    private func add(_ name: String, keys: [String], _ body: @escaping @MainActor (Application) -> Void) {
        _ = Action(name, in: reference) { [weak self] in
            if let self {
                body(self)
            }
        }
        self.keys.append((keys, "app." + name))
    }

    /// Passes a dictation command to the delegate.
    func obey(_ command: DictationCommand) {
        delegate?.application(self, didReceive: command)
    }

    private func start() {
        hasStarted = true
        applyKeys()
        reference.exportControl(state: "idle", listeners: { [weak self] in self?.adopt($0) }) { [weak self] method in
            if let command = DictationCommand(rawValue: method.lowercased()) {
                self?.obey(command)
            }
        }
    }

    private func adopt(_ listeners: [String]) {
        self.listeners = listeners
        controlPresenter?.reportListeners()
    }

    /// Sets all keyboard shortcuts. GTK accepts them only after its own start-up.
    private func applyKeys() {
        guard hasStarted else {
            return
        }
        for (keys, action) in keys {
            apply(Self.keys(keys, for: action, besideTerminal: isTyping), to: action)
        }
    }

    /// Sets the keys that activate an action, in GTK's notation.
    func setKeys(_ keys: [String], for action: String) {
        guard self.keys.first(where: { $0.action == action })?.keys != keys else {
            return
        }
        self.keys.removeAll { $0.action == action }
        self.keys.append((keys, action))
        if hasStarted {
            apply(Self.keys(keys, for: action, besideTerminal: isTyping), to: action)
        }
    }

    /// Sets whether a terminal has the keyboard focus. If so, shortcuts of Ctrl and a letter also need Shift, because
    /// Ctrl and a letter go to the program in the terminal.
    func leaveKeys(toTerminal isTyping: Bool) {
        if isTyping != self.isTyping {
            self.isTyping = isTyping
            applyKeys()
        }
    }

    /// GTK's action that closes a window.
    private static let closing = "window.close"

    /// Returns the keys that activate an action, depending on whether a terminal has the keyboard focus. If it has, no
    /// key closes the window, because Ctrl+Shift+W closes a tab, as in other terminals.
    static func keys(_ keys: [String], for action: String, besideTerminal: Bool) -> [String] {
        guard besideTerminal else {
            return keys
        }
        return action == closing ? [] : keys.map(Self.besideTerminal)
    }

    private static func besideTerminal(_ key: String) -> String {
        let letter = key.dropFirst("<Control>".count)
        return key.hasPrefix("<Control>") && letter.count == 1 && letter.allSatisfy(\.isLetter)
            ? "<Control><Shift>" + letter : key
    }

    /// Returns the label of a keyboard shortcut in the language of the desktop, such as "Ctrl+R". The label includes
    /// Shift if the shortcut needs it at present (see `leaveKeys`).
    func label(of key: String) -> String {
        var value: guint = 0
        var modifiers = GdkModifierType(rawValue: 0)
        gtk_accelerator_parse(isTyping ? Self.besideTerminal(key) : key, &value, &modifiers)
        guard let label = gtk_accelerator_get_label(value, modifiers) else {
            return ""
        }
        defer { g_free(label) }
        return String(cString: label)
    }

    private func apply(_ keys: [String], to action: String) {
        let list = keys.map { g_strdup($0) } + [nil]
        var names = list.map { UnsafePointer($0) }
        gtk_application_set_accels_for_action(reference.cast(), action, &names)
        for name in list {
            g_free(name)
        }
    }
}

// MARK: The session bus
extension Application: ControlView {
    public func publish(state: String) {
        parlando_control_state(reference.cast(), state)
    }

    public func publish(interim: String) {
        parlando_control_interim(reference.cast(), interim)
    }

    public func publish(final text: String, beginsParagraph: Bool) {
        parlando_control_final(reference.cast(), text, beginsParagraph)
    }
}

// MARK: Command line
extension Application {
    private func addOptions() {
        let plain = G_OPTION_FLAG_NONE
        let none = G_OPTION_ARG_NONE
        let application: UnsafeMutablePointer<GApplication> = reference.cast()
        for command in DictationCommand.allCases {
            let letter = command == .toggle ? CChar(UInt8(ascii: "t")) : 0
            g_application_add_main_option(application, command.rawValue, letter, plain, none, command.help, nil)
        }
        let version = tr("Show the version")
        g_application_add_main_option(application, "version", CChar(UInt8(ascii: "v")), plain, none, version, nil)
        g_application_add_main_option(
            application, Self.verboseOption, 0, plain, none, tr("Log every stage of the work"), nil)
        g_application_set_option_context_summary(application, tr("Turns your speech into text on your own computer."))
        g_application_set_option_context_parameter_string(application, tr("[FILE…]"))
        reference.connectOptions { [weak self] in self?.handle($0) ?? -1 }
    }

    /// Handles the command-line options. Returns an exit code, or -1 to continue and open a window.
    private func handle(_ options: UnsafeMutablePointer<GVariantDict>) -> Int32 {
        if g_variant_dict_contains(options, "version") != 0 {
            print(Self.name, version)
            return EXIT_SUCCESS
        }
        guard
            let command = DictationCommand.allCases.first(where: {
                g_variant_dict_contains(options, $0.rawValue) != 0
            })
        else {
            return -1
        }
        g_application_register(reference.cast(), nil, nil)
        guard g_application_get_is_remote(reference.cast()) != 0 else {
            commandWhenActive = command
            return -1
        }
        g_action_group_activate_action(reference.opaque, command.rawValue, nil)
        // The message is only queued; without a flush the program may end before it is sent.
        g_dbus_connection_flush_sync(g_application_get_dbus_connection(reference.cast()), nil, nil)
        return EXIT_SUCCESS
    }
}
