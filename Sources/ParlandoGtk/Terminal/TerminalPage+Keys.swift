import CGtk
import ParlandoPresenters

/// Shortcuts and actions of the terminal page.
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
            PageCommands.Group(
                title: tr("When the Terminal Is Focused"),
                commands: [
                    .listed(tr("Start or Stop Dictating"), "<Control><Shift>r"),
                    inTerminal("edit", tr("Edit Dictated Text"), ["<Control><Shift>e"]) { $0.focusPreview() },
                    inTerminal("copy", tr("Copy"), ["<Control><Shift>c"]) { $0.screen.terminal?.copy() },
                    inTerminal("paste", tr("Paste"), ["<Control><Shift>v"]) { $0.screen.terminal?.pasteClipboard() },
                    inTerminal("select-all", tr("Select All"), ["<Control><Shift>a"]) {
                        $0.screen.terminal?.selectAll()
                    },
                    inTerminal("zoom-in", tr("Zoom In"), ["<Control>plus", "<Control>equal", "<Control>KP_Add"]) {
                        $0.screen.terminal?.zoom(by: 1.2)
                    },
                    inTerminal("zoom-out", tr("Zoom Out"), ["<Control>minus", "<Control>KP_Subtract"]) {
                        $0.screen.terminal?.zoom(by: 1 / 1.2)
                    },
                    inTerminal("zoom-usual", tr("Normal Text Size"), ["<Control>0", "<Control>KP_0"]) {
                        $0.screen.terminal?.zoomToUsual()
                    },
                    inTerminal("open-link") { $0.screen.openLink() },
                    inTerminal("copy-link") { $0.screen.copyLink() },
                    .listed(
                        tr("Switch Pages"), "<Alt>1...4",
                        note: tr("To send Alt+digit to the shell, press Escape, then the digit")),
                ]),
        ])
    }

    private func inTerminal(
        _ action: String, _ title: String? = nil, _ keys: [String] = [],
        _ body: @escaping @MainActor (TerminalPage) -> Void
    ) -> Command {
        Command(action, title, keys, in: .terminal) { [weak self] in self.map(body) }
    }
}
