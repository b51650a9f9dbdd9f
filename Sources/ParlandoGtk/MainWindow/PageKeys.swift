import CGtk

/// Sets the keyboard shortcuts of the page in front. The same keys may have another meaning on other pages.
@MainActor final class PageKeys {
    private let application: Application
    private let pages: [any Page]

    init(_ application: Application, _ pages: [any Page]) {
        self.application = application
        self.pages = pages
    }

    /// Sets the shortcuts that apply now, and shows each in the tooltip of its button.
    ///
    /// - Parameters:
    ///   - front: the visible page.
    ///   - isInTerminal: whether a terminal has the keyboard focus.
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
