import CGtk
import CVte
import ParlandoCore

/// What becomes of a terminal.
@MainActor protocol TerminalWidgetDelegate: AnyObject {
    func terminalWidgetDidStart(_ terminal: TerminalWidget)
    func terminalWidget(_ terminal: TerminalWidget, didFailToStart detail: String)
    /// What runs reads key by key now, as a shell, an editor, and `ssh` once it has been let in.
    func terminalWidgetDidTurnRaw(_ terminal: TerminalWidget)
    func terminalWidget(_ terminal: TerminalWidget, didEnd exit: TerminalExit)
    /// The user typed.
    func terminalWidgetDidType(_ terminal: TerminalWidget)
    func terminalWidget(_ terminal: TerminalWidget, hasFocus: Bool)
}

/// A terminal: VTE's widget with one program in it. The only file that knows VTE.
@MainActor final class TerminalWidget: Widget {
    weak var delegate: (any TerminalWidgetDelegate)?

    let reference: Reference
    /// What the program finds in its environment, as `NAME=value`.
    private let environment: [String]
    private var child: pid_t?
    private var isPasting = false
    private var isRaw = false

    init(environment: [String]) {
        self.environment = environment
        reference = Reference(vte_terminal_new())
        vte_terminal_set_allow_hyperlink(terminal, 1)
        vte_terminal_set_scroll_on_keystroke(terminal, 1)
        vte_terminal_set_scroll_on_output(terminal, 0)
        vte_terminal_set_mouse_autohide(terminal, 1)
        vte_terminal_set_audible_bell(terminal, 0)
        vte_terminal_set_bold_is_bright(terminal, 0)
        expand(horizontal: true, vertical: true)
        findLinks()
        connect()
    }

    private var terminal: UnsafeMutablePointer<VteTerminal> {
        reference.cast()
    }

    private func connect() {
        reference.connectNumber("child-exited") { [weak self] status in self?.didEnd(status) }
        reference.connect("contents-changed") { [weak self] in self?.lookAtMode() }
        reference.connect("commit") { [weak self] in self?.didCommit() }
        reference.connect("notify::has-focus") { [weak self] in
            if let self {
                delegate?.terminalWidget(self, hasFocus: gtk_widget_has_focus(widget) != 0)
            }
        }
        reference.connect("increase-font-size") { [weak self] in self?.zoom(by: 1.2) }
        reference.connect("decrease-font-size") { [weak self] in self?.zoom(by: 1 / 1.2) }
    }

    private func didCommit() {
        if !isPasting {
            delegate?.terminalWidgetDidType(self)
        }
    }

    private func didEnd(_ status: Int32) {
        child = nil
        delegate?.terminalWidget(self, didEnd: TerminalExit(waitStatus: status))
    }
}

// MARK: - The program in it
extension TerminalWidget {
    var isRunning: Bool {
        child != nil
    }

    /// Starts a program; the delegate hears whether it runs. The folder is the user's home.
    func run(_ command: TerminalCommand) {
        isRaw = false
        let arguments: [String]
        switch command {
        case .shell: arguments = [Self.shell]
        case .program(let words): arguments = words
        }
        var argv = arguments.map { g_strdup($0) } + [nil]
        var envv = environment.map { g_strdup($0) } + [nil]
        vte_terminal_spawn_async(
            terminal, VTE_PTY_DEFAULT, g_get_home_dir(), &argv, &envv, Self.spawnFlags, nil, nil, nil, -1, nil,
            spawned, Unmanaged.passRetained(self).toOpaque())
        // VTE has copied both.
        (argv + envv).forEach { g_free($0) }
    }

    /// VTE would add the environment of this program, with what it has set for itself.
    private static let spawnFlags = GSpawnFlags(
        G_SPAWN_SEARCH_PATH.rawValue | UInt32(VTE_SPAWN_NO_PARENT_ENVV))

    private static var shell: String {
        guard let found = vte_get_user_shell() else {
            return "/bin/sh"
        }
        defer { g_free(found) }
        return String(cString: found)
    }

    fileprivate func didSpawn(_ pid: pid_t, problem: String?) {
        if let problem {
            delegate?.terminalWidget(self, didFailToStart: problem)
        } else {
            child = pid
            delegate?.terminalWidgetDidStart(self)
        }
    }

    /// Ends what runs, as by hanging up.
    func hangUp() {
        if let child {
            kill(child, SIGHUP)
        }
        child = nil
        vte_terminal_set_pty(terminal, nil)
    }

    private var descriptor: Int32? {
        vte_terminal_get_pty(terminal).map { vte_pty_get_fd($0) }
    }

    /// Whether the program has another one in front, as a shell that runs a command.
    var isBusy: Bool {
        guard let child, let descriptor else {
            return false
        }
        let front = tcgetpgrp(descriptor)
        return front > 0 && front != child
    }

    /// Nobody tells of a change of the mode; what changes it writes something soon after.
    private func lookAtMode() {
        guard !isRaw, let descriptor else {
            return
        }
        var mode = termios()
        if tcgetattr(descriptor, &mode) == 0, mode.c_lflag & tcflag_t(ICANON) == 0 {
            isRaw = true
            delegate?.terminalWidgetDidTurnRaw(self)
        }
    }

    /// Gives the text to the program, in brackets where it asked for them.
    func paste(_ text: String) {
        isPasting = true
        vte_terminal_paste_text(terminal, text)
        isPasting = false
    }

    /// All that stands in the terminal, as text.
    var text: String {
        guard let text = vte_terminal_get_text(terminal, nil, nil, nil) else {
            return ""
        }
        defer { g_free(text) }
        return String(cString: text)
    }
}

/// VTE calls this exactly once for each start, on the main thread, even when the widget is gone by then.
private let spawned: VteTerminalSpawnAsyncCallback = { _, pid, error, context in
    guard let context else {
        return
    }
    let problem = error.map { String(cString: $0.pointee.message) }
    // VTE calls on the main thread only, so the pointer never crosses a thread.
    nonisolated(unsafe) let held = context
    MainActor.assumeIsolated {
        Unmanaged<TerminalWidget>.fromOpaque(held).takeRetainedValue().didSpawn(pid, problem: problem)
    }
}

// MARK: - Copy, paste, links
extension TerminalWidget {
    /// Web addresses in plain text, without the full stop or the bracket that follows them.
    private static let addresses = #"https?://[^\s<>"'`\x{1b}]*[^\s<>"'`\x{1b}.,;:!?)\]}]"#

    private func findLinks() {
        let flags = UInt32(PCRE2_UTF) | UInt32(PCRE2_NO_UTF_CHECK) | UInt32(PCRE2_MULTILINE) | UInt32(PCRE2_CASELESS)
        guard let regex = vte_regex_new_for_match(Self.addresses, -1, flags, nil) else {
            return
        }
        let tag = vte_terminal_match_add_regex(terminal, regex, 0)
        vte_terminal_match_set_cursor_name(terminal, tag, "pointer")
        vte_regex_unref(regex)
    }

    /// The link at a place in the widget: one that the program set, or an address that stands there.
    func link(atX x: Double, y: Double) -> String? {
        guard
            let found = vte_terminal_check_hyperlink_at(terminal, x, y)
                ?? vte_terminal_check_match_at(terminal, x, y, nil)
        else {
            return nil
        }
        defer { g_free(found) }
        return String(cString: found)
    }

    var hasSelection: Bool {
        vte_terminal_get_has_selection(terminal) != 0
    }

    func copy() {
        if hasSelection {
            vte_terminal_copy_clipboard_format(terminal, VTE_FORMAT_TEXT)
        }
    }

    /// Pastes what the clipboard holds, as it is: the user chose it.
    func pasteClipboard() {
        vte_terminal_paste_clipboard(terminal)
    }

    func selectAll() {
        vte_terminal_select_all(terminal)
    }
}

// MARK: - Looks
extension TerminalWidget {
    /// - Parameter font: as Pango describes it.
    func setFont(_ font: String) {
        let description = pango_font_description_from_string(font)
        vte_terminal_set_font(terminal, description)
        pango_font_description_free(description)
    }

    func setScrollback(_ lines: Int) {
        vte_terminal_set_scrollback_lines(terminal, lines)
    }

    func setColours(_ colours: TerminalColours) {
        var (foreground, background, palette) = (colours.foreground, colours.background, colours.palette)
        vte_terminal_set_colors(terminal, &foreground, &background, &palette, gsize(palette.count))
    }

    func zoom(by factor: Double) {
        let scale = vte_terminal_get_font_scale(terminal) * factor
        vte_terminal_set_font_scale(terminal, min(max(scale, 0.4), 5))
    }

    func zoomToUsual() {
        vte_terminal_set_font_scale(terminal, 1)
    }
}
