import CGtk
import CGtkShim
public import ParlandoCore
public import ParlandoPresenters

/// Receives what the desktop and the user ask of the program as a whole.
@MainActor public protocol ApplicationDelegate: AnyObject {
    /// The window is to be shown, and created if there is none.
    func applicationDidActivate(_ application: Application)
    /// A command came from a system shortcut, the command line or another program. Returns why its session cannot begin.
    @discardableResult func application(
        _ application: Application, didReceive command: DictationCommand, _ choice: DictationChoice
    ) -> String?
    /// Files were opened from a file manager or the command line.
    ///
    /// - Parameters:
    ///   - paths: in the form of `PathBytes`.
    ///   - others: number of further files, which are not on this computer.
    func application(_ application: Application, didReceive paths: [String], others: Int)
    /// Captions are to be shown. Returns what is wrong with the choice.
    @discardableResult func application(_ application: Application, didReceive captions: CaptionChoice) -> String?
    /// The notification about transcribed files was pressed.
    func applicationDidPressFiles(_ application: Application)
    func applicationDidPressPreferences(_ application: Application)
    func applicationDidPressAbout(_ application: Application)
    /// A signal ends the program in a few seconds, or when this returns. What would be lost is to be stored.
    func applicationMustEnd(_ application: Application) async
}

/// The GTK application: one instance, its actions, keys and command line. `run` runs GTK's main loop, which also drives
/// Swift's main actor.
@MainActor public final class Application {
    /// Receives requests made to the application.
    public weak var delegate: (any ApplicationDelegate)?
    /// Is told when the list of programs that get dictated text (`listeners`) changes.
    public weak var controlPresenter: ControlPresenter?
    /// File names of the programs that get dictated text.
    public private(set) var listeners: [String] = []

    /// Name for people, the same in every language.
    public static let name = "Parlando"

    /// Option that logs every stage of the work. It is read before the application is made.
    public static let verboseOption = "verbose"
    private static let captions = "captions"
    /// Seconds.
    private static let longestEnd: UInt32 = 8

    /// Application ID. The resource path is derived from it.
    public let id: String
    /// Version for people.
    public let version: String
    let reference: Reference
    /// What the command line asks of a program that has yet to show its window.
    private var order: (@MainActor (Application) -> Void)?
    private var keys: [(keys: [String], action: String)] = []
    private var isRunning = false
    private var isTyping = false
    /// GTK's numbers of the requests to the desktop, by what they prevent; 0 if there was nobody to ask.
    private var inhibitions: [UInt32: guint] = [:]

    /// Style sheet, icons and shortcuts window are loaded from the resources under the path of the ID, if there are
    /// any.
    public init(id: String, version: String) {
        // The locale is that of the language which the user chose; GTK would reset it to the system's.
        gtk_disable_setlocale()
        Drawing.leaveGraphicsDriverAlone()
        self.id = id
        self.version = version
        reference = Reference(owned: OpaquePointer(adw_application_new(id, G_APPLICATION_HANDLES_OPEN)))
        addOptions()
        addActions()
        reference.connect("startup") { [weak self] in self?.start() }
        reference.connect("shutdown") { [weak self] in self?.isRunning = false }
        reference.connect("activate") { [weak self] in self?.activate() }
        reference.connectOpen { [weak self] files in self?.receive(files) }
    }

    /// Returns the exit code after the last window has closed. Call only from a synchronous `main`.
    public func run() -> Int32 {
        guard parlando_attach_main_queue() else {
            return EXIT_FAILURE
        }
        return g_application_run(reference.cast(), CommandLine.argc, CommandLine.unsafeArgv)
    }

    private func activate() {
        delegate?.applicationDidActivate(self)
        let order = order
        self.order = nil
        order?(self)
    }

    private func receive(_ files: FileList) {
        delegate?.application(self, didReceive: files.paths, others: files.others)
    }

    private func addActions() {
        for command in DictationCommand.allCases {
            add(command.rawValue, keys: []) { $0.delegate?.application($0, didReceive: command, .plain) }
        }
        add(Self.captions, keys: []) { $0.delegate?.application($0, didReceive: .plain) }
        add("files", keys: []) { $0.delegate?.applicationDidPressFiles($0) }
        add("preferences", keys: ["<Control>comma"]) { $0.delegate?.applicationDidPressPreferences($0) }
        add("about", keys: []) { $0.delegate?.applicationDidPressAbout($0) }
        add("quit", keys: ["<Control>q"]) { $0.closeWindows() }
        keys.append((["<Control>w"], Self.closing))
    }

    /// A window with unsaved work asks the user first.
    private func closeWindows() {
        let list = gtk_application_get_windows(reference.cast())
        let windows = (0..<g_list_length(list)).compactMap { g_list_nth_data(list, $0) }.map { Reference($0) }
        let others = windows.filter { gtk_widget_has_css_class($0.cast(), "captions") == 0 }
        // Captions close with the main window, unless the user stays.
        for window in others.isEmpty ? windows : others {
            gtk_window_close(window.cast())
        }
    }

    /// Asks the desktop not to end its session without asking the user, or not to lock the screen.
    ///
    /// - Parameter window: the window that is the reason.
    func inhibit(
        _ what: GtkApplicationInhibitFlags, _ isInhibited: Bool, over window: Reference, _ reason: String
    ) {
        let cookie = inhibitions[what.rawValue]
        // After GTK's shutdown, which captions' last text may follow, GTK would crash.
        if isRunning, isInhibited, cookie == nil {
            inhibitions[what.rawValue] = gtk_application_inhibit(reference.cast(), window.cast(), what, reason)
        } else if isRunning, !isInhibited, let cookie {
            inhibitions[what.rawValue] = nil
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

    private func start() {
        isRunning = true
        Source.awaitEnd(within: Self.longestEnd) { [weak self] in self?.end() }
        applyKeys()
        reference.exportControl(state: "idle", listeners: { [weak self] in self?.adopt($0) }) {
            [weak self] method, first, second in
            guard let self else {
                return nil
            }
            if method == "Captions" {
                return delegate?.application(self, didReceive: CaptionChoice(source: first, target: second))
            }
            // `StartWith` is `Start` with a choice.
            let command = DictationCommand.allCases.first { method.lowercased().hasPrefix($0.rawValue) }
            let choice = DictationChoice(language: first, model: second)
            return command.flatMap { delegate?.application(self, didReceive: $0, choice) }
        }
    }

    private func end() {
        Task {
            await delegate?.applicationMustEnd(self)
            parlando_end()
        }
    }

    private func adopt(_ listeners: [String]) {
        self.listeners = listeners
        controlPresenter?.reportListeners()
    }

    /// GTK accepts keys only after its own start-up.
    private func applyKeys() {
        guard isRunning else {
            return
        }
        for (keys, action) in keys {
            apply(Self.keys(keys, for: action, besideTerminal: isTyping), to: action)
        }
    }

    /// - Parameter keys: in GTK's notation.
    func setKeys(_ keys: [String], for action: String) {
        guard self.keys.first(where: { $0.action == action })?.keys != keys else {
            return
        }
        self.keys.removeAll { $0.action == action }
        self.keys.append((keys, action))
        if isRunning {
            apply(Self.keys(keys, for: action, besideTerminal: isTyping), to: action)
        }
    }

    /// While a terminal has the focus, Ctrl and a letter go to its program, so such shortcuts also need Shift.
    func leaveKeys(toTerminal isTyping: Bool) {
        if isTyping != self.isTyping {
            self.isTyping = isTyping
            applyKeys()
        }
    }

    private static let closing = "window.close"

    /// While a terminal has the focus, no key closes the window: Ctrl+Shift+W closes a tab, as in other terminals.
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

    /// The label in the language of the desktop, such as "Ctrl+R", with Shift if it is needed now.
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
        let string = G_OPTION_ARG_STRING
        g_application_add_main_option(
            application, Self.captions, 0, plain, none, tr("Show captions of what this computer plays"), nil)
        for (name, help, value) in [
            ("language", tr("With --start or --toggle: language of this dictation, such as de, or auto"), tr("CODE")),
            ("model", tr("With --start or --toggle: speech model of this dictation, such as base"), tr("NAME")),
            ("source", tr("With --captions: what they hear, computer, microphone or both"), tr("SOURCE")),
            ("translate", tr("With --captions: language of their translation, such as de, or none"), tr("CODE")),
        ] {
            g_application_add_main_option(application, name, 0, plain, string, help, value)
        }
        let commands = ["-t", "--" + Self.captions] + DictationCommand.allCases.map { "--" + $0.rawValue }
        if commands.contains(where: CommandLine.arguments.contains) {
            // Otherwise GLib opens the files in place of the command.
            g_application_add_main_option(application, G_OPTION_REMAINING, 0, plain, G_OPTION_ARG_STRING_ARRAY, "", nil)
        }
        let version = tr("Show the version")
        g_application_add_main_option(application, "version", CChar(UInt8(ascii: "v")), plain, none, version, nil)
        g_application_add_main_option(
            application, Self.verboseOption, 0, plain, none, tr("Log every stage of the work"), nil)
        g_application_set_option_context_summary(application, tr("Turns your speech into text on your own computer."))
        g_application_set_option_context_parameter_string(application, tr("[FILE…]"))
        reference.connectOptions { [weak self] in self?.handle($0) ?? -1 }
    }

    /// Returns an exit code, or -1 to go on and open a window.
    private func handle(_ options: UnsafeMutablePointer<GVariantDict>) -> Int32 {
        if g_variant_dict_contains(options, "version") != 0 {
            print(Self.name, version)
            return EXIT_SUCCESS
        }
        let command = DictationCommand.allCases.first { g_variant_dict_contains(options, $0.rawValue) != 0 }
        let choice = DictationChoice(
            language: Self.text("language", in: options), model: Self.text("model", in: options))
        let captions = CaptionChoice(
            source: Self.text("source", in: options), target: Self.text("translate", in: options))
        let showsCaptions = g_variant_dict_contains(options, Self.captions) != 0
        guard choice == .plain || command?.opensWindow == true else {
            return fail(tr("--language and --model need --start or --toggle."))
        }
        guard captions == .plain || showsCaptions else {
            return fail(tr("--source and --translate need --captions."))
        }
        guard !showsCaptions || command == nil else {
            return fail(tr("--captions cannot be used with a command for dictation."))
        }
        guard g_variant_dict_contains(options, G_OPTION_REMAINING) == 0 else {
            return fail(tr("Files cannot be opened together with --captions or a command for dictation."))
        }
        if let problem = choice.languageProblem ?? captions.problem {
            return fail(problem)
        }
        guard showsCaptions || command != nil else {
            return -1
        }
        g_application_register(reference.cast(), nil, nil)
        guard g_application_get_is_remote(reference.cast()) != 0 else {
            order = { application in
                if showsCaptions {
                    application.delegate?.application(application, didReceive: captions)
                } else if let command {
                    application.delegate?.application(application, didReceive: command, choice)
                }
            }
            return showsCaptions || command?.opensWindow == true ? -1 : EXIT_SUCCESS
        }
        guard !showsCaptions, choice == .plain, let command else {
            for option in [Self.verboseOption, Self.captions] + DictationCommand.allCases.map(\.rawValue) {
                g_variant_dict_remove(options, option)
            }
            let method = showsCaptions ? "Captions" : command == .toggle ? "ToggleWith" : "StartWith"
            return ask(method, g_variant_dict_end(options))
        }
        g_action_group_activate_action(reference.opaque, command.rawValue, nil)
        // Without a flush, the program may end before the queued message is sent.
        g_dbus_connection_flush_sync(g_application_get_dbus_connection(reference.cast()), nil, nil)
        return EXIT_SUCCESS
    }

    private static func text(_ option: String, in options: UnsafeMutablePointer<GVariantDict>) -> String? {
        guard let value = g_variant_dict_lookup_value(options, option, nil) else {
            return nil
        }
        defer { g_variant_unref(value) }
        return g_variant_get_string(value, nil).map { String(cString: $0) }
    }

    /// Has the running program carry out a method of its control interface, and waits for its answer.
    private func ask(_ method: String, _ options: OpaquePointer?) -> Int32 {
        let application: UnsafeMutablePointer<GApplication> = reference.cast()
        var (arguments, error) = ([options], UnsafeMutablePointer<GError>?.none)
        let answer = g_dbus_connection_call_sync(
            g_application_get_dbus_connection(application), id, g_application_get_dbus_object_path(application),
            PARLANDO_CONTROL_INTERFACE, method,
            g_variant_new_tuple(&arguments, 1), nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, &error)
        guard let error else {
            g_variant_unref(answer)
            return EXIT_SUCCESS
        }
        defer { g_error_free(error) }
        g_dbus_error_strip_remote_error(error)
        return fail(String(cString: error.pointee.message))
    }

    private func fail(_ sentence: String) -> Int32 {
        _ = "parlando: \(sentence)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
        return EXIT_FAILURE
    }
}

/// A GAction for a menu item, a shortcut, a button or, in the application, D-Bus.
@MainActor struct Action {
    private let reference: Reference

    /// - Parameter map: an application (`app.name`) or a window (`win.name`).
    init(_ name: String, in map: Reference, _ body: @escaping @MainActor () -> Void) {
        reference = Reference(owned: g_simple_action_new(name, nil))
        reference.connect("activate", body)
        g_action_map_add_action(map.opaque, reference.opaque)
    }

    var isEnabled: Bool {
        get { g_action_get_enabled(reference.opaque) != 0 }
        nonmutating set { g_simple_action_set_enabled(reference.opaque, newValue.gboolean) }
    }
}

/// The style sheet, icons and UI files of the program.
@MainActor public enum Resources {
    /// Registers `parlando.gresource`. If it cannot be loaded, the program has libadwaita's own style.
    public static func register(_ path: String) -> Bool {
        guard let bundle = g_resource_load(path, nil) else {
            return false
        }
        g_resources_register(bundle)
        g_resource_unref(bundle)
        return true
    }
}

@MainActor enum Drawing {
    /// Selects cairo, without loading the graphics driver, unless the environment names a renderer. Call before GTK
    /// starts.
    ///
    /// A page of text has little to paint, and memory is needed for the model. With Mesa's software driver, GTK's
    /// default, the program takes 60 MB more and twice as long until its first window (GTK 4.8).
    static func leaveGraphicsDriverAlone() {
        guard g_getenv("GSK_RENDERER") == nil else {
            return
        }
        g_setenv("GSK_RENDERER", "cairo", 0)
        // GTK 4.16 renamed the variable that disables GL.
        if gtk_get_major_version() == 4, gtk_get_minor_version() < 16 {
            g_setenv("GDK_DEBUG", "gl-disable", 0)
        } else {
            g_setenv("GDK_DISABLE", "gl,vulkan", 0)
        }
    }
}
