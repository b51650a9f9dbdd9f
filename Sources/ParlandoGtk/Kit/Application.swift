import CGtk
import CGtkShim
import ParlandoPresenters

/// What the system and the user ask of the program.
@MainActor public protocol ApplicationDelegate: AnyObject {
    /// A window is wanted: the first one, or the one there is, in front.
    func applicationDidActivate(_ application: Application)
    /// Dictation is to start or to stop, by a system shortcut, the command line or D-Bus.
    func applicationDidToggle(_ application: Application)
    func applicationDidPressPreferences(_ application: Application)
    func applicationDidPressAbout(_ application: Application)
}

/// The program as the desktop sees it: one instance, its actions and its command line.
///
/// `run` holds GTK's loop with Swift's main actor inside it.
@MainActor public final class Application {
    /// Hears what is asked of the program.
    public weak var delegate: (any ApplicationDelegate)?

    /// The name people know the program by; a name is not translated.
    public static let name = "Parlando"

    /// The name the desktop knows it by, and the beginning of the path of its resources.
    public let id: String
    /// As people read it, such as `0.1.0`.
    public let version: String
    let reference: Reference
    private var togglesWhenActive = false
    private var keys: [(keys: [String], action: String)] = []
    private var hasStarted = false
    private var isTyping = false

    /// Looks, icons and the shortcuts window are taken from the resources under the id's path, if registered.
    public init(id: String, version: String) {
        // The locale is set already, with the language that the user chose; GTK would set the system's again.
        gtk_disable_setlocale()
        Drawing.leaveGraphicsDriverAlone()
        self.id = id
        self.version = version
        reference = Reference(owned: OpaquePointer(adw_application_new(id, G_APPLICATION_DEFAULT_FLAGS)))
        addOptions()
        addActions()
        reference.connect("startup") { [weak self] in self?.applyKeys() }
        reference.connect("activate") { [weak self] in self?.activate() }
    }

    /// Runs until the last window closes, and answers with the exit code. Call from a synchronous main only.
    public func run() -> Int32 {
        guard parlando_attach_main_queue() else {
            return EXIT_FAILURE
        }
        return g_application_run(reference.cast(), CommandLine.argc, CommandLine.unsafeArgv)
    }

    private func activate() {
        delegate?.applicationDidActivate(self)
        if togglesWhenActive {
            togglesWhenActive = false
            delegate?.applicationDidToggle(self)
        }
    }

    private func addActions() {
        add("toggle", keys: []) { $0.delegate?.applicationDidToggle($0) }
        add("preferences", keys: ["<Control>comma"]) { $0.delegate?.applicationDidPressPreferences($0) }
        add("about", keys: []) { $0.delegate?.applicationDidPressAbout($0) }
        add("quit", keys: ["<Control>q"]) { $0.closeWindows() }
        keys.append((["<Control>w"], "window.close"))
    }

    /// The program ends when the last window has closed; one that would lose something asks first.
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

    private func add(_ name: String, keys: [String], _ body: @escaping @MainActor (Application) -> Void) {
        _ = Action(name, in: reference) { [weak self] in
            if let self {
                body(self)
            }
        }
        self.keys.append((keys, "app." + name))
    }

    /// Starts or stops dictation, as a system shortcut does.
    func toggle() {
        delegate?.applicationDidToggle(self)
    }

    /// GTK takes keys only after its own start-up.
    private func applyKeys() {
        hasStarted = true
        for (keys, action) in keys {
            apply(isTyping ? keys.map(Self.besideTerminal) : keys, to: action)
        }
    }

    /// The keys that activate an action, in GTK's notation.
    func setKeys(_ keys: [String], for action: String) {
        self.keys.removeAll { $0.action == action }
        self.keys.append((keys, action))
        if hasStarted {
            apply(isTyping ? keys.map(Self.besideTerminal) : keys, to: action)
        }
    }

    /// Ctrl with a letter belongs to what runs in a terminal while the keyboard does: shortcuts take Shift as well then.
    func leaveKeys(toTerminal isTyping: Bool) {
        if isTyping != self.isTyping {
            self.isTyping = isTyping
            applyKeys()
        }
    }

    private static func besideTerminal(_ key: String) -> String {
        let letter = key.dropFirst("<Control>".count)
        return key.hasPrefix("<Control>") && letter.count == 1 ? "<Control><Shift>" + letter : key
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

// MARK: Command line
extension Application {
    private func addOptions() {
        let plain = G_OPTION_FLAG_NONE
        let none = G_OPTION_ARG_NONE
        let application: UnsafeMutablePointer<GApplication> = reference.cast()
        let toggle = tr("Start or stop dictation in the open window")
        g_application_add_main_option(application, "toggle", CChar(UInt8(ascii: "t")), plain, none, toggle, nil)
        let version = tr("Show the version")
        g_application_add_main_option(application, "version", CChar(UInt8(ascii: "v")), plain, none, version, nil)
        g_application_set_option_context_summary(application, tr("Turns your speech into text on your own computer."))
        reference.connectOptions { [weak self] in self?.handle($0) ?? -1 }
    }

    /// Answers with an exit code, or -1 to go on to a window.
    private func handle(_ options: UnsafeMutablePointer<GVariantDict>) -> Int32 {
        if g_variant_dict_contains(options, "version") != 0 {
            print(Self.name, version)
            return EXIT_SUCCESS
        }
        guard g_variant_dict_contains(options, "toggle") != 0 else {
            return -1
        }
        g_application_register(reference.cast(), nil, nil)
        guard g_application_get_is_remote(reference.cast()) != 0 else {
            togglesWhenActive = true
            return -1
        }
        g_action_group_activate_action(reference.opaque, "toggle", nil)
        // The message is only queued: without this the program may end before it leaves.
        g_dbus_connection_flush_sync(g_application_get_dbus_connection(reference.cast()), nil, nil)
        return EXIT_SUCCESS
    }
}
