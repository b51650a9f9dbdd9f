import CGtk

/// Shortcuts and actions of the terminal page.
extension TerminalPage {
    /// Adds the page's actions to its window.
    func addActions(to window: Reference, _ application: Application) {
        let actions: [(String, @MainActor (TerminalPage) -> Void)] = [
            ("copy", { $0.screen.terminal?.copy() }), ("paste", { $0.screen.terminal?.pasteClipboard() }),
            ("select-all", { $0.screen.terminal?.selectAll() }), ("open-link", { $0.screen.openLink() }),
            ("copy-link", { $0.screen.copyLink() }), ("send", { $0.pressSend() }), ("edit", { $0.focusPreview() }),
            ("zoom-in", { $0.screen.terminal?.zoom(by: 1.2) }), ("zoom-out", { $0.screen.terminal?.zoom(by: 1 / 1.2) }),
            ("zoom-usual", { $0.screen.terminal?.zoomToUsual() }),
        ]
        for (name, body) in actions {
            _ = Action("terminal-" + name, in: window) { [weak self] in self.map(body) }
        }
        // On other pages these keys have another meaning.
        root.reference.connect("map") { [weak application] in
            application?.setKeys(["<Control>Return"], for: "win.terminal-send")
        }
        root.reference.connect("unmap") { [weak application] in application?.setKeys([], for: "win.terminal-send") }
    }

    /// Sets the shortcuts that apply only while the terminal has the keyboard focus. Conflicting shortcuts of the
    /// window are disabled meanwhile.
    func setKeys(of application: Application, hasFocus: Bool) {
        application.setKeys(hasFocus ? [] : ["<Control><Shift>c"], for: "win.copy")
        for (action, keys) in [
            ("copy", ["<Control><Shift>c"]), ("paste", ["<Control><Shift>v"]), ("edit", ["<Control><Shift>e"]),
            ("select-all", ["<Control><Shift>a"]), ("zoom-usual", ["<Control>0", "<Control>KP_0"]),
            ("zoom-in", ["<Control>plus", "<Control>equal", "<Control>KP_Add"]),
            ("zoom-out", ["<Control>minus", "<Control>KP_Subtract"]),
        ] {
            application.setKeys(hasFocus ? keys : [], for: "win.terminal-" + action)
        }
    }
}
