import CGtk
import ParlandoPresenters

/// What the user can do on a page, with keys, a title in the shortcuts window, and a button.
@MainActor struct Command {
    enum Scope {
        /// While the page is in front.
        case page
        /// While a terminal on the page has the focus.
        case terminal
    }

    /// Name in the page's group, or in full (`win.toggle`) for the window's. Nil if a widget handles the keys; the
    /// command is only listed then.
    let action: String?
    /// Nil if the command is not listed.
    let title: String?
    /// In GTK's notation.
    let keys: [String]
    let scope: Scope
    /// Sentence below the title.
    let note: String?
    /// Shows the first key in its tooltip.
    let button: (any Widget)?
    let body: (@MainActor () -> Void)?

    /// The action belongs to the page's group.
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

    /// Only listed, because a widget handles the key.
    static func listed(_ title: String, _ key: String, note: String? = nil) -> Command {
        Command(action: nil, title, [key], note: note)
    }

    /// The keys belong to the window, which passes them to the page in front.
    static func round(_ title: String, button: any Widget) -> Command {
        Command(action: SharedKey.toggle.action, title, SharedKey.toggle.keys, button: button)
    }

    static func pause(_ title: String, button: any Widget) -> Command {
        Command(action: SharedKey.pause.action, title, SharedKey.pause.keys, button: button)
    }

    /// Listed with the keys of the window.
    static func history(button: any Widget) -> Command {
        Command(action: SharedKey.history.action, nil, SharedKey.history.keys, button: button)
    }
}

/// Shortcuts that mean the same on every page.
enum SharedKey: String, CaseIterable {
    case toggle
    case pause
    case history
    case shortcuts

    /// Such as `win.toggle`.
    var action: String {
        "win." + rawValue
    }

    /// In GTK's notation.
    var keys: [String] {
        switch self {
        case .toggle: ["<Control>r"]
        case .pause: ["<Control>p"]
        case .history: ["<Control>h"]
        case .shortcuts: ["<Control>question"]
        }
    }
}

/// The commands of a page, grouped as in the shortcuts window, and their actions.
@MainActor public final class PageCommands {
    struct Group {
        let title: String
        let commands: [Command]
    }

    let groups: [Group]
    /// The window inserts them under the page's name.
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

    var all: [Command] {
        groups.flatMap { $0.commands }
    }

    func enable(_ name: String, _ isEnabled: Bool) {
        byName[name]?.isEnabled = isEnabled
    }
}

/// Sets the shortcuts of the page in front. The same keys may mean something else on other pages.
@MainActor final class PageKeys {
    private let application: Application
    private let pages: [any Page]

    init(_ application: Application, _ pages: [any Page]) {
        self.application = application
        self.pages = pages
    }

    func apply(front: any Page, isInTerminal: Bool) {
        application.leaveKeys(toTerminal: isInTerminal)
        for key in SharedKey.allCases {
            application.setKeys(key.keys, for: key.action)
        }
        for page in pages {
            for command in page.commands.all {
                let isInForce = page === front && (command.scope == .page || isInTerminal)
                apply(command, of: page, isInForce: isInForce)
            }
        }
    }

    private func apply(_ command: Command, of page: any Page, isInForce: Bool) {
        if let name = command.action, command.body != nil {
            application.setKeys(isInForce ? command.keys : [], for: page.name + "." + name)
        }
        if let button = command.button, let key = command.keys.first {
            button.setShortcut(application.label(of: key))
        }
    }
}
