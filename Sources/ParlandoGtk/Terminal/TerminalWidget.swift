import CGtk
import CGtkShim
import CVte
import ParlandoCore

/// What becomes of a terminal.
@MainActor protocol TerminalWidgetDelegate: AnyObject {
    func terminalWidgetDidStart(_ terminal: TerminalWidget)
    func terminalWidget(_ terminal: TerminalWidget, didFailToStart detail: String)
    /// What runs reads key by key now, as a shell, an editor, and `ssh` once it has been let in.
    func terminalWidgetDidTurnRaw(_ terminal: TerminalWidget)
    /// What becomes of what is typed has changed.
    func terminalWidget(_ terminal: TerminalWidget, didChange input: TerminalInput)
    /// `said`: the last lines that it wrote.
    func terminalWidget(_ terminal: TerminalWidget, didEnd exit: TerminalExit, said: String)
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
    private var process: TerminalProcess?
    /// The size that the program was told.
    private var told = (rows: 0, columns: 0)
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
        // It cannot ask the program's terminal.
        vte_terminal_set_backspace_binding(terminal, VTE_ERASE_ASCII_DELETE)
        vte_terminal_set_delete_binding(terminal, VTE_ERASE_DELETE_SEQUENCE)
        expand(horizontal: true, vertical: true)
        findLinks()
        connect()
    }

    private var terminal: UnsafeMutablePointer<VteTerminal> {
        reference.cast()
    }

    private func connect() {
        reference.connectBytes("commit") { [weak self] bytes in self?.didCommit(bytes) }
        reference.connect("notify::has-focus") { [weak self] in
            if let self {
                delegate?.terminalWidget(self, hasFocus: gtk_widget_has_focus(widget) != 0)
            }
        }
        reference.connect("contents-changed") { [weak self] in self?.didChange() }
        reference.connect("increase-font-size") { [weak self] in self?.zoom(by: 1.2) }
        reference.connect("decrease-font-size") { [weak self] in self?.zoom(by: 1 / 1.2) }
    }

    /// VTE would draw what has changed 15 ms later, in case more should follow.
    private func didChange() {
        if process?.isCalm == true {
            redraw()
        }
    }

    private func didCommit(_ bytes: UnsafeRawBufferPointer) {
        process?.write(bytes)
        delegate?.terminalWidgetDidType(self)
    }
}

// MARK: - The program in it
extension TerminalWidget {
    var isRunning: Bool {
        process?.isRunning ?? false
    }

    /// Starts a program; the delegate hears whether it runs.
    ///
    /// - Parameter command: a program with its arguments, looked for as a shell does.
    func run(_ command: [String]) {
        isRaw = false
        if process != nil {
            // What an earlier program asked for ends with it: mouse reports, brackets, the alternate screen. The lines that
            // it wrote stay; VTE would leave the alternate screen only together with them.
            vte_terminal_reset(terminal, 1, 0)
            vte_terminal_feed(terminal, "\u{1B}[?1047l", -1)
        }
        let process = TerminalProcess()
        process.delegate = self
        self.process = process
        process.start(command, environment: environment, rows: rows, columns: columns)
    }

    /// Ends what runs, as by hanging up.
    func hangUp() {
        process?.hangUp()
        process = nil
    }

    /// Whether the program has another one in front, as a shell that runs a command.
    var isBusy: Bool {
        process?.isBusy ?? false
    }

    /// What becomes of what is typed, as of now.
    var input: TerminalInput {
        process?.input ?? TerminalInput()
    }

    /// Gives the text to the program, in brackets if it asked for them, and shows where it arrives.
    func paste(_ text: String) {
        let lines = gtk_scrollable_get_vadjustment(reference.opaque)
        gtk_adjustment_set_value(lines, gtk_adjustment_get_upper(lines) - gtk_adjustment_get_page_size(lines))
        process?.paste(text)
    }

    private var rows: Int { Int(vte_terminal_get_row_count(terminal)) }
    private var columns: Int { Int(vte_terminal_get_column_count(terminal)) }

    /// Tells the program how much room there is, where that has changed.
    func tellSize() {
        let size = (rows: rows, columns: columns)
        if size != told {
            told = size
            process?.resize(rows: size.rows, columns: size.columns)
        }
    }
}

extension TerminalWidget: TerminalProcessDelegate {
    func terminalProcessDidStart(_ process: TerminalProcess) {
        delegate?.terminalWidgetDidStart(self)
    }

    func terminalProcess(_ process: TerminalProcess, didFailToStart detail: String) {
        delegate?.terminalWidget(self, didFailToStart: detail)
    }

    func terminalProcess(_ process: TerminalProcess, didWrite bytes: UnsafeRawBufferPointer) {
        vte_terminal_feed(terminal, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), gssize(bytes.count))
        if process.isCalm {
            _ = parlando_hasten_terminals()
        }
        // Nobody tells of a change of the mode; what changes it writes something soon after.
        if !isRaw, !process.input.readsLines {
            isRaw = true
            delegate?.terminalWidgetDidTurnRaw(self)
        }
    }

    func terminalProcess(_ process: TerminalProcess, didChange input: TerminalInput) {
        delegate?.terminalWidget(self, didChange: input)
    }

    func terminalProcess(_ process: TerminalProcess, didEnd exit: TerminalExit) {
        delegate?.terminalWidget(self, didEnd: exit, said: process.lastWords)
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
