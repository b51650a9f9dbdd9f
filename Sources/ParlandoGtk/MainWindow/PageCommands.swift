import CGtk
import ParlandoPresenters

/// Something the user can do on a page, with its keys, its title in the shortcuts window, and the button that does the
/// same.
@MainActor struct Command {
    /// Condition under which the keys of a command are active.
    enum Scope {
        /// The keys are active while the page is in front.
        case page
        /// The keys are active while a terminal on the page has the keyboard focus.
        case terminal
    }

    /// Name of the action in the page's group, or in full (`win.toggle`) if it belongs to the window. Nil if a widget
    /// handles the keys itself; the command is then only listed.
    let action: String?
    /// Title in the shortcuts window, or nil if the command is not listed.
    let title: String?
    /// Keys in GTK's notation.
    let keys: [String]
    let scope: Scope
    /// Sentence below the title in the shortcuts window, or nil if there is none.
    let note: String?
    /// Button that shows the first key in its tooltip, or nil if there is none.
    let button: (any Widget)?
    let body: (@MainActor () -> Void)?

    /// Creates a command that runs `body`. Its action belongs to the page's group.
    init(
        _ action: String, _ title: String? = nil, _ keys: [String] = [], in scope: Scope = .page,
        button: (any Widget)? = nil, _ body: @escaping @MainActor () -> Void
    ) {
        self.init(action: action, title, keys, scope, button: button, body: body)
    }

    private init(
        action: String?, _ title: String?, _ keys: [String], _ scope: Scope = .page, note: String? = nil,
        button: (any Widget)? = nil, body: (@MainActor () -> Void)? = nil
    ) {
        self.action = action
        self.title = title
        self.keys = keys
        self.scope = scope
        self.note = note
        self.button = button
        self.body = body
    }

    /// Returns a command that is only listed in the shortcuts window, because a widget handles its key itself.
    static func listed(_ title: String, _ key: String, note: String? = nil) -> Command {
        Command(action: nil, title, [key], note: note)
    }

    /// Returns the command of the page's round button. Its keys belong to the window, which passes them to the page in
    /// front.
    static func round(_ title: String, button: any Widget) -> Command {
        Command(action: SharedKey.toggle.action, title, SharedKey.toggle.keys, button: button)
    }

    /// Returns the command of the page's pause button. Its keys belong to the window, which passes them to the page in
    /// front.
    static func pause(_ title: String, button: any Widget) -> Command {
        Command(action: SharedKey.pause.action, title, SharedKey.pause.keys, button: button)
    }

    /// Returns the command of a button that opens the history. Its key works on every page and is listed with those of
    /// the window.
    static func history(button: any Widget) -> Command {
        Command(action: SharedKey.history.action, nil, SharedKey.history.keys, button: button)
    }
}

/// Keyboard shortcuts that have the same meaning on every page.
enum SharedKey: String, CaseIterable {
    case toggle
    case pause
    case history
    case shortcuts

    /// Full name of the window's action that the shortcut activates, such as `win.toggle`.
    var action: String {
        "win." + rawValue
    }

    /// Keys in GTK's notation.
    var keys: [String] {
        switch self {
        case .toggle: ["<Control>r"]
        case .pause: ["<Control>p"]
        case .history: ["<Control>h"]
        case .shortcuts: ["<Control>question"]
        }
    }
}

/// The commands of a page, grouped as in the shortcuts window, and the actions that they activate.
@MainActor public final class PageCommands {
    struct Group {
        let title: String
        let commands: [Command]
    }

    let groups: [Group]
    /// Actions of the page. The window inserts them under the page's name.
    let actions = Reference(owned: OpaquePointer(g_simple_action_group_new()))
    private var byName: [String: Action] = [:]

    init(_ groups: [Group]) {
        self.groups = groups
        for command in all {
            if let name = command.action, let body = command.body {
                byName[name] = Action(name, in: actions, body)
            }
        }
    }

    /// All commands, in the order of the groups.
    var all: [Command] {
        groups.flatMap { $0.commands }
    }

    /// Enables or disables an action of the page.
    func enable(_ name: String, _ isEnabled: Bool) {
        byName[name]?.isEnabled = isEnabled
    }
}
