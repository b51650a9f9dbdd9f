import CGtk
import ParlandoPresenters

/// Defines the shortcuts and actions of the terminal page.
extension TerminalPage {
    func makeCommands() -> PageCommands {
        PageCommands([
            PageCommands.Group(
                title: title,
                commands: [
                    .round(tr("Start or Stop"), button: foot.voice),
                    Command("send", tr("Send to Terminal"), ["<Control>Return"], button: foot.send) { [weak self] in
                        self?.pressSend()
                    },
                ]),
            tabGroup, findGroup,
            PageCommands.Group(
                title: tr("When the Terminal Is Focused"),
                commands: [
                    .listed(tr("Start or Stop Dictating"), "<Control><Shift>r"),
                    inTerminal("edit", tr("Edit Dictated Text"), ["<Control><Shift>e"]) { $0.focusPreview() },
                    inTerminal("copy", tr("Copy"), ["<Control><Shift>c"]) { $0.terminal?.copy() },
                    inTerminal("paste", tr("Paste"), ["<Control><Shift>v"]) { $0.terminal?.pasteClipboard() },
                    inTerminal("select-all", tr("Select All"), ["<Control><Shift>a"]) {
                        $0.terminal?.selectAll()
                    },
                    inTerminal("zoom-in", tr("Zoom In"), ["<Control>plus", "<Control>equal", "<Control>KP_Add"]) {
                        $0.terminal?.zoom(by: 1.2)
                    },
                    inTerminal("zoom-out", tr("Zoom Out"), ["<Control>minus", "<Control>KP_Subtract"]) {
                        $0.terminal?.zoom(by: 1 / 1.2)
                    },
                    inTerminal("zoom-usual", tr("Normal Text Size"), ["<Control>0", "<Control>KP_0"]) {
                        $0.terminal?.zoomToUsual()
                    },
                    inTerminal("open-link") { $0.panes.front?.openLink() },
                    inTerminal("copy-link") { $0.panes.front?.copyLink() },
                    .listed(
                        tr("Switch Pages"), "<Alt>1...4",
                        note: tr("To send Alt+digit to the shell, press Escape, then the digit")),
                ]),
        ])
    }

    private var tabGroup: PageCommands.Group {
        PageCommands.Group(
            title: tr("Tabs"),
            commands: [
                Command("new-tab", tr("New Tab"), ["<Control><Shift>t"], button: head.newTab) { [weak self] in
                    self?.presenterAfterEdits()?.openTab()
                },
                Command("close-tab", tr("Close Tab"), ["<Control><Shift>w"]) { [weak self] in
                    self?.presenterAfterEdits()?.closeTab()
                },
                Command("next-tab", tr("Next Tab"), ["<Control>Page_Down"]) { [weak self] in
                    self?.presenterAfterEdits()?.stepTab(by: 1)
                },
                Command("previous-tab", tr("Previous Tab"), ["<Control>Page_Up"]) { [weak self] in
                    self?.presenterAfterEdits()?.stepTab(by: -1)
                },
            ])
    }

    private var findGroup: PageCommands.Group {
        PageCommands.Group(
            title: tr("Find"),
            commands: [
                Command("find", tr("Find in Terminal"), ["<Control><Shift>f"], button: head.find) { [weak self] in
                    self?.presenterAfterEdits()?.openFind()
                },
                .listed(tr("Next Match"), "<Control>g"),
                .listed(tr("Previous Match"), "<Control><Shift>g"),
                .listed(tr("Close Search"), "Escape"),
            ])
    }

    /// The terminal in the tab in front, or nil if there is none.
    private var terminal: TerminalWidget? {
        panes.front?.terminal
    }

    private func inTerminal(
        _ action: String, _ title: String? = nil, _ keys: [String] = [],
        _ body: @escaping @MainActor (TerminalPage) -> Void
    ) -> Command {
        Command(action, title, keys, in: .terminal) { [weak self] in self.map(body) }
    }
}
